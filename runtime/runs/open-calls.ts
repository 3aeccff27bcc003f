/** Calls that are logged more than once, as one. */
import type { CallRecord } from './call-record.ts';
import type { CallKeys } from './duplicates.ts';
import type { Take } from './formats/format.ts';
import type { ReadReport } from './read-report.ts';

/** A streamed answer is logged again and again until it is whole; so many calls are kept back for that. */
const mostOpen = 1000;

export interface OpenCalls {
  take: Take;
  /** Hands on what is still kept back. */
  end(): void;
}

/** Of the entries of a call the one with the most output counts, the last of them if several have as much. */
export function openCalls(keys: CallKeys, report: ReadReport, emit: (call: CallRecord) => void): OpenCalls {
  const open = new Map<string, CallRecord>();
  const close = (key: string, call: CallRecord): void => {
    open.delete(key);
    if (keys.addAgain(key)) report.duplicates += 1;
    else {
      report.records += 1;
      emit(call);
    }
  };
  return {
    take(call, key) {
      if (key === undefined) {
        report.records += 1;
        emit(call);
        return;
      }
      const earlier = open.get(key);
      if (earlier !== undefined) {
        report.duplicates += 1;
        if (call.output >= earlier.output) Object.assign(earlier, call, { at: earlier.at ?? call.at });
        return;
      }
      open.set(key, call);
      if (open.size <= mostOpen) return;
      for (const [oldest, kept] of open) {
        close(oldest, kept);
        break;
      }
    },
    end() {
      for (const [key, call] of open) close(key, call);
    },
  };
}
