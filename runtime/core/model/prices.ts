/** Which price holds: on a day, and for a prompt of so many tokens. */
import type { DatedPrice } from '../dataset/dataset.ts';

/** The price in force on `day` (YYYY-MM-DD, UTC), or undefined before the first. `prices` is oldest first. */
export function priceOn(prices: readonly DatedPrice[], day: string): DatedPrice | undefined {
  return prices.findLast(({ from }) => from === null || from <= day);
}

/** The first price that takes effect after `day`, or undefined. */
export function nextPriceAfter(prices: readonly DatedPrice[], day: string): DatedPrice | undefined {
  return prices.find(({ from }) => from !== null && from > day);
}

/**
 * Whether `price` is used on `day` although it was promised only until an earlier one: nothing is known of what followed.
 * In `prices` a later entry ends a promise as it was meant to end.
 */
export function hasLapsed(prices: readonly DatedPrice[], price: DatedPrice, day: string): boolean {
  return price.holdsUntil !== undefined && price.holdsUntil < day && priceOn(prices, day) === price;
}

/** USD per 1,000,000 tokens for prompts of one length. */
export interface PriceBand {
  input: number;
  output: number;
  /** Equals `input` where no discount is stated. */
  cachedInput: number;
  /** Equals `input` where writing carries no premium. */
  cacheWrite: number;
  /** null: not offered. */
  cacheWrite1h: number | null;
}

/** The prices up to the first long-context threshold, above it, and so on; `price.longContext` has the thresholds. */
export const priceBandsOf = (price: DatedPrice): PriceBand[] =>
  [price, ...price.longContext].map(({ input, output, cachedInput, cacheWrite, cacheWrite1h }) => ({
    input,
    output,
    cachedInput: cachedInput ?? input,
    cacheWrite: cacheWrite ?? input,
    cacheWrite1h: cacheWrite1h ?? null,
  }));
