/** What one run of a task costs on one model, in unrounded USD. */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { PriceBand } from '../dataset/price-on-day.ts';
import type { Workflow } from '../schemas/request-fields.ts';
import { type CacheUse, readFromCache, usesCache, writePrice } from './cache-use.ts';
import { bandsFor, type PromptBand } from './prompt-bands.ts';
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

export function runCost(tokens: TaskTokens, model: CatalogModel, use: CacheUse): RunCost {
  const bands = bandsFor(tokens, model);
  const run: RunUsd = { reads: 0, freshUsd: 0, readsUsd: 0, outputUsd: 0 };
  priceBands(bands, tokens, model, use, run);
  const tokensUsd = run.freshUsd + run.readsUsd + run.outputUsd;
  const searched = searchUsd(tokens, model.webSearchPer1000);
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
): void {
  const cached = usesCache(model, use);
  let reads = 0;
  let freshUsd = 0;
  let readsUsd = 0;
  let outputUsd = 0;
  for (let i = 0; i < bands.length; i++) {
    const band = bands[i] as PromptBand;
    const price = model.priceBands[i] as PriceBand;
    outputUsd += (band.calls * tokens.outputPerCall * price.output) / 1e6;
    if (!cached) {
      freshUsd += (band.prompts * price.input) / 1e6;
      continue;
    }
    const read = readFromCache(band, model);
    const written = Math.max(0, band.prompts - band.short - read);
    freshUsd += (band.short * price.input) / 1e6 + (written * writePrice(price, use)) / 1e6;
    readsUsd += (read * price.cachedInput) / 1e6;
    reads += read;
  }
  run.reads = reads;
  run.freshUsd = freshUsd;
  run.readsUsd = readsUsd;
  run.outputUsd = outputUsd;
}
