/** Sums of calls by a key, in bounded memory. */
import type { CallRecord } from '../call-record.ts';
import { addTo, amountOf, carry, sumIn } from './exact-usd.ts';
import type { RecordPrice } from './price-record.ts';

/** Counts of calls and their tokens. */
export interface Counts {
  calls: number;
  /** Calls without a price: their tokens are in the counts below, but they add no dollars. */
  unpricedCalls: number;
  /** Prompt tokens neither read from the cache nor written to it. */
  input: number;
  cachedInput: number;
  cacheWrite: number;
  cacheWrite1h: number;
  /** Output tokens, reasoning included. */
  output: number;
  /** The part of `output` that was logged as reasoning. */
  reasoning: number;
  searches: number;
  /** Calls for which the log recorded dollars. */
  loggedCalls: number;
}

/** Counts and dollars of calls. */
export interface Sums extends Counts {
  /** Nano-dollars at our prices. */
  nano: bigint;
  /** Nano-dollars that the log recorded. */
  loggedNano: bigint;
}

/** The cells of a row: counts, then two cells for each exact sum. */
const at = {
  calls: 0,
  unpricedCalls: 1,
  input: 2,
  cachedInput: 3,
  cacheWrite: 4,
  cacheWrite1h: 5,
  output: 6,
  reasoning: 7,
  searches: 8,
  loggedCalls: 9,
  nano: 10,
  loggedNano: 12,
} as const;
const width = 14;

export interface KeyedSums<Key> {
  key: Key;
  sums: Sums;
}

/** Rows that were merged because there were too many. */
export interface Others {
  rows: number;
  sums: Sums;
}

/**
 * A row of sums for each key. At `limit` keys the cheaper half of the rows is merged into `others`: the sum of all rows
 * stays exact, and an expensive key that appears late keeps its own row.
 */
export class SumsTable<Key extends string | null> {
  private rowOf = new Map<Key, number>();
  /** Row 0 is for the others. */
  private cells = new Float64Array(64 * width);
  private dropped = 0;

  constructor(private readonly limit = 100_000) {}

  /** Adds one record under a key. Returns whether the key is new. */
  add(key: Key, record: CallRecord, price: RecordPrice): boolean {
    let row = this.rowOf.get(key);
    const isNew = row === undefined;
    row ??= this.newRow(key);
    const { cells } = this;
    const start = row * width;
    plus(cells, start + at.calls, record.calls);
    plus(cells, start + at.input, record.input);
    plus(cells, start + at.cachedInput, record.cachedInput);
    plus(cells, start + at.cacheWrite, record.cacheWrite);
    plus(cells, start + at.cacheWrite1h, record.cacheWrite1h);
    plus(cells, start + at.output, record.output);
    plus(cells, start + at.searches, record.searches);
    if (record.reasoning !== null) plus(cells, start + at.reasoning, record.reasoning);
    if (price.isPriced) addTo(cells, start + at.nano, price);
    else plus(cells, start + at.unpricedCalls, record.calls);
    if (record.usd !== null) {
      plus(cells, start + at.loggedCalls, record.calls);
      addTo(cells, start + at.loggedNano, amountOf(record.usd));
    }
    return isNew;
  }

  has(key: Key): boolean {
    return this.rowOf.has(key);
  }

  rows(): KeyedSums<Key>[] {
    return [...this.rowOf].map(([key, row]) => ({ key, sums: this.sumsOf(row) }));
  }

  /** null: every key has its row. */
  others(): Others | null {
    return this.dropped === 0 ? null : { rows: this.dropped, sums: this.sumsOf(0) };
  }

  private newRow(key: Key): number {
    if (this.rowOf.size >= this.limit) this.dropCheaperHalf();
    const row = this.rowOf.size + 1;
    if ((row + 1) * width > this.cells.length) {
      const larger = new Float64Array(this.cells.length * 2);
      larger.set(this.cells);
      this.cells = larger;
    }
    this.rowOf.set(key, row);
    return row;
  }

  private dropCheaperHalf(): void {
    const old = this.cells;
    const cost = (row: number) =>
      (old[row * width + at.nano + 1] as number) * carry + (old[row * width + at.nano] as number);
    const byCost = [...this.rowOf].sort(([, a], [, b]) => cost(b) - cost(a));
    const keep = Math.floor(this.limit / 2);
    for (const [, row] of byCost.slice(keep)) {
      for (let cell = 0; cell < at.nano; cell++)
        old[cell] = (old[cell] as number) + (old[row * width + cell] as number);
      for (const cell of [at.nano, at.loggedNano]) {
        addTo(old, cell, { units: old[row * width + cell] as number, nanoPerUnit: 1 });
        old[cell + 1] = (old[cell + 1] as number) + (old[row * width + cell + 1] as number);
      }
    }
    this.dropped += byCost.length - keep;
    const cells = new Float64Array(old.length);
    cells.set(old.subarray(0, width));
    this.rowOf = new Map();
    for (const [key, row] of byCost.slice(0, keep)) {
      const place = this.rowOf.size + 1;
      cells.set(old.subarray(row * width, (row + 1) * width), place * width);
      this.rowOf.set(key, place);
    }
    this.cells = cells;
  }

  private sumsOf(row: number): Sums {
    const start = row * width;
    const count = (cell: number) => this.cells[start + cell] as number;
    return {
      calls: count(at.calls),
      unpricedCalls: count(at.unpricedCalls),
      input: count(at.input),
      cachedInput: count(at.cachedInput),
      cacheWrite: count(at.cacheWrite),
      cacheWrite1h: count(at.cacheWrite1h),
      output: count(at.output),
      reasoning: count(at.reasoning),
      searches: count(at.searches),
      loggedCalls: count(at.loggedCalls),
      nano: sumIn(this.cells, start + at.nano),
      loggedNano: sumIn(this.cells, start + at.loggedNano),
    };
  }
}

function plus(cells: Float64Array, cell: number, count: number): void {
  cells[cell] = (cells[cell] as number) + count;
}
