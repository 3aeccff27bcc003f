/** What a recorded run costs at the prices in force. */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { MeasuredRow } from '../schemas/board-schemas.ts';
import type { MeasuredRun } from '../schemas/data-files/measured-file.ts';
import { roundUsd } from '../values/money.ts';

/** USD of one attempt, to the nano-dollar, and how it is known: as in a row of a board. */
interface RunPrice extends Pick<MeasuredRow, 'priceRatio' | 'assumedCachedShare'> {
  usd: number;
  basis: NonNullable<MeasuredRow['usdBasis']>;
}

/**
 * USD of an attempt: (input - cached) at the cache-write price, cached at the cached price, output at the output
 * price, all at the base prices for short prompts. Without tokens, or without a model of this dataset, the recorded
 * dollars, times `priceRatio` if it is known. Null: neither is known.
 * @param usualCachedShare assumed if the cached tokens were not recorded
 * @param priceRatio what the same work costs on the model at the prices in force, over what it cost at those of the day of
 * the run; null: not known
 */
export function priceRun(
  run: MeasuredRun,
  model: CatalogModel | undefined,
  usualCachedShare: number,
  priceRatio: number | null = null,
): RunPrice | null {
  const { inputTokens, outputTokens, cachedTokens, recordedUsd } = run;
  if (model === undefined || inputTokens === null || outputTokens === null) {
    if (recordedUsd === null) return null;
    if (priceRatio === null) return { usd: recordedUsd, basis: 'recorded', priceRatio, assumedCachedShare: null };
    return { usd: roundUsd(recordedUsd * priceRatio, 1e9), basis: 'scaled', priceRatio, assumedCachedShare: null };
  }
  const { input, output, cachedInput, cacheWrite } = model.price;
  const cached = cachedInput === null ? 0 : (cachedTokens ?? usualCachedShare * inputTokens);
  // Without cache reads, no cache writes are assumed either.
  const fresh = (inputTokens - cached) * (cached > 0 ? (cacheWrite ?? input) : input);
  return {
    usd: roundUsd((fresh + cached * (cachedInput ?? 0) + outputTokens * output) / 1e6, 1e9),
    basis: 'repriced',
    priceRatio: null,
    assumedCachedShare: cachedInput !== null && cachedTokens === null ? usualCachedShare : null,
  };
}

/** The median of the recorded cached shares of a board; 0 if none was recorded. */
export function usualCachedShare(runs: readonly MeasuredRun[]): number {
  const shares = runs
    .flatMap(({ inputTokens, cachedTokens }) =>
      inputTokens && cachedTokens !== null ? [cachedTokens / inputTokens] : [],
    )
    .sort((a, b) => a - b);
  const half = shares.length / 2;
  const [below = 0, above = 0] = [shares[Math.ceil(half) - 1], shares[Math.floor(half)]];
  return Math.round(((below + above) / 2) * 1e4) / 1e4;
}
