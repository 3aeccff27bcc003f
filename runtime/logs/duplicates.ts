/** Remembers which calls were seen, in bounded memory. */
import type { CallRecord } from './call-record.ts';

/** Two 32-bit words; the second is never 0. */
export type Fingerprint = readonly [number, number];

/** Places of a table at first, and at most; when it is half full, there are four times as many. */
const fewestSlots = 2 ** 15;
const mostSlots = 2 ** 21;

/** A fingerprint of two words, and the output; more than 2^32 - 1 tokens are counted as so many. */
const words = 3;
const mostOutput = 2 ** 32 - 1;

/**
 * Remembers at least the last million keys, and at most two million: 64-bit fingerprints in two tables, of which the older
 * one is dropped when the newer one is full. The chance that a new key is mistaken for a known one is about two million in
 * 2^64.
 */
export function callKeys() {
  let newer = new Uint32Array(words * fewestSlots);
  let older: Uint32Array | null = null;
  let count = 0;
  return {
    /**
     * Adds a call that was counted with so much output, or more output to one that was added before.
     * @returns the output it was counted with before; null: it is new
     */
    add([high, low]: Fingerprint, output: number): number | null {
      const before = older === null ? null : raised(older, find(older, high, low), output);
      if (before !== null) return before;
      const place = find(newer, high, low);
      const known = raised(newer, place, output);
      if (known !== null) return known;
      newer[place] = high;
      newer[place + 1] = low;
      newer[place + 2] = Math.min(output, mostOutput);
      count += 1;
      if (count < newer.length / words / 2) return null;
      if (newer.length < words * mostSlots) newer = enlarged(newer);
      else [older, newer, count] = [newer, new Uint32Array(words * fewestSlots), 0];
      return null;
    },
  };
}

export type CallKeys = ReturnType<typeof callKeys>;

/** The output at a place, which is raised to `output`; null: the place is free. */
function raised(table: Uint32Array, place: number, output: number): number | null {
  if (table[place + 1] === 0) return null;
  const before = table[place + 2] as number;
  if (output > before) table[place + 2] = Math.min(output, mostOutput);
  return before;
}

function enlarged(table: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(4 * table.length);
  for (let at = 0; at < table.length; at += words) {
    const [high, low] = [table[at] as number, table[at + 1] as number];
    if (low === 0) continue;
    const place = find(larger, high, low);
    larger[place] = high;
    larger[place + 1] = low;
    larger[place + 2] = table[at + 2] as number;
  }
  return larger;
}

/** Index of the fingerprint in the table, or of the free slot for it. */
function find(table: Uint32Array, high: number, low: number): number {
  let place = (high & (table.length / words - 1)) * words;
  while (table[place + 1] !== 0 && (table[place] !== high || table[place + 1] !== low)) {
    place = (place + words) % table.length;
  }
  return place;
}

/** Two 32-bit hashes: FNV-1a and a multiplicative one, each mixed at the end. */
export function fingerprint(key: string): Fingerprint {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x85ebca6b) ^ (b >>> 15);
  }
  return [mixed(a), mixed(b) || 1];
}

function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x7feb352d);
  bits ^= bits >>> 15;
  bits = Math.imul(bits, 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The key of a call that was billed within an answer, by its place among them. */
const keyWithin = (answer: string, place: number): string => `${answer} ${place}`;

/** The calls of an answer and their keys, in the order in which they were made. @param key undefined: it has none */
export function callsOf(call: CallRecord, key: string | undefined, more: readonly CallRecord[]): KeyedCall[] {
  if (more.length === 0) return [{ call, key }];
  const within = more.map((one, place) => ({ call: one, key: key && keyWithin(key, place) }));
  const [before, after] = [within.filter((one) => one.call.precedes), within.filter((one) => !one.call.precedes)];
  return [...before, { call, key }, ...after];
}

/** A call, and what identifies it; undefined: nothing does. */
export interface KeyedCall {
  call: CallRecord;
  key: string | undefined;
}

/** Calls that are held back at most: some 15 MB. Of an older one a longer copy adds the rest of its output alone. */
const mostHeld = 50_000;

/**
 * A session that is resumed in the middle of an answer begins with a copy of the answer so far. Where the copy is read
 * before the session that has all of it, the call is held back, with those after it, so that the whole one can take its
 * place.
 */
export class CutCalls {
  /** Batches in the order of reading; the first of them is number `released`. */
  private readonly waiting: CallRecord[][] = [];
  private released = 0;
  private held = 0;
  /** Calls without their final count, by their key, with the number of their batch, the oldest first. */
  private readonly open = new Map<number, { call: CallRecord; batch: number }>();

  /** @param most calls that are held back */
  constructor(private readonly most = mostHeld) {}

  /** A call that was just counted; it is in the batch that is passed next. */
  add(print: Fingerprint, call: CallRecord): void {
    if (call.isFinal === false) this.open.set(keyOf(print), { call, batch: this.released + this.waiting.length });
  }

  /** Puts a more complete copy in the place of a call that is held back. @returns false: it is not */
  complete(print: Fingerprint, whole: CallRecord): boolean {
    const cut = this.open.get(keyOf(print));
    if (cut === undefined) return false;
    if (whole.isFinal !== true && whole.output <= cut.call.output) return true;
    Object.assign(cut.call, whole);
    if (whole.isFinal === true) this.open.delete(keyOf(print));
    return true;
  }

  /** Takes a batch; returns the calls that nothing can change any more, in the order of reading. */
  pass(batch: CallRecord[]): CallRecord[] {
    if (this.open.size === 0 && this.waiting.length === 0) {
      this.released += 1;
      return batch;
    }
    this.waiting.push(batch);
    this.held += batch.length;
    if (this.open.size === 0) return this.end();
    const out: CallRecord[] = [];
    while (this.held > this.most) out.push(...this.release());
    return out;
  }

  /** The calls that are still held back. */
  end(): CallRecord[] {
    const out: CallRecord[] = [];
    while (this.waiting.length > 0) for (const call of this.release()) out.push(call);
    this.open.clear();
    return out;
  }

  private release(): CallRecord[] {
    const batch = this.waiting.shift() ?? [];
    this.released += 1;
    this.held -= batch.length;
    for (const [key, { batch: of }] of this.open) {
      if (of >= this.released) break;
      this.open.delete(key);
    }
    return batch;
  }
}

/** 53 bits of the fingerprint. */
const keyOf = ([high, low]: Fingerprint): number => high * 2 ** 21 + (low >>> 11);
