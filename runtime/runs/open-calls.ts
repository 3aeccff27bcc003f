/** Calls that are logged more than once, as one. */
import type { CallRecord } from './call-record.ts';
import type { CallKeys } from './duplicates.ts';
import type { Take } from './formats/format.ts';
import type { ReadReport } from './read-report.ts';

/** A streamed answer is logged again and again until it is whole: so many calls are kept back at least, and twice as many at most. */
const fewestOpen = 1000;

export interface OpenCalls {
  take: Take;
  /** Hands on what is still kept back. */
  end(): void;
}

/** Of the entries of a call the one with the most output counts, the last of them if several have as much. */
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
