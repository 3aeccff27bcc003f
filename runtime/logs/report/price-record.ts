/** The price of a record of a log: equal to `priceCall` to the nano-dollar, but fast enough for millions of calls. */
import { roundHalfUp, unitsPerDollar } from '../../core/values/money.ts';
import type { CallRecord } from '../call-record.ts';
import type { Amount } from './exact-usd.ts';
import { promptTokensOf, type RecordTariff, ratesFor } from './record-tariffs.ts';

/** The price of one record: its lines in the order of `recordParts`, and their sum. Created once and reused. */
export interface RecordPrice extends Amount {
  /** false: a part of the record has no price, and there are no lines. */
  isPriced: boolean;
  /** In whole units. */
  lines: Float64Array;
}

/** The parts of a record that are billed. */
export const recordParts = ['input', 'cachedInput', 'cacheWrite', 'cacheWrite1h', 'output', 'webSearch'] as const;

export const emptyPrice = (): RecordPrice => ({
  isPriced: false,
  units: 0,
  nanoPerUnit: 1,
  lines: new Float64Array(recordParts.length),
});

/** From this many nano-dollars on, a call is rounded to a coarser unit; see `unitsPerDollar`. */
const coarseFrom = 2 ** 51;

/** Fills `price`. A record of several calls is billed in the band of their mean prompt, which is all that is known. */
export function priceRecord(price: RecordPrice, record: CallRecord, tariff: RecordTariff): void {
  price.isPriced = false;
  if (!tariff.isPriced) return;
  const { input, cachedInput, cacheWrite, cacheWrite1h, output, searches } = record;
  const rates = ratesFor(tariff, promptTokensOf(record));
  const { lines } = price;
  lines[0] = usdOf(input, rates[0], 1e6);
  lines[1] = usdOf(cachedInput, rates[1], 1e6);
  lines[2] = usdOf(cacheWrite, rates[2], 1e6);
  lines[3] = usdOf(cacheWrite1h, rates[3], 1e6);
  lines[4] = usdOf(output, rates[4], 1e6);
  lines[5] = usdOf(searches, tariff.searchFee, tariff.searchesPer);
  let usd = 0;
  for (let part = 0; part < lines.length; part++) usd += lines[part] as number;
  if (Number.isNaN(usd)) return;
  const units = usd * 1e9 < coarseFrom ? 1e9 : unitsPerDollar(usd, 1e9);
  let total = 0;
  for (let part = 0; part < lines.length; part++) {
    const whole = roundHalfUp((lines[part] as number) * units);
    lines[part] = whole;
    total += whole;
  }
  price.isPriced = true;
  price.units = total;
  price.nanoPerUnit = 1e9 / units;
}

/** A NaN rate, no price, matters only if the quantity is above 0. */
const usdOf = (quantity: number, rate: number, per: number): number => (quantity === 0 ? 0 : (quantity * rate) / per);
