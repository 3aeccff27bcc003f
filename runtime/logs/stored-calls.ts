/**
 * The calls of a file, kept so that the file need not be read again: in columns, which are small and fast to read. Most
 * of them hold the same in every row, and take one cell.
 */
import { type CallRecord, type ColumnsOfCalls, callAtRow, callOf, fillNumbers, noUse } from './call-record.ts';
import { type Column, cellsIn, columnsIn, inColumns, twice, ValueColumn } from './columns.ts';
import { callsOf, type Fingerprint, fingerprint } from './duplicates.ts';
import type { Keep } from './open-calls.ts';
import type { ReadReport } from './read-report.ts';

/** Answers in rows: each call of an answer, in the order in which they were made. */
export interface StoredAnswers {
  rows: number;
  /** For each column whether it has a cell for each row, 1, or one for all of them, 0. */
  steps: readonly number[];
  /** The cells of numbers, and of indexes into `values`, column by column. */
  numbers: Float64Array;
  indexes: Uint32Array;
  values: readonly unknown[];
  /** Two words for each row: the fingerprint of its key, or zeros. */
  prints: Uint32Array;
  /** The key of each answer; null: it has none. Needed only to go on with the file. */
  keys: () => readonly (string | null)[];
}

type Kept = 'duplicates' | 'broken' | 'brokenLines' | 'damage' | 'unreadColumns' | 'pricedAsText' | 'limits';

/** What was read of a file, up to some byte of it. */
export interface StoredFile extends StoredAnswers {
  format: string;
  /** State of the format's reader at the end. */
  state: object;
  /** Lines so far if more can be appended to them; null: the file must be read again as soon as it has changed. */
  lines: number | null;
  /** `duplicates` are entries of the same answers in this file. */
  report: Pick<ReadReport, Kept>;
}

const template: CallRecord = callOf('', { ...noUse, reasoning: null });
type Field = keyof CallRecord;
const fields = Object.keys(template) as Field[];
/** Fields of numbers that can be null, which is stored as NaN. */
const maybeNumbers: readonly Field[] = ['at', 'reasoning', 'usd'];
const numberFields = fields.filter((name) => typeof template[name] === 'number' || maybeNumbers.includes(name));
const otherFields = fields.filter((name) => !numberFields.includes(name));
/** A further column of numbers: how many more rows belong to the answer that begins here. */
const numberWidth = numberFields.length + 1;
const indexWidth = otherFields.length;

/** Calls of one file that are kept; one with more is read again each time, to bound memory. */
const mostCalls = 100_000;

/** Gathers the answers of a file, row by row. */
export class CallStore {
  private numbers = new Float64Array(64 * numberWidth);
  private indexes = new Uint32Array(64 * indexWidth);
  private prints = new Uint32Array(64 * 2);
  private readonly values: unknown[] = [];
  private readonly indexOf = new Map<unknown, number>();
  private readonly keys: (string | null)[] = [];
  private rows = 0;
  /** The values of the row before, and their indexes. */
  private readonly before: unknown[] = [];
  private readonly beforeAt: number[] = [];

  readonly keep: Keep = (call, key, more) => {
    if (this.isFull) return;
    this.keys.push(key ?? null);
    for (const [index, one] of callsOf(call, key, more).entries()) {
      this.add(one.call, one.key, index === 0 ? more.length : 0);
    }
  };

  get isFull(): boolean {
    return this.rows > mostCalls;
  }

  stored(): StoredAnswers {
    const { values, rows, keys } = this;
    const { cells: numbers, steps } = inColumns(this.numbers, numberWidth, rows);
    const { cells: indexes, steps: indexSteps } = inColumns(this.indexes, indexWidth, rows);
    const prints = this.prints.slice(0, 2 * rows);
    return { rows, steps: [...steps, ...indexSteps], numbers, indexes, values, prints, keys: () => keys };
  }

  private add(call: CallRecord, key: string | undefined, more: number): void {
    if (this.rows * 2 === this.prints.length) {
      this.numbers = twice(this.numbers);
      this.indexes = twice(this.indexes);
      this.prints = twice(this.prints);
    }
    fillNumbers(this.numbers, this.rows * numberWidth, call);
    this.numbers[(this.rows + 1) * numberWidth - 1] = more;
    const at = this.rows * indexWidth;
    for (let column = 0; column < indexWidth; column++) {
      const value = call[otherFields[column] as Field];
      // Mostly that of the call before.
      if (value !== this.before[column] || this.rows === 0) {
        this.before[column] = value;
        this.beforeAt[column] = this.index(value);
      }
      this.indexes[at + column] = this.beforeAt[column] as number;
    }
    if (key !== undefined) this.prints.set(fingerprint(key), 2 * this.rows);
    this.rows += 1;
  }

