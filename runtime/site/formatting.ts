/** Numbers as every page writes them: grouped here, independent of the locale; amounts in a column alike in decimals. */

import { formatUsd } from '../core/answers/summary.ts';

/** 1,048,576. `value` is whole. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** A list price in USD, exact, with at least two decimals: 0.075, 2.50. */
export function listPrice(value: number): string {
  const [whole = '0', decimals = ''] = plainDigits(value).split('.');
  return `${grouped(Number(whole))}.${decimals.padEnd(2, '0')}`;
}

/** How many decimals a list price has; null has none. */
export const decimalsOf = (value: number | null): number =>
  value === null ? 0 : (plainDigits(value).split('.')[1] ?? '').length;

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

/** A number of tokens, rounded as a column of them is read: 128K, 1M, 1.05M. */
export const shortTokens = (value: number): string =>
  value >= 999_500 ? `${Math.round(value / 1e4) / 100}M` : `${Math.round(value / 1000)}K`;

/** Without an exponent: 0.0000001. */
const plainDigits = (value: number): string =>
  String(value).includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : String(value);

/** Decimals with which the largest amount has at least three digits: $1,234, $12.30, $0.252, $0.00041. */
export function decimalsFor(largest: number): number {
  let decimals = largest >= 1000 ? 0 : 2;
  for (let scaled = largest * 100; scaled > 0 && scaled < 99.5 && decimals < 9; scaled *= 10) decimals++;
  return decimals;
}

/** Decimals for amounts that stand together: the smallest has two digits; none from $10 on. */
export function decimalsForAll(amounts: readonly number[]): number {
  const positive = amounts.filter((amount) => amount > 0);
  const least = Math.min(...positive);
  if (positive.length === 0 || least >= 10) return 0;
  let decimals = 2;
  for (let scaled = least * 100; scaled < 9.5 && decimals < 9; scaled *= 10) decimals++;
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

/** A change in percent of the earlier price, such as `+50 %`; '' if there is nothing to compare. */
export function changeOf(before: number | null, after: number | null): string {
  if (!before || after === null || before === after) return '';
  const percent = Math.round((after / before - 1) * 1000) / 10;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}${percentSign}`;
}

/** Two list prices: `3.00 → 2.00 (−33.3 %)`, or only one if they are the same; null: a dash. */
export function movedPrice(before: number | null, after: number | null): string {
  const [first = '', second = ''] = [before, after].map((price) => (price === null ? '–' : listPrice(price)));
  if (first === second) return second;
  const change = changeOf(before, after);
  return `${first} → ${second}${change === '' ? '' : ` (${change})`}`;
}

/** What a solved task costs, under the share of failures that is assumed for it; null: none is solved. */
export const ifSolved = (amount: number | null, failedPct: number): string =>
  amount === null ? 'none solved' : `${usd(amount)}${failedPct > 0 ? ` if ${percent(failedPct)} fail` : ''}`;
