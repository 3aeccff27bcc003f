/** The frozen data files, read without the project's code: the basis of counts and comparisons in the tests. */
import { testDay } from './catalog.ts';
import { frozenFiles } from './frozen-data.ts';

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
  lifecycle?: { deprecatedOn: string | null; shutDown: string | null; successor?: string | null; billedAs?: string };
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

const frozen = new Map(frozenFiles.map(({ path, text }) => [path, JSON.parse(text)]));

export const rawProviders: RawProvider[] = [...frozen].flatMap(([path, value]) =>
  path.startsWith('data/providers/') ? [value] : [],
);
export const rawPresets: RawPreset[] = frozen.get('data/presets.json').presets;
export const rawOffers: { host: string; model: string; prices: RawPrice[] }[] =
  frozen.get('data/imported/offers.json').offers;
export const rawTiers = ['frontier', 'mid', 'fast'];

/** Known and priced by `day`: released, or named by a source where the release is unknown. */
const isKnown = ({ releaseDate, prices }: RawModel, day: string) =>
  (releaseDate === null
    ? prices.some(({ sources }) => (sources as { on: string }[]).some(({ on }) => on <= day))
    : releaseDate <= day) && prices.some(({ from }) => from === null || from <= day);

const isOver = ({ lifecycle }: RawModel, day: string) => lifecycle?.shutDown != null && lifecycle.shutDown <= day;

const knownModels = rawProviders.flatMap(({ id, models }) =>
  models.filter((model) => isKnown(model, testDay)).map((model) => ({ ...model, provider: id })),
);

/** Every model that has been shut down by the day the tests price on: found by id, not listed. */
export const rawShutDown = knownModels.filter((model) => isOver(model, testDay));

/** The state of every model on a day: the price in force, and whether it is retired by then. */
const stateOn = (day: string, providers: readonly RawProvider[]): string =>
  providers
    .flatMap(({ models }) => models.filter((model) => isKnown(model, day)))
    .map((model) => {
      const inForce = model.prices.filter(({ from }) => from === null || from <= day);
      const isDeprecated = model.lifecycle?.deprecatedOn != null && model.lifecycle.deprecatedOn <= day;
      const until = inForce.at(-1)?.holdsUntil as string | undefined;
      const isLapsed = until !== undefined && until < day;
      return `${model.id} ${inForce.length} ${isDeprecated} ${isOver(model, day)} ${isLapsed}`;
    })
    .join();

/** The span around `day` without a change, found day by day. */
export function unchangedAround(day: string, providers = rawProviders): { from: string; until: string | null } {
  const state = stateOn(day, providers);
  const farthest = (step: number): string => {
    let last = day;
    while (last > '2020' && last < '2040') {
      const next = new Date(Date.parse(last) + step * 86_400_000).toISOString().slice(0, 10);
      if (stateOn(next, providers) !== state) break;
      last = next;
    }
    return last;
  };
  const until = farthest(1);
  return { from: farthest(-1), until: until < '2040' ? until : null };
}

/** The span around the day the tests price on. */
export const testDays = unchangedAround(testDay);

/** Every model that must be published on the day the tests price on, with its provider. */
export const rawModels: (RawModel & { provider: string })[] = knownModels.filter((model) => !isOver(model, testDay));

/** Ids of the models of a provider, of a tier, or of both. */
export const idsOf = (provider?: string, tier?: string): string[] =>
  rawModels
    .filter((model) => (provider ?? model.provider) === model.provider && (tier ?? model.tier) === model.tier)
    .map(({ id }) => id)
    .sort();
