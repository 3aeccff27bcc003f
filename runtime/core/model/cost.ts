/** What one run of a task costs on one model, in unrounded USD. */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { PriceBand } from '../dataset/price-on-day.ts';
import type { Workflow } from '../schemas/request-fields.ts';
import type { Steps, TaskSteps } from '../values/steps.ts';
import { type CacheUse, readFromCache, usesCache, writePrice } from './cache-use.ts';
import { bandsFor } from './prompt-bands.ts';
import type { PromptBand } from './task-prompts.ts';
import type { TaskTokens } from './tokens.ts';

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
  tokens: TaskTokens;
  bands: readonly PromptBand[];
  /** Whether anything is written to the prompt cache. */
  cached: boolean;
  /** USD of all tokens, which a retry pays again. */
  tokensUsd: number;
  /** USD of the web searches, which a retry does not repeat. */
  searchUsd: number;
  /** The sum of both. */
  usd: number;
}

/** USD of the web searches of a run at a fee per 1,000; 0 if the fee is unknown, in which case `toolFees` is null. */
export const searchUsd = ({ searches }: TaskTokens, feePer1000: number | null): number =>
  (searches * (feePer1000 ?? 0)) / 1000;

/** Whether the fee of every search is known; true if there are no searches. */
export const knowsFees = ({ searchesPerTask }: Workflow, { webSearchPer1000 }: CatalogModel): boolean =>
  searchesPerTask === 0 || webSearchPer1000 !== null;

export function runCost(tokens: TaskTokens, model: CatalogModel, use: CacheUse, steps?: Steps): RunCost {
  const bands = bandsFor(tokens, model, steps);
  const run: RunUsd = { reads: 0, freshUsd: 0, readsUsd: 0, outputUsd: 0 };
  record: if (steps) recordNothingYet(steps, '0');
  priceBands(bands, tokens, model, use, run, steps);
  const tokensUsd = run.freshUsd + run.readsUsd + run.outputUsd;
  record: steps?.step('LOOP', 'F + E + Z', tokensUsd, 'cost of the tokens of one run', 'USD');
  const searched = searchUsd(tokens, model.webSearchPer1000);
  record: steps?.step('G', 'j * p_web / 1000', searched, 'cost of its web searches, which no retry repeats', 'USD');
  record: steps?.step('RUN', 'LOOP + G', tokensUsd + searched, 'cost of one run', 'USD');
  return {
    tokens,
    bands,
    cached: usesCache(model, use) && bands.some(({ short, prompts }) => short < prompts),
    ...run,
    tokensUsd,
    searchUsd: searched,
    usd: tokensUsd + searched,
  };
}

/**
 * Fills `run` with what the bands cost on the model. Prompts too short to be cached are billed at the input price; of the
 * others, the cached part is read and the rest is written.
 * @param bands one for each of the model's prices, or fewer if no prompt is long enough for the others
 */
export function priceBands(
  bands: readonly PromptBand[],
  tokens: TaskTokens,
  model: CatalogModel,
  use: CacheUse,
  run: RunUsd,
  steps?: TaskSteps,
): void {
  const cached = usesCache(model, use);
  let reads = 0;
  let freshUsd = 0;
  let readsUsd = 0;
  let outputUsd = 0;
  for (let i = 0; i < bands.length; i++) {
    const band = bands[i] as PromptBand;
    const price = model.priceBands[i] as PriceBand;
    record: if (steps) givePrices(steps, model, i, cached ? use : null);
    outputUsd += (band.output * price.output) / 1e6;
    record: if (steps) {
      const output = tokens.compaction === null ? `calls${i} * O` : `wrote${i}`;
      steps.step('Z', `Z + ${output} * out / 1e6`, outputUsd, 'cost of output', 'USD');
    }
    if (!cached) {
      freshUsd += (band.prompts * price.input) / 1e6;
      record: steps?.step('F', `F + prompts${i} * in / 1e6`, freshUsd, 'cost of input', 'USD');
      continue;
    }
    const read = readFromCache(band, model);
    record: steps?.step('read', `eta * (old${i} + own * own${i})`, read, 'input read from the cache', 'tokens');
    const written = Math.max(0, band.prompts - band.short - read);
    record: steps?.step(
      'written',
      `max(0, prompts${i} - short${i} - read)`,
      written,
      'input written to the cache',
      'tokens',
    );
    freshUsd += (band.short * price.input) / 1e6 + (written * writePrice(price, use)) / 1e6;
    record: steps?.step('F', freshFormula(i), freshUsd, 'cost of input not from the cache', 'USD');
    readsUsd += (read * price.cachedInput) / 1e6;
    record: steps?.step('E', 'E + read * cached / 1e6', readsUsd, 'cost of input from the cache', 'USD');
    reads += read;
    record: steps?.step('reads', 'reads + read', reads, 'input read from the cache so far', 'tokens');
  }
  run.reads = reads;
  run.freshUsd = freshUsd;
  run.readsUsd = readsUsd;
  run.outputUsd = outputUsd;
}

/** The sums to which `priceBands` adds; `zero` is a formula. */
export function recordNothingYet(steps: TaskSteps, zero: string): void {
  for (const symbol of ['F', 'E', 'Z', 'reads']) steps.step(symbol, zero, 0, 'so far', '');
}

const freshFormula = (band: number): string => `F + (short${band} * in / 1e6 + written * write / 1e6)`;

/** The prices of a band; `cached` null: none of the cache is used. */
function givePrices(steps: TaskSteps, model: CatalogModel, band: number, cached: CacheUse | null): void {
  const price = model.priceBands[band] as PriceBand;
  const where = band === 0 ? 'list price' : `list price above ${model.thresholds[band - 1]} tokens`;
  const give = (symbol: string, value: number, what: string) =>
    steps.given(symbol, value, what, 'USD per 1M tokens', where);
  give('in', price.input, 'input');
  give('out', price.output, 'output');
  if (cached === null) return;
  give('cached', price.cachedInput, 'input from the cache');
  give('write', writePrice(price, cached), `cache write, for ${cached.cacheTtl}`);
}
