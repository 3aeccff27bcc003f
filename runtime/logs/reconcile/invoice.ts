/** What is kept of an invoice or a report of costs: dollars and counts by day and model, never who wrote what. */
import type { BillableUnit } from '../../core/schemas/billable-units.ts';
import { Misread } from '../fields/values.ts';

/** A line of an invoice: one charge, or the sum of charges of a day. */
export interface InvoiceLine {
  /** The first day it is for (YYYY-MM-DD), as whoever billed it counts days; null: it does not say. */
  day: string | null;
  /** How many days it sums up; 30 for a month. */
  days: number;
  /** The model as billed; null: a charge that is for no model, or that names none. */
  model: string | null;
  key: string | null;
  project: string | null;
  /** What was billed, in 10^-18 dollars, below 0 for a credit; null: it only counts, and its dollars are list prices. */
  attoUsd: bigint | null;
  /** The one unit that the charge is for; null: several, or it does not say. */
  unit: BillableUnit['count'] | null;
  /** Its counts; null: it has none. */
  counts: { readonly [unit in BillableUnit['count']]?: number } | null;
  /** What the charge is for, where no model is named. */
  item: string | null;
}

/** A line with nothing known but its dollars. */
export const noLine: InvoiceLine = {
  ...{ day: null, days: 1, model: null, key: null, project: null },
  ...{ attoUsd: null, unit: null, counts: null, item: null },
};

/** The units of `attoUsd` in a dollar. */
const attoPerUsd = 18;

/**
 * Dollars as written, exactly, up to 18 decimals.
 * @param shift decimals by which the unit is smaller than a dollar: 2 for cents
 * @throws Misread, which names the field
 */
export function attoIn(written: unknown, field: string, shift = 0): bigint {
  const text =
    typeof written === 'string'
      ? written
          .trim()
          .replace(/^(-?)\$/, '$1')
          .replaceAll(',', '')
      : String(written);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text) ?? [];
  const digits = whole + fraction;
  const places = attoPerUsd - shift + Number(exponent) - fraction.length;
  if (digits === '' || digits.length + Math.max(0, places) > mostDigits) throw new Misread(`${field} is not an amount`);
  const atto = places >= 0 ? BigInt(digits) * 10n ** BigInt(places) : rounded(BigInt(digits), 10n ** BigInt(-places));
  return sign === '-' ? -atto : atto;
}

const mostDigits = 60;

/** `number` divided by `divisor`, half up. */
export const rounded = (number: bigint, divisor: bigint): bigint =>
  (number < 0n ? -1n : 1n) * (((number < 0n ? -number : number) + divisor / 2n) / divisor);
