/** Merges calls that are logged more than once. */
import type { CallRecord } from './call-record.ts';
import type { CallKeys } from './duplicates.ts';
import type { Take } from './formats/format.ts';
import type { ReadReport } from './read-report.ts';

/** At least this many calls, and at most twice as many, are held back: a streamed answer is logged until complete. */
const fewestOpen = 1000;

export interface OpenCalls {
  take: Take;
  /** Hands on the calls still held back. */
  end(): void;
}

/** Of a call's entries the one with the most output counts, the last one of equals. */
export function openCalls(keys: CallKeys, report: ReadReport, emit: (call: CallRecord) => void): OpenCalls {
  let newer = new Map<string, CallRecord>();
  let older = new Map<string, CallRecord>();
  const close = (calls: ReadonlyMap<string, CallRecord>): void => {
    for (const [key, call] of calls) {
      if (keys.addAgain(key)) report.duplicates += 1;
      else {
        report.records += 1;
        emit(call);
      }
    }
  };
  return {
    take(call, key) {
      if (key === undefined) {
        report.records += 1;
        emit(call);
        return;
      }
      const earlier = newer.get(key) ?? older.get(key);
      if (earlier !== undefined) {
        report.duplicates += 1;
        if (call.output >= earlier.output) Object.assign(earlier, call, { at: earlier.at ?? call.at });
        return;
      }
      newer.set(key, call);
      if (newer.size < fewestOpen) return;
      close(older);
      [older, newer] = [newer, new Map()];
    },
    end() {
      close(older);
      close(newer);
    },
  };
}
