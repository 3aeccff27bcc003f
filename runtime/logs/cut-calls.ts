/**
 * A session that is resumed in the middle of an answer begins with a copy of the answer so far. Where that copy is read
 * before the session that has the whole answer, the call is held back, with those after it, so that the whole one can
 * take its place: its output, its session and its count of tokens.
 */
import type { CallRecord } from './call-record.ts';
import type { Fingerprint } from './duplicates.ts';

/** Calls that are held back at most: some 15 MB. Of an older one a longer copy adds the rest of its output alone. */
const mostHeld = 50_000;

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
