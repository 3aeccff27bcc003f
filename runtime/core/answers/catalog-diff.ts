/** Differences between two catalogs: prices in force, price history, offers, models, presets, and estimates. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { type InForceOffer, offersIn } from '../dataset/host-catalog.ts';
import { billFor } from '../model/bill.ts';
import { workOf } from '../model/work.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import { lookUp } from '../values/look-up.ts';
import { bySize, changePct, diffPrices } from './price-diff.ts';

/** One value that changed; null: it did not exist before, or no longer does. */
export interface Change {
  /** A model id, a preset id, `model at host`, or `preset on model`. */
  of: string;
  what: string;
  before: number | string | null;
  after: number | string | null;
  changePct: number | null;
}

export type CatalogDiff = ReturnType<typeof diffCatalogs>;

/** Every list has the largest change first; added or removed models, offers and presets come before all changes. */
export function diffCatalogs(a: Catalog, b: Catalog) {
  const models = pairs(a.models, b.models);
  const presets = pairs(a.presets, b.presets);
  const both = models.filter((pair): pair is Both<CatalogModel> => pair[0] !== undefined && pair[1] !== undefined);
  return {
    /** In force on the day of each catalog, USD per 1,000,000 tokens. */
    prices: both.flatMap(([x, y]) => compare(y.id, pricesOf(x), pricesOf(y))).sort(bySize),
    /** Records appended, corrected or removed, past and scheduled ones included. */
    history: diffPrices(a.providers, b.providers).sort(bySize),
    offers: pairs(offersOf(a), offersOf(b))
      .flatMap(([x, y]) => whole(x, y, offerFacts))
      .sort(bySize),
    models: models.flatMap(([x, y]) => whole(x, y, modelFacts)).sort(bySize),
    presets: presets.flatMap(([x, y]) => whole(x, y, presetFacts)).sort(bySize),
    /** USD per task. */
    estimates: presets
      .filter((pair): pair is Both<Preset> => pair[0] !== undefined && pair[1] !== undefined)
      .flatMap(([x, y]) => both.flatMap(([before, after]) => estimates(x, y, before, after)))
      .sort(bySize),
  };
}

type Both<T> = [T, T];
type Facts = Record<string, unknown>;

/** Pairs items by id, in the order of the second list; removed ones come last. */
function pairs<T extends { id: string }>(a: readonly T[], b: readonly T[]): [T | undefined, T | undefined][] {
  const before = new Map(a.map((thing) => [thing.id, thing]));
  const after = new Set(b.map(({ id }) => id));
  return [
    ...b.map((thing): [T | undefined, T] => [before.get(thing.id), thing]),
    ...a.filter(({ id }) => !after.has(id)).map((thing): [T, undefined] => [thing, undefined]),
  ];
}

/** An addition, a removal, or each fact that changed. */
function whole<T extends { id: string }>(a: T | undefined, b: T | undefined, facts: (thing: T) => Facts): Change[] {
  if (a && b) return compare(b.id, facts(a), facts(b));
  const { id } = (b ?? a) as T;
  const [before, after] = b ? [null, 'added'] : ['present', 'removed'];
  return [{ of: id, what: 'whole entry', before, after, changePct: null }];
}

function compare(of: string, a: Facts, b: Facts): Change[] {
  return Object.keys(b)
    .filter((what) => JSON.stringify(lookUp(a, what)) !== JSON.stringify(lookUp(b, what)))
    .map((what) => ({
      of,
      what,
      before: shown(lookUp(a, what)),
      after: shown(lookUp(b, what)),
      changePct: changePct(lookUp(a, what), lookUp(b, what)),
    }));
}

const shown = (value: unknown): Change['before'] =>
  typeof value === 'number' || typeof value === 'string' || value === null ? value : (JSON.stringify(value) ?? null);

const pricesOf = ({ price }: CatalogModel): Facts => ({
  input: price.input,
  output: price.output,
  cachedInput: price.cachedInput,
  cacheWrite: price.cacheWrite,
  longContext: price.longContext,
});

const offersOf = (catalog: Catalog) =>
  offersIn(catalog).map((one) => ({ ...one, id: `${one.model.id} at ${one.host.id}` }));

const offerFacts = ({ offer, model }: InForceOffer): Facts => ({
  ...pricesOf(model),
  contextWindow: offer.contextWindow,
  hostModelId: offer.hostModelId,
  agreement: offer.agreement,
});

const modelFacts = ({ facts, status, confidence, minPrefixTokens, hitEfficiency }: CatalogModel): Facts => ({
  name: facts.name,
  aliases: facts.aliases,
  tier: facts.tier,
  status,
  contextWindow: facts.contextWindow,
  maxOutputTokens: facts.maxOutputTokens,
  releaseDate: facts.releaseDate,
  sunsetDate: facts.lifecycle?.shutDown ?? null,
  confidence,
  minPrefixTokens,
  hitEfficiency: hitEfficiency.value,
});

const presetFacts = ({ defaultModel, workflow, assumptions }: Preset): Facts => ({
  defaultModel,
  ...workflow,
  ...assumptions,
});

function estimates(x: Preset, y: Preset, before: CatalogModel, after: CatalogModel): Change[] {
  const cost = (preset: Preset, model: CatalogModel) => billFor(workOf(preset, preset.workflow), model).costPerTask;
  return compare(`${y.id} on ${after.id}`, { costPerTask: cost(x, before) }, { costPerTask: cost(y, after) });
}
