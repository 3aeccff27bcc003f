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

/** What tokens cost on a model. */
export interface Billing {
  /** For each price band USD per million tokens of input, cached input, written input and output; NaN: no such price. */
  rates: readonly Float64Array[];
  /** Whether the cached price is paid at all. */
  caches: boolean;
  /** Share of what a call finds in the cache that is read, and share of an answer that the next call finds. */
  hitEfficiency: number;
  ownOutputCached: number;
}

const madeFor = memoize((_: readonly CatalogModel[]): Billing[][] => []);

/** What tokens cost on models, for each use of the cache made once for the same list. */
export function billingsOn(models: readonly CatalogModel[], use: CacheUse): readonly Billing[] {
  const known = madeFor(models);
  const which = (use.promptCaching ? 1 : 0) + (use.cacheTtl === '1h' ? 2 : 0);
  known[which] ??= models.map((model) => ({
    rates: ratesOf(model).rates.map((rates) => {
      const units = [unitAt.input, unitAt.cachedInput, writesAt(rates, use), unitAt.output];
      return Float64Array.from(units, (unit) => rates[unit] as number);
    }),
    caches: usesCache(model, use),
    hitEfficiency: model.hitEfficiency.value,
    ownOutputCached: model.ownOutputCached,
  }));
  return known[which];
}

const alone = memoize((model: CatalogModel): readonly CatalogModel[] => [model]);

/** What tokens cost on one model. */
export const billingOf = (model: CatalogModel, use: CacheUse): Billing => billingsOn(alone(model), use)[0] as Billing;

/** What tokens of a run cost. */
export interface RunUsd {
  /** Input tokens read from the cache. */
  reads: number;
  /** USD for input not read from the cache, for input read from it, for output, and for all of them. */
  freshUsd: number;
  readsUsd: number;
  outputUsd: number;
  tokensUsd: number;
}

/** A run with its tokens, which a retry pays again. */
export interface RunCost extends RunUsd {
  shape: Shape;
  /** Mean of all tasks, by price band. */
  bands: readonly Used[];
  /** Whether any prompt is long enough to be written to the prompt cache, and one is used. */
  cached: boolean;
  /** USD of the tools that have a fee, such as web searches: a retry does not use them again. */
  feesUsd: number;
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
  const { reads, freshUsd, readsUsd, outputUsd, tokensUsd } = priceUsed(bands, billing);
  const feesUsd = feesOf(shape, model);
  const cached = billing.caches && bands.some(({ short, prompts }) => short < prompts);
  return { reads, freshUsd, readsUsd, outputUsd, tokensUsd, shape, bands, cached, feesUsd, usd: tokensUsd + feesUsd };
}

/** The places of rates in a price band. */
const [input, cachedInput, written, output] = [0, 1, 2, 3];
const perTokens = 1e6;

export const noUsd = (): RunUsd => ({ reads: 0, freshUsd: 0, readsUsd: 0, outputUsd: 0, tokensUsd: 0 });

/**
 * What tasks use, by price band, in dollars.
 * @param into may be reused
 */
export function priceUsed(bands: readonly Used[], billing: Billing, into = noUsd()): RunUsd {
  let reads = 0;
  let freshUsd = 0;
  let readsUsd = 0;
  let outputUsd = 0;
  for (let band = 0; band < bands.length; band++) {
    const used = bands[band] as Used;
    const rates = billing.rates[band] as Float64Array;
    const plain = plainIn(used, billing);
    const read = readIn(used, billing);
    reads += read;
    freshUsd +=
      usdOf(plain, rates[input] as number, perTokens) +
      usdOf(writtenIn(used, plain, read), rates[written] as number, perTokens);
    readsUsd += usdOf(read, rates[cachedInput] as number, perTokens);
    outputUsd += usdOf(used.output, rates[output] as number, perTokens);
  }
  into.reads = reads;
  into.freshUsd = freshUsd;
  into.readsUsd = readsUsd;
  into.outputUsd = outputUsd;
  into.tokensUsd = freshUsd + readsUsd + outputUsd;
  return into;
}

/** Tokens of prompts that are billed as plain input: those too short to be cached. */
export const plainIn = ({ prompts, short }: Used, { caches }: Billing): number => (caches ? short : prompts);

/** Tokens of prompts that are read from the cache: what is found in it, times the hit efficiency. */
export const readIn = ({ held, answered }: Used, { caches, hitEfficiency, ownOutputCached }: Billing): number =>
  caches ? hitEfficiency * (held + ownOutputCached * answered) : 0;

/** Tokens of prompts that are written to the cache: the rest. */
export const writtenIn = ({ prompts }: Used, plain: number, read: number): number =>
  Math.max(0, prompts - plain - read);
