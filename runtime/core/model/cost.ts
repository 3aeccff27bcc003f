/** What one run of a task costs on one model, in unrounded USD. */
import type { CatalogModel } from '../dataset/catalog.ts';
import { type CallRates, type Rates, usdOf } from '../pricing/call-rates.ts';
import { callRates } from '../pricing/unit-rates.ts';
import { unitAt } from '../schemas/billable-units.ts';
import type { Workflow } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';
import { type Shape, taskTools } from './shape.ts';
import type { Used } from './used.ts';
import { meanOn } from './walk.ts';

/** How the caller uses the prompt cache. */
export type CacheUse = Pick<Workflow, 'promptCaching' | 'cacheTtl'>;

/** Whether a provider caches automatically, regardless of the request. */
export const cachesByItself = ({ provider, price }: CatalogModel): boolean =>
  provider.caching.mode === 'automatic' && price.cachedInput !== null;

/** Whether the cached price is paid at all. */
export const usesCache = (model: CatalogModel, { promptCaching }: CacheUse): boolean =>
  model.price.cachedInput !== null && (promptCaching || cachesByItself(model));

/** What tokens cost on each of several models, in columns. */
export interface Billing {
  /** USD per million tokens: for each model, for each of its price bands, the price of each of `billed`; NaN: none. */
  rates: Float64Array;
  /** Room for so many price bands of each model. */
  bands: number;
  /** Whether the cached price is paid at all; 1: it is. */
  caches: Uint8Array;
  /** Share of what a call finds in the cache that is read, and share of an answer that the next call finds. */
  hitEfficiency: Float64Array;
  ownOutputCached: Float64Array;
}

/** What is billed of a run, by its place in a row of rates. */
const [input, cachedInput, writes, output] = [0, 1, 2, 3];
const lines = 4;
const perTokens = 1e6;

/** What calls to a model cost, by the length of the prompt. */
export const ratesOf: (model: CatalogModel) => CallRates = memoize((model) => callRates(model, model.price));

/** The place of the unit that cache writes are: for an hour where that is requested and offered. */
export const writesAt = (rates: Rates, { cacheTtl }: Pick<CacheUse, 'cacheTtl'>): number =>
  cacheTtl === '1h' && !Number.isNaN(rates[unitAt.cacheWrite1h]) ? unitAt.cacheWrite1h : unitAt.cacheWrite;

/** The price of a cache write for the shortest prompts, in USD per 1M tokens. */
export function writePrice(model: CatalogModel, use: CacheUse): number {
  const [rates] = ratesOf(model).rates as [Rates];
  return rates[writesAt(rates, use)] as number;
}

const billingsOf = memoize((_: readonly CatalogModel[]): Billing[] => []);

/** What tokens cost on a list of models, for each use of the cache made once for the same list. */
export function billingOn(models: readonly CatalogModel[], use: CacheUse): Billing {
  const known = billingsOf(models);
  const which = (use.promptCaching ? 1 : 0) + (use.cacheTtl === '1h' ? 2 : 0);
  known[which] ??= columnsOf(
    models.map((model) => ({
      rates: ratesOf(model).rates.map((own) => {
        const units = [unitAt.input, unitAt.cachedInput, writesAt(own, use), unitAt.output];
        return units.map((unit) => own[unit] as number);
      }),
      caches: usesCache(model, use),
      hitEfficiency: model.hitEfficiency.value,
      ownOutputCached: model.ownOutputCached,
    })),
  );
  return known[which];
}

const alone = memoize((model: CatalogModel): readonly CatalogModel[] => [model]);

/** What tokens cost on one model. */
export const billingOf = (model: CatalogModel, use: CacheUse): Billing => billingOn(alone(model), use);

/** What tokens cost on one model: for each price band USD per million of input, cached input, written input and output. */
interface BilledModel {
  rates: readonly (readonly number[])[];
  caches: boolean;
  hitEfficiency: number;
  ownOutputCached: number;
}

export function columnsOf(models: readonly BilledModel[]): Billing {
  const bands = models.reduce((most, { rates }) => Math.max(most, rates.length), 1);
  const rates = new Float64Array(models.length * bands * lines).fill(Number.NaN);
  models.forEach((model, i) => {
    rates.set(model.rates.flat(), i * bands * lines);
  });
  return {
    ...{ rates, bands, caches: Uint8Array.from(models, ({ caches }) => Number(caches)) },
    hitEfficiency: Float64Array.from(models, ({ hitEfficiency }) => hitEfficiency),
    ownOutputCached: Float64Array.from(models, ({ ownOutputCached }) => ownOutputCached),
  };
}

