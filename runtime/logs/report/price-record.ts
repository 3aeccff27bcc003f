/** The bill of a record of a log: equal to `priceCall` to the nano-dollar, but fast enough for millions of calls. */

import { type CallRates, priceLines, ratesFor } from '../../core/pricing/call-rates.ts';
import { billableUnits, promptUnits, unitAt } from '../../core/schemas/billable-units.ts';
import { roundHalfUp, unitsPerDollar } from '../../core/values/money.ts';
import { type CallRecord, fillCounts } from '../call-record.ts';
import type { Amount } from './exact-usd.ts';

/** What one record used, line by line in the order of `billableUnits`, and its sum. Created once and reused. */
export interface RecordPrice extends Amount {
  quantities: Float64Array;
  /** The prompt length that decides the rates: the mean of several calls. */
  promptTokens: number;
  /** false: a part of the record has no price, and there are no lines. */
  isPriced: boolean;
  /** In whole units. */
  lines: Float64Array;
}

export const emptyPrice = (): RecordPrice => ({
  isPriced: false,
  units: 0,
  nanoPerUnit: 1,
  quantities: new Float64Array(billableUnits.length),
  promptTokens: 0,
  lines: new Float64Array(billableUnits.length),
});

/** From this many nano-dollars on, a call is rounded to a coarser unit; see `unitsPerDollar`. */
const coarseFrom = 2 ** 51;

/** Fills `price`. */
export function priceRecord(price: RecordPrice, record: CallRecord, tariff: CallRates): void {
  takeApart(price, record);
  billQuantities(price, tariff);
}

/** The places of the parts of the prompt. */
const promptAt = Uint8Array.from(promptUnits, ({ part }) => unitAt[part]);

/** Fills the quantities of `price`. */
export function takeApart(price: RecordPrice, record: CallRecord): void {
  const { quantities } = price;
  fillCounts(quantities, record);
  let prompt = 0;
  for (let unit = 0; unit < promptAt.length; unit++) prompt += quantities[promptAt[unit] as number] as number;
  price.promptTokens = record.calls > 0 ? prompt / record.calls : prompt;
}

/**
 * Fills the dollars of `price` from its quantities. A record of several calls is billed in the band of their mean
 * prompt, which is all that is known.
 */
export function billQuantities(price: RecordPrice, tariff: CallRates): void {
  price.isPriced = false;
  if (!tariff.isPriced) return;
  const rates = ratesFor(tariff, price.promptTokens);
  const { per } = tariff;
  const { quantities, lines } = price;
  const usd = priceLines(quantities, rates, per, lines);
  if (Number.isNaN(usd)) return;
  const units = usd * 1e9 < coarseFrom ? 1e9 : unitsPerDollar(usd, 1e9);
  let total = 0;
  for (let unit = 0; unit < lines.length; unit++) {
    const whole = roundHalfUp((lines[unit] as number) * units);
    lines[unit] = whole;
    total += whole;
  }
  price.isPriced = true;
  price.units = total;
  price.nanoPerUnit = 1e9 / units;
}

/** The parts of a prompt that are not read from the cache. */
export const uncachedAt = promptUnits.map(({ part }) => unitAt[part]).filter((at) => at !== unitAt.cachedInput);

/** Tokens of a prompt that were not read from the cache. */
export const uncachedIn = ({ quantities }: RecordPrice): number => sumAt(quantities);

/** What they cost, in the units of `price`. */
export const uncachedUnits = ({ lines }: RecordPrice): number => sumAt(lines);

function sumAt(cells: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < uncachedAt.length; at++) sum += cells[uncachedAt[at] as number] as number;
  return sum;
}
