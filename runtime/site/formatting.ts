/** Numbers as every page writes them: grouped here, independent of the locale; amounts in a column alike in decimals. */

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

/** Decimals with which the largest amount has at least three digits: $1,234, $12.30, $0.252, $0.00041. */
export function decimalsFor(largest: number): number {
  let decimals = largest >= 1000 ? 0 : 2;
  for (let scaled = largest * 100; scaled > 0 && scaled < 99.5 && decimals < 9; scaled *= 10) decimals++;
  return decimals;
}

/** Dollars with a fixed number of decimals. */
export function fixed(usd: number, decimals: number): string {
  const [whole = '0', fraction] = Math.abs(usd).toFixed(decimals).split('.');
  return `${usd < 0 ? '−' : ''}$${grouped(Number(whole))}${fraction === undefined ? '' : `.${fraction}`}`;
}

/**
 * Differences and their sum, rounded so that the figures shown add up: each is the difference between two rounded
 * running totals.
 */
export function differences(amounts: readonly number[]): { parts: string[]; total: string } {
  const decimals = decimalsFor(amounts.reduce((most, amount) => Math.max(most, Math.abs(amount)), 0));
  const units = 10 ** decimals;
  const shown = (whole: number): string => `${whole > 0 ? '+' : ''}${fixed(whole / units, decimals)}`;
  let running = 0;
  let rounded = 0;
  const parts = amounts.map((amount) => {
    running += amount;
    const upTo = Math.round(running * units);
    const part = upTo - rounded;
    rounded = upTo;
    return shown(part);
  });
  return { parts, total: shown(rounded) };
}

/** A number of calls: 1 call, 1,200 calls. */
export const calls = (count: number): string => `${grouped(count)} ${count === 1 ? 'call' : 'calls'}`;
