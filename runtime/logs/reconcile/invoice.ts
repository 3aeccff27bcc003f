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

type Count = BillableUnit['count'];

/** The first that fits; names of providers' usage reports, of OpenAI's line items, of meters of Amazon and Azure. */
const units: readonly (readonly [RegExp, Count])[] = [
  [/web[ _-]?search/, 'searches'],
  [/(cach|write|creat).*\b_?1_?h|\b1 ?h.*(cach|write)|ephemeral_1h/, 'cacheWrite1h'],
  [/cach\w*[ _-]?(write|creat)|ephemeral_5m|cchd[ _-]?w/, 'cacheWrite'],
  [/cach|cchd/, 'cachedInput'],
  [/\bout|outp|completion/, 'output'],
  [/\bin(p|put)?\b|inp|prompt/, 'input'],
];

/** The unit that a meter, a type of tokens or a line item counts; null: it does not say. */
export function unitOf(name: string): Count | null {
  const lower = name.toLowerCase().replace(/([a-z])(?=token)/g, '$1 ');
  return units.find(([pattern]) => pattern.test(lower))?.[1] ?? null;
}

/** Words after the model in the name of a meter: what is counted, and where or how it was processed. */
const afterModel =
  /[ _,-]*\b(cached?|cchd|cache|inp(ut)?|in|outp(ut)?|out|output|prompt|completion|batch|tokens?|mantle|glbl|gl|global|regional|regnl|dzone|data ?zone|dz)([ _,-].*)?$/i;

/**
 * The model in the name of a meter, as a name that can be looked up; null: it names none.
 *
 *     modelIn('USE1-Claude4.5Sonnet-input-tokens')       // claude-4.5-sonnet
 *     modelIn('gpt-4o-mini-0718-Inp-glbl Tokens')         // gpt-4o-mini
 *     modelIn('gpt-4o-2024-08-06, cached input')          // gpt-4o-2024-08-06
 */
export function modelIn(meter: string): string | null {
  const [first = ''] = meter.split(', ');
  const name = first
    .replace(/^[A-Z]{2,4}\d?-(?=[A-Za-z])/, '')
    .replace(/ ?\(Amazon Bedrock Edition\)/, '')
    .replace(afterModel, '')
    .replace(/[ -](0[1-9]|1[0-2])([0-2]\d|3[01])$/, '')
    .replace(/([a-z])(?=\d+\.\d)|(\d)(?=[A-Z][a-z])/g, '$1$2-')
    .replace(/^(Claude)(?=\d)/, '$1-')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase();
  return /[a-z]/.test(name) && unitOf(name) === null ? name : null;
}

/**
 * How many of what is counted a unit of a bill is: 1000 for `1K tokens`, 1000000 for `1M`; null: it does not count
 * tokens or calls.
 */
export function perUnit(unit: string): number | null {
  const [, digits = '1', scale = ''] =
    /^\s*(?:(\d[\d,]*)\s*)?(k|m|thousand|million)?\s*(?:tokens?|units?|requests?|searches)?\s*$/i.exec(unit) ?? [];
  if (unit.trim() === '' || !/token|^\d|unit|request|search/i.test(unit.trim())) return null;
  const times = /^(k|thousand)$/i.test(scale) ? 1e3 : /^(m|million)$/i.test(scale) ? 1e6 : 1;
  return Number(digits.replaceAll(',', '')) * times;
}
