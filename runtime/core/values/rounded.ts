/** Numbers for people: rounded, with thousands separated. `--json` prints them exactly. */

import { grouped } from './money.ts';

export { shortDollars as price } from './money.ts';

/** Dollars: cents from one dollar on, four decimals from one cent on, two significant digits below. */
export function usd(value: number): string {
  if (value === 0) return '$0';
  const decimals = value >= 1 ? 2 : value >= 0.01 ? 4 : Math.min(100, 1 - exponentOf(value));
  const [whole = '', fraction] = value.toFixed(decimals).split('.');
  return `$${grouped(whole)}.${fraction}`;
}

/** The power of ten of the first digit of a number above 0: -3 for 0.0042. */
const exponentOf = (value: number): number => Number(value.toExponential().split('e')[1]);

/** A count, such as tokens, as a whole number. */
export const whole = (value: number): string => grouped(value.toFixed(0));

/** A count that may be a mean: at most one decimal. */
export const mean = (value: number): string => grouped(value.toFixed(1).replace(/\.0$/, ''));

/** A mean in a sentence: two decimals below ten, one above; what is smaller is not shown as zero. */
export const roughly = (value: number): string =>
  value !== 0 && value < 0.01 ? 'less than 0.01' : value < 10 ? String(Number(value.toFixed(2))) : mean(value);

/** Percent with one decimal; a small value is shown as < 0.1, never as zero. */
export const percent = (value: number): string => `${value !== 0 && value < 0.05 ? '< 0.1' : value.toFixed(1)} %`;

/** A difference in percent with its sign and one decimal: +1.2 %, -0.6 %, 0.0 %. */
export function signedPercent(value: number): string {
  const text = Math.abs(value).toFixed(1);
  return `${text === '0.0' ? '' : value < 0 ? '-' : '+'}${text} %`;
}

/** Tokens: in millions from one million on, 1.31 M. */
export const tokens = (value: number): string =>
  value < 1e6 ? whole(value) : `${grouped((value / 1e6).toFixed(2).replace(/\.?0+$/, ''))} M`;
