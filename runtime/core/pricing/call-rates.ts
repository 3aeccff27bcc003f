/**
 * What calls cost once their tariff is known, those of a log and those of an estimate alike. How a tariff is found takes
 * longer to load: `tariff.ts`, and `unit-rates.ts` for the rates of a model.
 */

/** What each billable unit costs, in their order: USD for as many as `per` says; NaN: there is no such price. */
export type Rates = Float64Array;

/** What the dollars of a call are computed from. */
export interface CallRates {
  /** false: no part of such a call has a price. */
  isPriced: boolean;
  /** Prompt lengths above which the next rates apply. */
  thresholds: readonly number[];
  /** One more than thresholds. */
  rates: readonly Rates[];
  /** How many units the rates are for. */
  per: Float64Array;
}

/** The rates for a prompt of this length. */
export const ratesFor = (tariff: CallRates, promptTokens: number): Rates =>
  tariff.rates[bandFor(tariff, promptTokens)] as Rates;

/** The index of the rates for a prompt of this length. */
export function bandFor({ thresholds }: Pick<CallRates, 'thresholds'>, promptTokens: number): number {
  let band = 0;
  for (let at = 0; at < thresholds.length; at++) if (promptTokens > upTo(thresholds[at] as number)) band = at + 1;
  return band;
}

/** Room for what binary arithmetic adds to a mean prompt: a billionth. Whole tokens are compared exactly. */
const slack = 1e-9;

/** The longest prompt, in tokens, that counts as no longer than `limit`, with room for rounding. */
export const upTo = (limit: number): number => limit * (1 + slack);

/** The longest prompt, in tokens, that counts as shorter than `limit`. */
export const below = (limit: number): number => limit * (1 - slack);

/**
 * Fills `lines` with USD, unrounded, in the order of the billable units.
 * @param quantities what was used of each unit
 * @returns their sum; NaN: a unit that was used has no price
 */
export function priceLines(quantities: Float64Array, rates: Rates, per: Float64Array, lines: Float64Array): number {
  let usd = 0;
  for (let unit = 0; unit < lines.length; unit++) {
    const line = lineUsd(quantities[unit] as number, unit, rates, per);
    lines[unit] = line;
    usd += line;
  }
  return usd;
}

/** USD of a quantity of a unit. */
const lineUsd = (quantity: number, unit: number, rates: Rates, per: Float64Array): number =>
  usdOf(quantity, rates[unit] as number, per[unit] as number);

/** USD of a quantity at `rate` for as many as `per`. A rate of NaN, no price, matters only if there is a quantity. */
export const usdOf = (quantity: number, rate: number, per: number): number =>
  quantity === 0 ? 0 : (quantity * rate) / per;