  /** Lists, such as tags, are the same where their text is. */
  private index(value: unknown): number {
    const name = typeof value === 'object' && value !== null ? `json ${JSON.stringify(value)}` : value;
    let index = this.indexOf.get(name);
    if (index === undefined) {
      index = this.values.push(value) - 1;
      this.indexOf.set(name, index);
    }
    return index;
  }
}

/** Hands on the answers in the order in which they were kept. */
export function replay(stored: StoredAnswers, take: Keep): void {
  const { callAt, moreAt } = rowsOf(stored);
  let row = 0;
  for (const key of stored.keys()) {
    const calls = Array.from({ length: 1 + moreAt(row) }, (_, index) => callAt(row + index));
    row += calls.length;
    const [call] = calls.splice(
      calls.findIndex(({ precedes }) => !precedes),
      1,
    );
    take(call as CallRecord, key ?? undefined, calls);
  }
}

/** All calls in their order, row by row, and the fingerprint of the key of each; null: it has none. */
export function storedCalls(stored: StoredAnswers) {
  const { rows, prints } = stored;
  const printAt = (row: number): Fingerprint | null => {
    const low = prints[2 * row + 1] as number;
    return low === 0 ? null : [prints[2 * row] as number, low];
  };
  return { rows, callAt: rowsOf(stored).callAt, printAt };
}

/** Reads the rows. */
function rowsOf({ rows, steps, numbers, indexes, values }: StoredAnswers) {
  const ofNumbers = columnsIn(numbers, steps.slice(0, numberWidth), rows);
  const ofOthers = columnsIn(indexes, steps.slice(numberWidth), rows);
  const columns: { [name: string]: Column | ValueColumn<unknown> } = {};
  for (const [at, name] of numberFields.entries()) columns[name] = ofNumbers[at] as Column;
  for (const [at, name] of otherFields.entries()) columns[name] = new ValueColumn(ofOthers[at] as Column, values);
  const of = columns as ColumnsOfCalls;
  const callAt = (row: number): CallRecord => callAtRow(of, row);
  return { callAt, moreAt: (row: number): number => (ofNumbers.at(-1) as Column).of(row) };
}

/**
 * A file as bytes: the lengths of its JSON and of that of its keys, both, and the columns. What is only needed to go on
 * with a file is apart, since most files have not changed.
 */
export function storedBytes({ numbers, indexes, prints, keys, ...rest }: StoredFile): Uint8Array {
  const encoder = new TextEncoder();
  const json = encoder.encode(JSON.stringify({ ...rest, version }));
  const keysJson = encoder.encode(JSON.stringify(keys()));
  const head = headBytes(json.length, keysJson.length);
  const bytes = new Uint8Array(head + numbers.byteLength + indexes.byteLength + prints.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, json.length, true);
  view.setUint32(4, keysJson.length, true);
  bytes.set(json, 8);
  bytes.set(keysJson, 8 + json.length);
  let at = head;
  for (const { buffer, byteOffset, byteLength } of [numbers, indexes, prints]) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/** Columns of numbers must begin at a multiple of eight. */
const headBytes = (json: number, keys: number): number => 8 * Math.ceil((8 + json + keys) / 8);

/** Raised when readers find more in the same bytes: what was kept before is then read again. */
const readersVersion = 6;
/** Changes with the fields of a call, too. */
const version = [readersVersion, ...numberFields, '', ...otherFields].join();

/** null: the bytes were written by another version. */
export function storedFile(bytes: Uint8Array): StoredFile | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [length, keysLength] = [view.getUint32(0, true), view.getUint32(4, true)];
  const json = (start: number, end: number) => JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)));
  const { version: of, ...rest } = json(8, 8 + length);
  if (of !== version) return null;
  const { rows, steps } = rest as StoredAnswers;
  // A copy, which begins where columns can.
  const { buffer } = new Uint8Array(bytes.subarray(headBytes(length, keysLength)));
  const numbers = new Float64Array(buffer, 0, cellsIn(steps.slice(0, numberWidth), rows));
  const indexes = new Uint32Array(buffer, numbers.byteLength, cellsIn(steps.slice(numberWidth), rows));
  const prints = new Uint32Array(buffer, numbers.byteLength + indexes.byteLength, 2 * rows);
  return { ...rest, numbers, indexes, prints, keys: () => json(8 + length, 8 + length + keysLength) };
}
