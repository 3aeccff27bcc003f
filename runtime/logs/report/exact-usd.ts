/** Dollars as whole nano-dollars, exact for sums of any size. */
import { roundHalfUp, unitsPerDollar } from '../../core/values/money.ts';

/** An amount in whole units; a unit is a nano-dollar except for amounts beyond two million dollars. */
export interface Amount {
  units: number;
  nanoPerUnit: number;
}

/** An amount of dollars, rounded like the price of a call. */
export function amountOf(usd: number): Amount {
  const perDollar = unitsPerDollar(usd, 1e9);
  return { units: roundHalfUp(usd * perDollar), nanoPerUnit: 1e9 / perDollar };
}

/**
 * A sum takes two cells of a table: whole nano-dollars below `carry`, and how often `carry` was carried over. Both are
 * exact as doubles up to sums of 10^22 dollars.
 */
export const carry = 2 ** 50;

/** Adds to the sum in `cells[at]` and `cells[at + 1]`. */
export function addTo(cells: Float64Array, at: number, { units, nanoPerUnit }: Amount): void {
  if (nanoPerUnit !== 1) {
    const nano = BigInt(units) * BigInt(nanoPerUnit);
    cells[at] = (cells[at] as number) + Number(nano % BigInt(carry));
    cells[at + 1] = (cells[at + 1] as number) + Number(nano / BigInt(carry));
  } else cells[at] = (cells[at] as number) + units;
  while ((cells[at] as number) >= carry) {
    cells[at] = (cells[at] as number) - carry;
    cells[at + 1] = (cells[at + 1] as number) + 1;
  }
}

/** The sum in `cells[at]` and `cells[at + 1]`, in nano-dollars. */
export const sumIn = (cells: Float64Array, at: number): bigint =>
  BigInt(cells[at + 1] as number) * BigInt(carry) + BigInt(cells[at] as number);

/** Nano-dollars as dollars: the nearest number, which up to two million dollars is exact to the nano-dollar. */
export const usdOf = (nano: bigint): number => Number(usdDigits(nano));

/** Nano-dollars as dollars in digits, all of them: 12.5, 0.000000001. */
export const usdDigits = (nano: bigint): string => decimalDigits(nano, 9);

/** A whole number divided by a power of ten, in digits. */
export function decimalDigits(whole: bigint, decimals: number): string {
  const digits = String(whole < 0n ? -whole : whole).padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const text = `${whole < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}`;
  return fraction === '' ? text : `${text}.${fraction}`;
}

/** Cells of a cause: calls, tokens, records that have a price, and two for each sum. */
const causeWidth = 7;

/** Calls, tokens and dollars by cause. */
export class CauseSums<Cause extends string> {
  private readonly cells: Float64Array;
  private readonly placeOf: ReadonlyMap<Cause, number>;

  constructor(private readonly causes: readonly Cause[]) {
    this.cells = new Float64Array(causes.length * causeWidth);
    this.placeOf = new Map(causes.map((cause, place) => [cause, place * causeWidth]));
  }

  /** @param amount null: no price @param extra the part of it that could have been saved */
  add(cause: Cause, calls: number, tokens: number, amount: Amount | null, extra: Amount | null = null): void {
    const { cells } = this;
    const at = this.placeOf.get(cause) as number;
    cells[at] = (cells[at] as number) + calls;
    cells[at + 1] = (cells[at + 1] as number) + tokens;
    if (amount === null) return;
    cells[at + 2] = (cells[at + 2] as number) + 1;
    addTo(cells, at + 3, amount);
    if (extra !== null) addTo(cells, at + 5, extra);
  }

  /** In the order of the causes; nano-dollars of the amounts, and of the extra parts. */
  all() {
    return this.causes.map((cause, place) => {
      const [calls = 0, tokens = 0, priced = 0] = this.cells.subarray(place * causeWidth);
      const at = place * causeWidth + 3;
      return {
        ...{ cause, calls, tokens, isPriced: priced > 0 },
        ...{ nano: sumIn(this.cells, at), extraNano: sumIn(this.cells, at + 2) },
      };
    });
  }
}
