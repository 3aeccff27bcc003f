/** What is known of the logs of sessions that run, and what a run leaves of it for the next one in the index of logs. */
import type { Spent, Sums } from '../../logs/tally-sums.ts';
import type { LogIndex } from '../log-index.ts';
import type { Range, RatesKept } from './kept-rates.ts';
import type { ForecastCall } from './looked-up-prices.ts';

export interface Kept {
  /** The day whose calls are summed, as the time when it began. */
  since: number;
  /** When the folders were looked through last, and how long that took, in milliseconds. */
  lookedAt: number;
  lookedMs: number;
  /** Whether a call of the day is in several logs. */
  isShared: boolean;
  /** Dollars since the day began, of all logs. */
  today: Spent;
  rates: RatesKept | null;
  logs: readonly RunningLog[];
}

const label = 'running logs';

/** What the run before left; null: there was none, or its day began later than this one, and all is to be read again. */
export function before(index: LogIndex | null, since: number): Kept | null {
  const entry = index?.entry(label);
  if (!entry) return null;
  const kept = JSON.parse(entry.toString('utf8')) as Kept;
  return kept.since > since ? null : kept;
}

export function keepFor(index: LogIndex | null, kept: Kept): void {
  try {
    index?.put(label, Buffer.from(JSON.stringify(kept)));
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
  /** The sum of its calls since the day began, and how many these are: they are kept with the rest of the log. */
  day: Spent;
  rowCount: number;
  /** Its agent's own last call; null: none is known. */
  lastOwn: ForecastCall | null;
  /** What its agent's own calls will have cost at the end; null: it cannot be told. */
  forecast: Range | null;
  /** The stamp of the own sessions that the forecast rests on. */
  restsOn: string;
}
