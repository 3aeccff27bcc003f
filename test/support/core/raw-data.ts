/** The data files as they lie on disk, read without the project's code: what the tests count and compare by. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testDay } from './catalog.ts';

export interface RawPrice {
  from: string | null;
  input: number;
  output: number;
  cachedInput: number | null;
  verifiedOn: string;
  [field: string]: unknown;
}

export interface RawModel {
  id: string;
  name: string;
  aliases: string[];
  tier: string;
  contextWindow: number;
  releaseDate: string | null;
  prices: RawPrice[];
  [field: string]: unknown;
}

export interface RawProvider {
  id: string;
  name: string;
  models: RawModel[];
  [field: string]: unknown;
}

export interface RawPreset {
  id: string;
  defaultModel: string;
  workflow: Record<string, number | boolean>;
  [field: string]: unknown;
}

export const projectRoot = join(import.meta.dirname, '../../..');
const data = join(projectRoot, 'data');
const read = (path: string) => JSON.parse(readFileSync(join(data, path), 'utf8'));

export const rawProviders: RawProvider[] = readdirSync(join(data, 'providers')).map((name) =>
  read(`providers/${name}`),
);
export const rawPresets: RawPreset[] = read('presets.json').presets;
export const rawTiers = ['frontier', 'mid', 'fast'];

/** Released and priced by `day`. */
const isListed = ({ releaseDate, prices }: RawModel, day: string) =>
  (releaseDate === null || releaseDate <= day) && prices.some(({ from }) => from === null || from <= day);

/** Every model that must be published on the day the tests price on, with its provider. */
export const rawModels: (RawModel & { provider: string })[] = rawProviders.flatMap(({ id, models }) =>
  models.filter((model) => isListed(model, testDay)).map((model) => ({ ...model, provider: id })),
);

/** Ids of the models of a provider, of a tier, or of both. */
export const idsOf = (provider?: string, tier?: string): string[] =>
  rawModels
    .filter((model) => (provider ?? model.provider) === model.provider && (tier ?? model.tier) === model.tier)
    .map(({ id }) => id)
    .sort();
