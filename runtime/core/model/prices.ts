/** Which price holds: on a day, and for a call of so many tokens. */
import type { DatedPrice } from '../dataset/dataset.ts';
import { callsUpTo, promptsUpTo, type TaskTokens } from './tokens.ts';

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

/** USD per 1,000,000 tokens of each kind, averaged over the calls of a task. */
export interface Rates {
  input: number;
  output: number;
  /** null: the model has no cached price. */
  cachedInput: number | null;
  /** Equals `input` where writing carries no premium. */
  cacheWrite: number;
}

type Prices = Pick<DatedPrice, 'input' | 'output' | 'cachedInput' | 'cacheWrite'>;

const ratesOf = (price: Prices, cachedInput: number | null = price.cachedInput): Rates => ({
  input: price.input,
  output: price.output,
  cachedInput,
  cacheWrite: price.cacheWrite ?? price.input,
});

/**
 * The rates of a task whose prompts may cross long-context thresholds. A call whose prompt exceeds a threshold is
 * billed wholly at that price, so input rates are weighted by each band's share of prompt tokens and the output
 * rate by its share of calls.
 *
 * With a threshold of 200,000 tokens, prices of $1.25 below and $2.50 above it, one call of 199,999 or of 200,000 tokens
 * costs $1.25 per million (0.24999875 and 0.25 dollars), one of 200,001 tokens $2.50 per million for all of them
 * (0.5000025 dollars).
 */
export function ratesFor(price: DatedPrice, tokens: TaskTokens): Rates {
  const first = price.longContext[0];
  if (first === undefined || tokens.peak <= first.above || tokens.calls === 0) return ratesOf(price);

  const allPrompts = promptsUpTo(tokens.calls, tokens);
  const rates: Rates = { input: 0, output: 0, cachedInput: price.cachedInput === null ? null : 0, cacheWrite: 0 };
  let callsBilled = 0;
  let promptsBilled = 0;
  const bands: Prices[] = [price, ...price.longContext];
  bands.forEach((band, index) => {
    const limit = price.longContext[index]?.above;
    const calls = limit === undefined ? tokens.calls : callsUpTo(limit, tokens);
    const prompts = calls === tokens.calls ? allPrompts : promptsUpTo(calls, tokens);
    const inputShare = (prompts - promptsBilled) / allPrompts;
    const callShare = (calls - callsBilled) / tokens.calls;
    // A band that states no cached price gives no discount there.
    const { input, output, cachedInput, cacheWrite } = ratesOf(band, band.cachedInput ?? band.input);
    rates.input += inputShare * input;
    rates.output += callShare * output;
    rates.cacheWrite += inputShare * cacheWrite;
    if (rates.cachedInput !== null) rates.cachedInput += inputShare * (cachedInput as number);
    callsBilled = calls;
    promptsBilled = prompts;
  });
  return rates;
}
