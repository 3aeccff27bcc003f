/** Values of a board as text for people. */
import { listPrice as exact, grouped, percentSign, usd } from '../formatting.ts';
import type { BoardRow } from './board-views.ts';

const unknown = '–';

/** Dollars of a task; null is unknown, never $0. */
export const dollars = (amount: number | null): string => (amount === null ? unknown : usd(amount));

/** A list price per million tokens. */
export const listPrice = (amount: number | null): string => (amount === null ? unknown : `$${exact(amount)}`);

/** A round amount on an axis: $0.20, $5. */
export const tickText = (amount: number): string => (amount < 1 ? usd(amount) : `$${grouped(amount)}`);

/** A share in percent with one decimal, 63.4 %. */
export const percent = (share: number | null): string =>
  share === null ? unknown : `${(share * 100).toFixed(1)}${percentSign}`;

/** Tokens or calls, at most one decimal: 1,691,250 or 37.8. */
export const count = (value: number | null): string =>
  value === null ? unknown : value >= 1000 ? grouped(Math.round(value)) : value.toFixed(1).replace(/\.0$/, '');

/** GPT-5.6 Luna, max effort. */
export const rowName = ({ name, effort }: Pick<BoardRow, 'name' | 'effort'>): string =>
  effort === null ? name : `${name}, ${effort} effort`;

const interval = (low: string, high: string): string => `${low} to ${high}`;

export const successInterval = ({ successInterval: found }: BoardRow): string =>
  found === null ? unknown : interval((found.low * 100).toFixed(0), `${(found.high * 100).toFixed(0)}${percentSign}`);

export const usdInterval = ({ usdPerSolvedInterval: found }: BoardRow): string =>
  found === null
    ? unknown
    : found.high === null
      ? `${dollars(found.low)} or more`
      : interval(dollars(found.low), dollars(found.high));

/** 1st, 2nd, 3rd, 11th. */
export function ordinal(place: number): string {
  const tens = place % 100;
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}

/** What dollars without tokens are; null: the tokens were recorded, or no price has changed since. */
export function basisOf({ usdBasis, priceRatio }: BoardRow): string | null {
  if (usdBasis === 'recorded') return 'as recorded';
  return priceRatio === null || priceRatio === 1 ? null : `recorded dollars × ${priceRatio}`;
}
