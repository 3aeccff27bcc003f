/** Numbers as every page writes them: grouped here, independent of the locale. */

import { formatUsd } from '../core/answers/summary.ts';

/** 1,048,576. `value` is whole. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** A list price in USD, exact, with at least two decimals: 0.075, 2.50. */
export function listPrice(value: number): string {
  const [whole = '0', decimals = ''] = plainDigits(value).split('.');
  return `${grouped(Number(whole))}.${decimals.padEnd(2, '0')}`;
}

/** An amount of an estimate, in USD, rounded as in its sentence. */
export const usd = (value: number): string => (value < 0 ? `−${formatUsd(-value)}` : formatUsd(value));

/** A percent sign after a no-break space. */
export const percentSign = '\u00a0%';

/** A sentence from the API with no-break spaces before its percent signs. */
export const unbroken = (sentence: string): string => sentence.replaceAll(' %', percentSign);

/** A percentage: 25 %, 3.3 %. */
export const percent = (value: number): string =>
  `${value >= 9.95 || value === 0 ? Math.round(value) : value.toFixed(1)}${percentSign}`;

/** A number of tokens, exact: 1M, 1.05M, 200K, 204.8K, 1,048,576. */
export function tokens(value: number): string {
  if (value >= 1_000_000 && value % 10_000 === 0) return `${value / 1_000_000}M`;
  return value >= 1000 && value < 1_000_000 && value % 100 === 0 ? `${value / 1000}K` : grouped(value);
}

/** Without an exponent: 0.0000001. */
const plainDigits = (value: number): string =>
  String(value).includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : String(value);
