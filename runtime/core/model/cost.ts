/** What one run of a task costs on one model, in unrounded USD. */
import type { CatalogModel } from '../dataset/catalog.ts';
import { type CallRates, lineUsd, type Rates } from '../pricing/call-rates.ts';
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

/** What the tokens of prompts are billed as. */
export interface Billing extends CallRates {
  /** Whether the cached price is paid at all. */
  caches: boolean;
  /** Share of what a call finds in the cache that is read, and share of an answer that the next call finds. */
  hitEfficiency: number;
  ownOutputCached: number;
  /** The place of the unit that cache writes are, at each of the rates. */
  writesAt: readonly number[];
}

/** What calls to a model cost, by the length of the prompt. */
export const ratesOf: (model: CatalogModel) => CallRates = memoize((model) => callRates(model, model.price));

const billingsOf = memoize((_: CatalogModel): Billing[] => []);

/** What prompts to a model are billed as, for each use of the cache the same object each time. */
export function billingOf(model: CatalogModel, use: CacheUse): Billing {
  const billings = billingsOf(model);
  const which = (use.promptCaching ? 1 : 0) + (use.cacheTtl === '1h' ? 2 : 0);
  billings[which] ??= {
    ...ratesOf(model),
    caches: usesCache(model, use),
    hitEfficiency: model.hitEfficiency.value,
    ownOutputCached: model.ownOutputCached,
    // One-hour writes where these are requested and offered.
    writesAt: ratesOf(model).rates.map((rates) =>
      use.cacheTtl === '1h' && !Number.isNaN(rates[unitAt.cacheWrite1h]) ? unitAt.cacheWrite1h : unitAt.cacheWrite,
    ),
  };
  return billings[which];
}

/** The price of a cache write for the shortest prompts, in USD per 1M tokens. */
export function writePrice(model: CatalogModel, use: CacheUse): number {
  const { rates, writesAt } = billingOf(model, use);
  return (rates[0] as Rates)[writesAt[0] as number] as number;
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
function feesOf({ uses }: Shape, model: CatalogModel): number {
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
  const feesUsd = feesOf(shape, model);
  const run: RunCost = {
    shape,
    bands,
    cached: billing.caches && areCached(bands),
    reads: 0,
    freshUsd: 0,
    readsUsd: 0,
    outputUsd: 0,
    tokensUsd: 0,
    feesUsd,
    usd: 0,
  };
  priceUsed(bands, billing, run);
  run.tokensUsd = run.freshUsd + run.readsUsd + run.outputUsd;
  run.usd = run.tokensUsd + feesUsd;
  return run;
}

/** Whether any prompt is long enough. */
function areCached(bands: readonly Used[]): boolean {
  for (const { short, prompts } of bands) if (short < prompts) return true;
  return false;
}

/** USD that a token of a prompt and one of an answer cost at least, however much is cached. */
export interface LeastRates {
  prompt: number;
  output: number;
}

export const leastRates: (model: CatalogModel) => LeastRates = memoize((model) => {
  const { rates, per } = ratesOf(model);
  const least = (...units: number[]): number =>
    Math.min(
      ...rates.flatMap((own) => units.flatMap((unit) => (Number.isNaN(own[unit]) ? [] : (own[unit] as number)))),
    );
  return {
    prompt:
      least(unitAt.input, unitAt.cachedInput, unitAt.cacheWrite, unitAt.cacheWrite1h) / (per[unitAt.input] as number),
    output: least(unitAt.output) / (per[unitAt.output] as number),
  };
});

/** What tokens cost at least: enough to tell who cannot be cheaper. */
export const leastUsd = (prompts: number, output: number, least: LeastRates): number =>
  (prompts * least.prompt + output * least.output) * (1 - 1e-9); // less than what rounding can add

/** What tasks use, by price band, in dollars. @param run may be reused */
export function priceUsed(bands: readonly Used[], billing: Billing, run = {} as RunUsd): RunUsd {
  const { rates, per, writesAt } = billing;
  run.reads = 0;
  run.freshUsd = 0;
  run.readsUsd = 0;
  run.outputUsd = 0;
  for (let band = 0; band < bands.length; band++) {
    const used = bands[band] as Used;
    const own = rates[band] as Rates;
    const { plain, read, written } = splitPrompts(used, billing);
    run.reads += read;
    run.freshUsd += lineUsd(plain, unitAt.input, own, per) + lineUsd(written, writesAt[band] as number, own, per);
    run.readsUsd += lineUsd(read, unitAt.cachedInput, own, per);
    run.outputUsd += lineUsd(used.output, unitAt.output, own, per);
  }
  return run;
}

/**
 * The parts of prompts as they are billed, in tokens. Prompts too short to be cached are plain input; of the others, what
 * is found in the cache is read, times the hit efficiency, and the rest is written.
 */
export function splitPrompts(
  { prompts, short, held, answered }: Used,
  { caches, hitEfficiency, ownOutputCached }: Billing,
): { plain: number; read: number; written: number } {
  if (!caches) return { plain: prompts, read: 0, written: 0 };
  const read = hitEfficiency * (held + ownOutputCached * answered);
  return { plain: short, read, written: Math.max(0, prompts - short - read) };
}
