/** The calls of a file, kept so that the file need not be read again: in columns, which are small and fast to read. */
import { type CallRecord, callOf, noUse } from './call-record.ts';
import type { Keep } from './open-calls.ts';
import type { ReadReport } from './read-report.ts';

/** What was read of a file, up to some byte of it. */
export interface StoredFile {
  format: string;
  /** State of the format's reader at the end. */
  state: object;
  /** Lines so far if more can be appended to them; null: the file must be read again as soon as it has changed. */
  lines: number | null;
  /** `duplicates` are entries of the same answers in this file. */
  report: Pick<ReadReport, 'duplicates' | 'broken' | 'brokenLines' | 'damage' | 'unreadColumns'>;
  answers: number;
  /** Columns of the answers, and of further calls within them, in their order. */
  numbers: Float64Array;
  /** Indexes into `values`. */
  indexes: Uint32Array;
  values: readonly unknown[];
}

const template: CallRecord = callOf('', { ...noUse, reasoning: null });
type Field = keyof CallRecord;
const fields = Object.keys(template) as Field[];
/** Fields of numbers that can be null, which is stored as NaN. */
const maybeNumbers: readonly Field[] = ['at', 'reasoning', 'usd'];
const numberFields = fields.filter((name) => typeof template[name] === 'number' || maybeNumbers.includes(name));
const otherFields = fields.filter((name) => !numberFields.includes(name));
/** Further columns: the key, and how many more calls belong to the answer. */
const numberWidth = numberFields.length + 1;
const indexWidth = otherFields.length + 1;

/** Calls of one file that are kept; one with more is read again each time, to bound memory. */
const mostCalls = 100_000;

/** Gathers the answers of a file. */
export class CallStore {
  private numbers = new Float64Array(64 * numberWidth);
  private indexes = new Uint32Array(64 * indexWidth);
  private readonly values: unknown[] = [];
  private readonly indexOf = new Map<unknown, number>();
  private rows = 0;
  private answers = 0;

  readonly keep: Keep = (call, key, more) => {
    if (this.isFull) return;
    this.answers += 1;
    this.add(call, key ?? null, more.length);
    for (const one of more) this.add(one, null, 0);
  };

  get isFull(): boolean {
    return this.rows > mostCalls;
  }

  stored(): Pick<StoredFile, 'answers' | 'numbers' | 'indexes' | 'values'> {
    const { answers, values, rows } = this;
    return {
      ...{ answers, values },
      numbers: this.numbers.slice(0, rows * numberWidth),
      indexes: this.indexes.slice(0, rows * indexWidth),
    };
  }

  private add(call: CallRecord, key: string | null, more: number): void {
    if ((this.rows + 1) * numberWidth > this.numbers.length) {
      const [numbers, indexes] = [this.numbers, this.indexes];
      this.numbers = new Float64Array(2 * numbers.length);
      this.numbers.set(numbers);
      this.indexes = new Uint32Array(2 * indexes.length);
      this.indexes.set(indexes);
    }
    let at = this.rows * numberWidth;
    for (const name of numberFields) this.numbers[at++] = (call[name] as number | null) ?? Number.NaN;
    this.numbers[at] = more;
    at = this.rows * indexWidth;
    for (const name of otherFields) this.indexes[at++] = this.index(call[name]);
    this.indexes[at] = this.index(key);
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
export function replay({ numbers, indexes, values, answers }: StoredFile, take: Keep): void {
  let row = 0;
  const next = (): { call: CallRecord; key: string | undefined; more: number } => {
    const call = { ...template } as Record<Field, unknown>;
    let at = row * numberWidth;
    for (const name of numberFields) {
      const value = numbers[at++] as number;
      call[name] = Number.isNaN(value) ? null : value;
    }
    const more = numbers[at] as number;
    at = row * indexWidth;
    for (const name of otherFields) call[name] = values[indexes[at++] as number];
    const key = values[indexes[at] as number] as string | null;
    row += 1;
    return { call: call as unknown as CallRecord, key: key ?? undefined, more };
  };
  for (let answer = 0; answer < answers; answer++) {
    const { call, key, more } = next();
    take(
      call,
      key,
      Array.from({ length: more }, () => next().call),
    );
  }
}

/** A file as bytes: the length of its JSON, the JSON, and the columns. */
export function storedBytes({ numbers, indexes, ...rest }: StoredFile): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify({ ...rest, rows: numbers.length / numberWidth, version }));
  const head = 8 * Math.ceil((4 + json.length) / 8);
  const bytes = new Uint8Array(head + numbers.byteLength + indexes.byteLength);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 4);
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), head);
  bytes.set(new Uint8Array(indexes.buffer, indexes.byteOffset, indexes.byteLength), head + numbers.byteLength);
  return bytes;
}

/** Changes with the fields of a call. */
const version = [...numberFields, '', ...otherFields].join();

/** null: the bytes were written by another version. */
export function storedFile(bytes: Uint8Array): StoredFile | null {
  // A copy, since columns of numbers must begin at a multiple of eight.
  const { buffer } = new Uint8Array(bytes);
  const length = new DataView(buffer).getUint32(0, true);
  const { rows, version: of, ...rest } = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  if (of !== version) return null;
  const head = 8 * Math.ceil((4 + length) / 8);
  return {
    ...rest,
    numbers: new Float64Array(buffer, head, rows * numberWidth),
    indexes: new Uint32Array(buffer, head + 8 * rows * numberWidth, rows * indexWidth),
  };
}
