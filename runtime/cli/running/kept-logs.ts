/** What is known of the logs of sessions that run, and what a run leaves of it for the next one in the index of logs. */
import { rowsSince, rowWidth, type Spent, type Sums, spentIn } from '../../logs/tally-sums.ts';
import type { LogIndex } from '../log-index.ts';
import type { Range, RatesKept } from './kept-rates.ts';
import type { ForecastCall } from './looked-up-prices.ts';

export interface Kept {
  /** The day whose rows are kept, as the time when it began. */
  since: number;
  /** When the folders were looked through last, and how long that took, in milliseconds. */
  lookedAt: number;
  lookedMs: number;
  /** Whether a call of the day is in several logs. */
  isShared: boolean;
  rates: RatesKept | null;
  logs: (Omit<RunningLog, 'rows'> & { rowCount: number })[];
}

const label = 'running logs';

/** What the run before left, and its logs by path, with their rows since the day began. */
export function before(index: LogIndex | null, since: number): { kept: Kept | null; known: Map<string, RunningLog> } {
  const known = new Map<string, RunningLog>();
  const entry = index?.entry(label);
  if (!entry) return { kept: null, known };
  const length = entry.readUInt32LE(0);
  const kept = JSON.parse(entry.toString('utf8', 4, 4 + length)) as Kept;
  // Another day began, or the clock or the time zone was changed: all rows are wanted from then on.
  if (kept.since > since) return { kept: null, known };
  const rows = new Float64Array(new Uint8Array(entry.subarray(4 + length)).buffer);
  let at = 0;
  for (const { rowCount, ...log } of kept.logs) {
    const end = at + rowCount * rowWidth;
    const all = rows.subarray(at, end);
    if (kept.since === since) known.set(log.path, { ...log, rows: all });
    else {
      const ofDay = rowsSince(since, all);
      known.set(log.path, { ...log, rows: ofDay, day: spentIn(ofDay) });
    }
    at = end;
  }
  return { kept, known };
}

export function keepFor(
  index: LogIndex | null,
  { logs, ...rest }: Omit<Kept, 'logs'> & { logs: readonly RunningLog[] },
): void {
  const kept: Kept = { ...rest, logs: logs.map(({ rows, ...log }) => ({ ...log, rowCount: rows.length / rowWidth })) };
  const json = Buffer.from(JSON.stringify(kept));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  try {
    index?.put(
      label,
      Buffer.concat([
        length,
        json,
        ...logs.map(({ rows }) => Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)),
      ]),
    );
  } catch {
    // Without it the next run takes longer.
  }
}

export interface RunningLog {
  path: string;
  /** Name of the agent whose folder it lies in; null: it was named by the caller. */
  agent: string | null;
  writtenAt: number;
  size: number;
  inode: number;
  sums: Sums;
  /** Whether a part of it waits to be read by another run. */
  isPartial: boolean;
  /** false: it has bytes, but is no log of a known format. */
  isLog: boolean;
  /** Rows of its calls since the day began, and their sum. */
  rows: Float64Array;
  day: Spent;
  /** Its agent's own last call; null: none is known. */
  lastOwn: ForecastCall | null;
  /** What its agent's own calls will have cost at the end; null: it cannot be told. */
  forecast: Range | null;
  /** The stamp of the own sessions that the forecast rests on. */
  restsOn: string;
}
