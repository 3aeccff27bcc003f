/** A table of an explanation, whose columns add up to their totals digit by digit. */
import type { Cell, Section } from '../answers/schemas/explanation-schema.ts';
import { roundHalfUp } from '../values/money.ts';

/** A column that is added up: tokens to three decimals, dollars to nine. */
interface Added {
  name: string;
  decimals: 3 | 9;
}

export const tokens = (name: string): Added => ({ name, decimals: 3 });
export const dollars = (name: string): Added => ({ name, decimals: 9 });

/** A number with so many decimals. */
export const rounded = (value: number, decimals: number): number =>
  roundHalfUp(value * 10 ** decimals) / 10 ** decimals;

/** @param columns names, and those that are added up */
export function table(
  title: string,
  note: string,
  columns: readonly (string | Added)[],
  rows: readonly Cell[][],
): Section {
  const sums = columns.map((column) => (typeof column === 'string' ? null : new RoundedSum(10 ** column.decimals)));
  return {
    ...{ title, note },
    columns: columns.map((column, i) => ({
      name: typeof column === 'string' ? column : column.name,
      adds: sums[i] !== null,
    })),
    rows: rows.map((row) => row.map((cell, i) => sums[i]?.add(cell as number) ?? cell)),
    total: sums.every((sum) => sum === null)
      ? null
      : sums.map((sum, i) => (i === 0 ? 'together' : (sum?.total ?? null))),
  };
}

/** Rounds numbers one after another, so that they add up to their rounded sum. */
class RoundedSum {
  private exact = 0;
  private whole = 0;
  constructor(private readonly unit: number) {}

  add(value: number): number {
    const before = this.whole;
    this.exact += value;
    this.whole = roundHalfUp(this.exact * this.unit);
    return (this.whole - before) / this.unit;
  }

  get total(): number {
    return this.whole / this.unit;
  }
}
