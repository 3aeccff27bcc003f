/** Amounts in a column: all with the same number of decimals. */
import { grouped } from './figures.ts';

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