/** USD of a run. */
export interface RunUsd {
  /** Input tokens read from the cache. */
  reads: number;
  /** USD for input not read from the cache, for input read from it, and for output. */
  freshUsd: number;
  readsUsd: number;
  outputUsd: number;
}

export interface RunCost extends RunUsd {
  shape: Shape;
  /** Mean of all tasks, by price band. */
  bands: readonly Used[];
  /** Whether any prompt is long enough to be written to the prompt cache, and one is used. */
  cached: boolean;
  /** USD of all tokens, which a retry pays again. */
  tokensUsd: number;
  /** USD of the tools that have a fee, such as web searches: a retry does not use them again. */
  feesUsd: number;
  /** The sum of both. */
  usd: number;
}

/** USD of the tools of a run; what is unknown counts as 0, and `knowsFees` is false. */
export function feesOf({ uses }: Shape, model: CatalogModel): number {
  let usd = 0;
  for (let tool = 0; tool < taskTools.length; tool++) {
    const { priceField, per } = taskTools[tool] as (typeof taskTools)[number];
    usd += ((uses[tool] as number) * (model[priceField] ?? 0)) / per;
  }
  return usd;
}

/** Whether the fee of every tool that the work uses is known. */
export const knowsFees = (workflow: Workflow, model: CatalogModel): boolean =>
  taskTools.every(({ perTask, priceField }) => workflow[perTask] === 0 || model[priceField] !== null);

export function runCost(shape: Shape, model: CatalogModel, use: CacheUse): RunCost {
  const bands = meanOn(shape, model);
  const billing = billingOf(model, use);
  const { reads, freshUsd, readsUsd, outputUsd } = priceUsed(bands, billing, 0, sums);
  const feesUsd = feesOf(shape, model);
  const tokensUsd = freshUsd + readsUsd + outputUsd;
  const cached = billing.caches[0] === 1 && bands.some(({ short, prompts }) => short < prompts);
  return { reads, freshUsd, readsUsd, outputUsd, shape, bands, cached, tokensUsd, feesUsd, usd: tokensUsd + feesUsd };
}

/**
 * What tasks use, by price band, in dollars.
 * @param at the place of the model in the columns
 * @param run may be reused
 */
export function priceUsed(bands: readonly Used[], billing: Billing, at = 0, run = {} as RunUsd): RunUsd {
  const { rates } = billing;
  let reads = 0;
  let freshUsd = 0;
  let readsUsd = 0;
  let outputUsd = 0;
  let from = at * billing.bands * lines;
  for (let band = 0; band < bands.length; band++, from += lines) {
    const used = bands[band] as Used;
    const { plain, read, written } = splitPrompts(used, billing, at, parts);
    reads += read;
    freshUsd +=
      usdOf(plain, rates[from + input] as number, perTokens) +
      usdOf(written, rates[from + writes] as number, perTokens);
    readsUsd += usdOf(read, rates[from + cachedInput] as number, perTokens);
    outputUsd += usdOf(used.output, rates[from + output] as number, perTokens);
  }
  run.reads = reads;
  run.freshUsd = freshUsd;
  run.readsUsd = readsUsd;
  run.outputUsd = outputUsd;
  return run;
}

/** The parts of prompts as they are billed, in tokens. */
interface Parts {
  plain: number;
  read: number;
  written: number;
}

/** For one band, and one run, after another. Fractions, so that they are kept as such from the first. */
const parts: Parts = { plain: 0.5, read: 0.5, written: 0.5 };
const sums: RunUsd = { reads: 0.5, freshUsd: 0.5, readsUsd: 0.5, outputUsd: 0.5 };

/**
 * Prompts too short to be cached are plain input; of the others, what is found in the cache is read, times the hit
 * efficiency, and the rest is written.
 * @param into may be reused
 */
export function splitPrompts(
  { prompts, short, held, answered }: Used,
  { caches, hitEfficiency, ownOutputCached }: Billing,
  at = 0,
  into = {} as Parts,
): Parts {
  const isCached = caches[at] === 1;
  const read = isCached ? (hitEfficiency[at] as number) * (held + (ownOutputCached[at] as number) * answered) : 0;
  into.plain = isCached ? short : prompts;
  into.read = read;
  into.written = isCached ? Math.max(0, prompts - short - read) : 0;
  return into;
}
