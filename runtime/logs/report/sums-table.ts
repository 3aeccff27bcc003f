/** Sums of calls by a key, in bounded memory. */
import { billableUnits, tokenUnits, toolUnits, type UnitCounts } from '../../core/schemas/billable-units.ts';
import type { CallRecord } from '../call-record.ts';
import { addTo, amountOf, carry, sumIn } from './exact-usd.ts';
import type { RecordPrice } from './price-record.ts';

/** Counts of calls, and what they used of each billable unit. */
export interface Counts extends UnitCounts {
  calls: number;
  /** Calls without a price: their tokens are in the counts, but they add no dollars. */
  unpricedCalls: number;
  /** The part of `output` that was logged as reasoning. */
  reasoning: number;
  /** Calls for which the log recorded dollars. */
  loggedCalls: number;
}

export interface Sums extends Counts {
  /** Nano-dollars at our prices. */
  nano: bigint;
  /** Nano-dollars that the log recorded. */
  loggedNano: bigint;
}

/** The counts of a row in the order in which reports print them. */
export const countNames: readonly (keyof Counts)[] = [
  ...(['calls', 'unpricedCalls'] as const),
  ...tokenUnits.map(({ count }) => count),
  'reasoning',
  ...toolUnits.map(({ count }) => count),
  'loggedCalls',
];

/** The cells of a row: the counts by name, then two cells for each exact sum. */
const cellOf = (name: keyof Counts): number => countNames.indexOf(name);
const at = {
  calls: cellOf('calls'),
  unpricedCalls: cellOf('unpricedCalls'),
  reasoning: cellOf('reasoning'),
  loggedCalls: cellOf('loggedCalls'),
  nano: countNames.length,
  loggedNano: countNames.length + 2,
};
const width = countNames.length + 4;
/** The cell of each billable unit. */
const unitCells = Uint8Array.from(billableUnits, ({ count }) => cellOf(count));

/** The sums of no calls, with the counts in their order. */
export const noSums: Sums = {
  ...(Object.fromEntries(countNames.map((name) => [name, 0])) as unknown as Counts),
  nano: 0n,
  loggedNano: 0n,
};

/**
 * A row of sums for each key. At `limit` keys the cheaper half of the rows is merged into `others`: the sum of all rows
 * stays exact, and an expensive key that appears late keeps its own row.
 */
export class SumsTable<Key extends string | null = string | null> {
  private rowOf = new Map<Key, number>();
  /** Row 0 is for the others. */
  private cells = new Float64Array(64 * width);
  private dropped = 0;

  constructor(private readonly limit = 100_000) {}

  /** Adds one record under a key. Returns whether the key is new. */
  add(key: Key, record: CallRecord, price: RecordPrice): boolean {
    const known = this.rowOf.get(key);
    // A new row can move all of them.
    const row = known ?? this.newRow(key);
    addRecord(this.cells, row * width, record, price);
    return known === undefined;
  }

  /** Adds records that were added up before. */
  addRun(key: Key, { cells }: SumsRun): void {
    const row = this.rowOf.get(key) ?? this.newRow(key);
    addRow(this.cells, row * width, cells, 0);
  }

  has(key: Key): boolean {
    return this.rowOf.has(key);
  }

  rows() {
    return [...this.rowOf].map(([key, row]) => ({ key, sums: this.sumsOf(row) }));
  }

  /** Rows that were merged because there were too many; null: every key has its row. */
  others() {
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
    for (const [, row] of byCost.slice(keep)) addRow(old, 0, old, row * width);
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
    // Copies of one object share its shape: 100,000 of them take less memory than with Object.fromEntries for each.
    const sums = { ...noSums };
    for (let cell = 0; cell < countNames.length; cell++) {
      sums[countNames[cell] as keyof Counts] = this.cells[start + cell] as number;
    }
    sums.nano = sumIn(this.cells, start + at.nano);
    sums.loggedNano = sumIn(this.cells, start + at.loggedNano);
    return sums;
  }
}

/** The sum of records that follow each other and belong to the same rows. */
export class SumsRun {
  readonly cells = new Float64Array(width);
  isEmpty = true;

  add(record: CallRecord, price: RecordPrice): void {
    addRecord(this.cells, 0, record, price);
    this.isEmpty = false;
  }

  clear(): void {
    this.cells.fill(0);
    this.isEmpty = true;
  }
}

/** Adds a record to the row that begins at `start`. */
function addRecord(cells: Float64Array, start: number, record: CallRecord, price: RecordPrice): void {
  plus(cells, start + at.calls, record.calls);
  const { quantities } = price;
  for (let unit = 0; unit < unitCells.length; unit++) {
    plus(cells, start + (unitCells[unit] as number), quantities[unit] as number);
  }
  if (record.reasoning !== null) plus(cells, start + at.reasoning, record.reasoning);
  if (price.isPriced) addTo(cells, start + at.nano, price);
  else plus(cells, start + at.unpricedCalls, record.calls);
  if (record.usd !== null) {
    plus(cells, start + at.loggedCalls, record.calls);
    addTo(cells, start + at.loggedNano, amountOf(record.usd));
  }
}

/** Adds the row that begins at `from` in `added` to the one at `start`. */
function addRow(cells: Float64Array, start: number, added: Float64Array, from: number): void {
  for (let cell = 0; cell < at.nano; cell++) plus(cells, start + cell, added[from + cell] as number);
  for (const cell of [at.nano, at.loggedNano]) {
    addTo(cells, start + cell, { units: added[from + cell] as number, nanoPerUnit: 1 });
    plus(cells, start + cell + 1, added[from + cell + 1] as number);
  }
}

function plus(cells: Float64Array, cell: number, count: number): void {
  cells[cell] = (cells[cell] as number) + count;
}

/** The records that follow each other under the same keys are added up first, and each table gets their sum. */
export class SumsTables {
  private readonly keys: (string | null | undefined)[];
  private readonly run = new SumsRun();

  constructor(private readonly tables: readonly SumsTable[]) {
    this.keys = tables.map(() => undefined);
  }

  /** Says under which key of a table what follows is added; undefined: under none. */
  under(table: number, key: string | null | undefined): void {
    if (key === this.keys[table]) return;
    this.flush();
    this.keys[table] = key;
  }

  add(record: CallRecord, price: RecordPrice): void {
    this.run.add(record, price);
  }

  /** To be called before the tables are read. */
  flush(): void {
    if (this.run.isEmpty) return;
    for (let at = 0; at < this.tables.length; at++) {
      const key = this.keys[at];
      if (key !== undefined) this.tables[at]?.addRun(key, this.run);
    }
    this.run.clear();
  }
}
