/** What one run of a task costs on one model, in unrounded USD. */
import type { CatalogModel } from '../dataset/catalog.ts';
import { type Rates, ratesFor } from './prices.ts';
import { callsBelow, promptsUpTo, type TaskTokens } from './tokens.ts';

export interface RunCost {
  tokens: TaskTokens;
  rates: Rates;
  /** Whether the prompt cache is used at all. */
  cached: boolean;
  /** Input tokens not read from the cache; they are written to it where it is used. */
  fresh: number;
  /** Input tokens read from the cache. */
  reads: number;
  /** USD for `fresh`, for `reads`, for the output, and in all. */
  freshUsd: number;
  readsUsd: number;
  outputUsd: number;
  usd: number;
  /** USD of writing the whole context to the cache once; 0 where the cache is not used. */
  contextUsd: number;
}

/**
 * Every token is fresh once (written to the cache) and read by every later call. Cold are the whole last prompt
 * (each of its tokens was fresh once), a prompt after every handoff, and the prompts too short to be cached.
 */
export function runCost(tokens: TaskTokens, model: CatalogModel, promptCaching: boolean): RunCost {
  const rates = ratesFor(model.price, tokens);
  const { input, calls, handoffs, peak, output } = tokens;
  const outputUsd = (output * rates.output) / 1e6;

  if (!promptCaching || rates.cachedInput === null || peak < model.minPrefixTokens || calls === 0) {
    const freshUsd = (input * rates.input) / 1e6;
    return {
      tokens,
      rates,
      cached: false,
      fresh: input,
      reads: 0,
      freshUsd,
      readsUsd: 0,
      outputUsd,
      usd: freshUsd + outputUsd,
      contextUsd: 0,
    };
  }
  const tooShort = promptsUpTo(callsBelow(model.minPrefixTokens, tokens), tokens);
  const cold = Math.min(input, peak + (handoffs * input) / calls + tooShort);
  const reads = model.hitEfficiency.value * (input - cold);
  const fresh = input - reads;
  const freshUsd = (fresh * rates.cacheWrite) / 1e6;
  const readsUsd = (reads * rates.cachedInput) / 1e6;
  return {
    tokens,
    rates,
    cached: true,
    fresh,
    reads,
    freshUsd,
    readsUsd,
    outputUsd,
    usd: freshUsd + readsUsd + outputUsd,
    contextUsd: (Math.min(peak, fresh) * rates.cacheWrite) / 1e6,
  };
}
