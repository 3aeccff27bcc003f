/** Money in whole units, so that a breakdown adds up exactly. */
import { withoutExponent } from '../api/json-text.ts';

/**
 * Rounds to the nearest whole number, half up. A half that binary arithmetic leaves slightly too small is rounded up
 * too, as on paper.
 */
export const nearest = (amount: number): number => Math.floor(amount + 0.500001);

/**
 * The finest units per dollar in which `usd` is fewer than 2^51 units: nano-dollars up to $2,251,799.813685247,
 * micro-dollars from $2,251,799.813685248 (2^51 nano-dollars) on. Such counts are exact as doubles, and so is the
 * conversion back from dollars, so anyone can add up a breakdown.
 * @param finest the finest unit wanted: 1e9 a task, 1e6 a month
 */
export function unitsPerDollar(usd: number, finest: 1e9 | 1e6): number {
  let units: number = finest;
  while (usd * units >= 2 ** 51) units = units > 1 ? units / 1000 : units / 2;
  return units;
}

/** Amounts and their exact sum. */
export interface Sum {
  leaves: number[];
  total: number;
}

/** `leaves` (USD) rounded to one unit, and their exact sum. */
export function addUp(leaves: readonly number[], finest: 1e9 | 1e6): Sum {
  let usd = 0;
  for (const leaf of leaves) usd += leaf;
  const units = unitsPerDollar(usd, finest);
  let total = 0;
  const rounded: number[] = [];
  for (const leaf of leaves) {
    const whole = nearest(leaf * units);
    total += whole;
    rounded.push(whole / units);
  }
  return { leaves: rounded, total: total / units };
}

/** `parts` of `total` (USD) rounded to its unit, and their exact sum, which never exceeds `total`. */
export function partsOf(total: number, parts: readonly number[], finest: 1e9 | 1e6): Sum {
  const units = unitsPerDollar(total, finest);
  const whole = nearest(total * units);
  let rest = whole;
  const leaves: number[] = [];
  for (const usd of parts) {
    const leaf = Math.min(rest, nearest(usd * units));
    rest -= leaf;
    leaves.push(leaf / units);
  }
  return { leaves, total: (whole - rest) / units };
}

/** A single amount of USD, rounded to nano-dollars (a task) or micro-dollars (a month). */
export function roundUsd(usd: number, finest: 1e9 | 1e6): number {
  const units = unitsPerDollar(usd, finest);
  return nearest(usd * units) / units;
}

/**
 * Percent of `total` for each of `parts`, to 4 decimals. Cumulative rounding: the percentages add up to the
 * rounded percentage of the sum and never exceed 100. All 0 when `total` is 0.
 */
export function percentages(parts: readonly number[], total: number): Sum {
  let running = 0;
  let rounded = 0;
  const leaves: number[] = [];
  for (const part of parts) {
    running += part;
    const upTo = total === 0 ? 0 : nearest(Math.min(1, running / total) * 1e6);
    leaves.push((upTo - rounded) / 1e4);
    rounded = upTo;
  }
  return { leaves, total: rounded / 1e4 };
}

/** Tokens, rounded to thousandths of a token (a mean need not be whole). */
export const roundTokens = (tokens: number): number => nearest(tokens * 1e3) / 1e3;

/** 1,048,576: grouped by hand, so that the text does not depend on a locale. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** A number without an exponent: `String` writes 0.000000967 as 9.67e-7. */
export const decimal = (amount: number): string => withoutExponent(String(amount));

/** An amount in full, with cents if it has any: $3, $0.25, $0.075, $12,000. */
export function shortDollars(usd: number): string {
  const cents = usd * 100;
  const [whole = '', fraction] = (
    Math.floor(cents) === cents && Math.floor(usd) !== usd ? usd.toFixed(2) : decimal(usd)
  ).split('.');
  return `$${grouped(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}
