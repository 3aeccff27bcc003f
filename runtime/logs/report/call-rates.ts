/** What the calls of a log cost once their tariff is known; how it is found is in `record-tariffs.ts`, which takes longer to load. */

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
export function bandFor({ thresholds }: CallRates, promptTokens: number): number {
  let band = 0;
  for (let at = 0; at < thresholds.length; at++) if (promptTokens > (thresholds[at] as number)) band = at + 1;
  return band;
}
