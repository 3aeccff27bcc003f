/** What is known of the log of a session that runs. */
import type { Spent, Sums } from '../../logs/tally-sums.ts';
import type { Range } from './kept-rates.ts';
import type { ForecastCall } from './looked-up-prices.ts';

/** A log that was read. */
export interface RunningLog {
  path: string;
  /** Name of the agent whose folder it lies in; null: it was named by the caller. */
  agent: string | null;
  /** When it was written last, in milliseconds since 1970. */
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
