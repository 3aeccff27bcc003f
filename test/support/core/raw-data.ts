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
  sunsetDate: string | null;
  status: string;
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

/** What a day decides of every model: the price in force, and whether it is retired by then. */
const stateOn = (day: string): string =>
  rawProviders
    .flatMap(({ models }) => models.filter((model) => isListed(model, day)))
    .map(({ id, prices, status, sunsetDate }) => {
      const inForce = prices.filter(({ from }) => from === null || from <= day).length;
      return `${id} ${inForce} ${status === 'deprecated' || (sunsetDate !== null && sunsetDate <= day)}`;
    })
    .join();

/** The days around `day` on which nothing changes, found by going from day to day. */
export function unchangedAround(day: string): { from: string; until: string | null } {
  const state = stateOn(day);
  const farthest = (step: number): string => {
    let last = day;
    while (last > '2020' && last < '2040') {
      const next = new Date(Date.parse(last) + step * 86_400_000).toISOString().slice(0, 10);
      if (stateOn(next) !== state) break;
      last = next;
    }
    return last;
  };
  const until = farthest(1);
  return { from: farthest(-1), until: until < '2040' ? until : null };
}

/** Those around the day the tests price on. */
export const testDays = unchangedAround(testDay);

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
