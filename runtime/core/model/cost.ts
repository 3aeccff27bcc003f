/** What one run of a task costs on one model, in unrounded USD. */
import type { CatalogModel } from '../dataset/catalog.ts';
import { type CallRates, priceLines, type Rates } from '../pricing/call-rates.ts';
import { callRates } from '../pricing/unit-rates.ts';
import { billableUnits, promptUnits, unitAt } from '../schemas/billable-units.ts';
import type { Workflow } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';
import { type Shape, taskTools } from './shape.ts';
import { meanOn, type Used } from './walk.ts';

/** How the caller uses the prompt cache. */
export type CacheUse = Pick<Workflow, 'promptCaching' | 'cacheTtl'>;

/** Whether a provider caches automatically, regardless of the request. */
export const cachesByItself = ({ provider, price }: CatalogModel): boolean =>
  provider.caching.mode === 'automatic' && price.cachedInput !== null;

/** Whether the cached price is paid at all. */
export const usesCache = (model: CatalogModel, { promptCaching }: CacheUse): boolean =>
  model.price.cachedInput !== null && (promptCaching || cachesByItself(model));

/** Where cache writes are billed: as one-hour writes if these are requested and offered. */
const writesAt = (rates: Rates, { cacheTtl }: CacheUse): number =>
  cacheTtl === '1h' && !Number.isNaN(rates[unitAt.cacheWrite1h]) ? unitAt.cacheWrite1h : unitAt.cacheWrite;

/** The price of a cache write for the shortest prompts, in USD per 1M tokens. */
export function writePrice(model: CatalogModel, use: CacheUse): number {
  const rates = ratesOf(model).rates[0] as Rates;
  return rates[writesAt(rates, use)] as number;
}

/** What calls to a model cost, by the length of the prompt. */
export const ratesOf: (model: CatalogModel) => CallRates = memoize((model) => callRates(model, model.price));

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
  /** Whether anything is written to the prompt cache. */
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
  const run: RunUsd = { reads: 0, freshUsd: 0, readsUsd: 0, outputUsd: 0 };
  priceUsed(bands, model, use, run);
  const tokensUsd = run.freshUsd + run.readsUsd + run.outputUsd;
  const feesUsd = feesOf(shape, model);
  return {
    shape,
    bands,
    cached: usesCache(model, use) && bands.some(({ short, prompts }) => short < prompts),
    reads: run.reads,
    freshUsd: run.freshUsd,
    readsUsd: run.readsUsd,
    outputUsd: run.outputUsd,
    tokensUsd,
    feesUsd,
    usd: tokensUsd + feesUsd,
  };
}

/** Reused: what is used of each billable unit, and USD of it. */
const quantities = new Float64Array(billableUnits.length);
const lines = new Float64Array(billableUnits.length);
/** The places of the tokens of a prompt that are not read from the cache. */
const freshAt = promptUnits.map(({ part }) => unitAt[part]).filter((at) => at !== unitAt.cachedInput);

/** Fills `run` with what tasks use, by price band, on the model. */
export function priceUsed(bands: readonly Used[], model: CatalogModel, use: CacheUse, run: RunUsd): void {
  const { rates, per } = ratesOf(model);
  run.reads = 0;
  run.freshUsd = 0;
  run.readsUsd = 0;
  run.outputUsd = 0;
  for (let band = 0; band < bands.length; band++) {
    const used = bands[band] as Used;
    const own = rates[band] as Rates;
    splitPrompts(quantities, used, model, use, own);
    quantities[unitAt.output] = used.output;
    priceLines(quantities, own, per, lines);
    run.reads += quantities[unitAt.cachedInput] as number;
    for (let place = 0; place < freshAt.length; place++) run.freshUsd += lines[freshAt[place] as number] as number;
    run.readsUsd += lines[unitAt.cachedInput] as number;
    run.outputUsd += lines[unitAt.output] as number;
  }
}

/**
 * Fills in the parts of prompts as they are billed. Prompts too short to be cached are plain input; of the others, what is
 * found in the cache is read, times the hit efficiency, and the rest is written.
 */
export function splitPrompts(
  parts: Float64Array,
  { prompts, short, held, answered }: Pick<Used, 'prompts' | 'short' | 'held' | 'answered'>,
  model: CatalogModel,
  use: CacheUse,
  rates: Rates,
): void {
  parts.fill(0);
  if (!usesCache(model, use)) {
    parts[unitAt.input] = prompts;
    return;
  }
  const read = model.hitEfficiency.value * (held + model.ownOutputCached * answered);
  parts[unitAt.input] = short;
  parts[unitAt.cachedInput] = read;
  parts[writesAt(rates, use)] = Math.max(0, prompts - short - read);
}
