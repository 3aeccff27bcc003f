/** Merges calls that are logged more than once. */
import { type CallRecord, noUse } from './call-record.ts';
import { callsOf, type Fingerprint, fingerprint } from './duplicates.ts';
import type { Take } from './formats/format.ts';
import type { Reading, ReadReport } from './read-report.ts';

/** At least this many calls, and at most twice as many, are held back: a streamed answer is logged until complete. */
const fewestOpen = 1000;

export interface OpenCalls {
  take: Take;
  /** A call with which no later entry is merged. @param print of its key; null: it has none */
  takeClosed(call: CallRecord, print: Fingerprint | null): void;
  /** Hands on the calls still held back. */
  end(): void;
  /** How many entries were merged with an earlier one of this file. */
  merged(): number;
}

/** An answer: its call, and further ones that were billed within it. */
interface Answer {
  call: CallRecord;
  more: readonly CallRecord[];
}

const none: readonly CallRecord[] = [];

/** Told of every answer of a file, merged from its entries, before it is known whether another file has it too. */
export type Keep = (call: CallRecord, key: string | undefined, more: readonly CallRecord[]) => void;

/**
 * Of a call's entries the most complete one: with the final count of the output, then with the most output. To take the
 * answers that were kept, in their order, leaves it as it was after the entries they were merged from.
 */
export function openCalls(
  { keys, cut }: Pick<Reading, 'keys' | 'cut'>,
  report: ReadReport,
  emit: (call: CallRecord) => void,
  keep?: Keep,
): OpenCalls {
  let newer = new Map<string, Answer>();
  let older = new Map<string, Answer>();
  let merged = 0;
  const emitNew = (call: CallRecord): void => {
    report.records += 1;
    if (call.calls > 0 && !isCounted(call)) report.withoutCounts += call.calls;
    emit(call);
  };
  const closeOne = (call: CallRecord, print: Fingerprint): void => {
    const counted = keys.add(print, call.output);
    if (counted === null) {
      emitNew(call);
      cut?.add(print, call);
      return;
    }
    report.duplicates += 1;
    // A session that was copied in the middle of this answer may have been read before this one.
    if (cut?.complete(print, call) !== true && call.output > counted) emit(rest(call, counted));
  };
  const close = (answers: ReadonlyMap<string, Answer>): void => {
    for (const [key, { call, more }] of answers) {
      keep?.(call, key, more);
      for (const one of callsOf(call, key, more)) closeOne(one.call, fingerprint(one.key as string));
    }
  };
  const heldAt = (key: string): Answer | undefined => newer.get(key) ?? older.get(key);
  const note = (): void => {
    report.duplicates += 1;
    merged += 1;
  };
  const take: Take = (call, key, more = none) => {
    if (key === undefined) {
      keep?.(call, key, more);
      for (const one of callsOf(call, key, more)) emitNew(one.call);
      return;
    }
    const earlier = heldAt(key);
    if (earlier !== undefined) {
      note();
      merge(earlier, { call, more });
      return;
    }
    newer.set(key, { call, more });
    if (newer.size < fewestOpen) return;
    close(older);
    [older, newer] = [newer, new Map()];
  };
  take.again = (key, visible, thinking) => {
    const earlier = heldAt(key);
    if (earlier === undefined) return false;
    note();
    earlier.call.visibleChars += visible;
    earlier.call.thinkingChars += thinking;
    return true;
  };
  return {
    take,
    takeClosed(call, print) {
      if (print === null) emitNew(call);
      else closeOne(call, print);
    },
    end() {
      close(older);
      close(newer);
    },
    merged: () => merged,
  };
}

/** Each entry of a streamed answer holds other blocks of it, so what is visible adds up. */
function merge(earlier: Answer, { call, more }: Answer): void {
  const known = earlier.call;
  const visibleChars = known.visibleChars + call.visibleChars;
  const thinkingChars = known.thinkingChars + call.thinkingChars;
  const compacted = known.compacted || call.compacted;
  const prefixChanged = known.prefixChanged || call.prefixChanged;
  if (isMoreComplete({ call, more }, earlier)) {
    Object.assign(known, call, { at: known.at ?? call.at });
    earlier.more = more;
  }
  known.visibleChars = visibleChars;
  known.thinkingChars = thinkingChars;
  known.compacted = compacted;
  known.prefixChanged = prefixChanged;
}

function isMoreComplete(later: Answer, earlier: Answer): boolean {
  const [isFinal, wasFinal] = [later.call.isFinal === true, earlier.call.isFinal === true];
  return isFinal === wasFinal ? outputOf(later) >= outputOf(earlier) : isFinal;
}

const outputOf = ({ call, more }: Answer): number => more.reduce((sum, { output }) => sum + output, call.output);

const isCounted = ({ input, cachedInput, cacheWrite, cacheWrite1h, output, searches }: CallRecord): boolean =>
  input + cachedInput + cacheWrite + cacheWrite1h + output + searches > 0;

/**
 * The output of a call beyond what an incomplete copy of it had. Its prompt was counted with the copy; the output is
 * billed at the rate for short prompts, which matters only where a price depends on their length.
 */
const rest = (call: CallRecord, counted: number): CallRecord => ({
  ...call,
  ...noUse,
  calls: 0,
  output: call.output - counted,
  reasoning: null,
  usd: null,
  visibleChars: 0,
  thinkingChars: 0,
});
