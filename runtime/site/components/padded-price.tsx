/** A price in a column of numbers whose decimal points are under one another. */
import { decimalsOf, listPrice } from '../formatting.ts';

interface Padded {
  /** USD; null: there is none. */
  value: number | null;
  /** The most decimals of the column. */
  decimals: number;
}

/** Exact, with blanks as wide as digits after it (a small screen has no room for them); a dash, never 0, for no price. */
export function PaddedPrice({ value, decimals }: Padded) {
  const missing = value === null ? decimals : decimals - Math.max(2, decimalsOf(value));
  return (
    <>
      {value === null ? '–' : listPrice(value)}
      {missing > 0 && <span class="pad">{'\u2007'.repeat(missing)}</span>}
    </>
  );
}
