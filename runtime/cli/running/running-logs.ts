/**
 * The logs of this machine that were written today, and those of the sessions that are asked for, each with what its calls
 * add up to. What was read is kept in the index of logs, so that a run reads only what was appended since the run before.
 */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  hasAny,
  noSums,
  rowsSince,
  rowWidth,
  type Spent,
  type Sums,
  spentIn,
  spentInAll,
} from '../../logs/tally-sums.ts';
import { findLogs } from '../find-logs.ts';
import type { LogIndex } from '../log-index.ts';
import type { Machine } from '../machine.ts';
import { OwnSessions } from '../own-sessions.ts';
import type { ForecastCall, KeptRates, Range, RatesKept } from './kept-rates.ts';
import { addSessions, renewForecasts } from './renew-forecasts.ts';

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

export interface RunningLogs {
  logs: readonly RunningLog[];
  /** Dollars since the day began, of all agents. */
  today: Spent;
  /** What could not be read, in words. */
  problems: string[];
}

export interface Asked {
  machine: Machine;
  /** catalog.json with the prices. */
  catalog: string;
  /** null: nothing is kept from run to run. */
  index: LogIndex | null;
  /** In milliseconds since 1970. */
  now: number;
  /** Logs that are wanted even if they were written before today. */
  named: readonly string[];
  /** Bytes that are read in this run; the rest waits for the next. */
  mostBytes: number;
}

/** What a run leaves for the next one. */
interface Kept {
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

/** The folders are looked through again after so long; known logs are looked at in every run. */
const lookEveryMs = 15_000;
/** Looking takes at most such a part of the time. */
const lookShare = 0.01;

/** The time when the day began here. */
export function dayBegan(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

export async function runningLogs(asked: Asked): Promise<RunningLogs> {
  const { index, now } = asked;
  const since = dayBegan(now);
  const { kept, known } = before(index, since);
  const own = OwnSessions.keptIn(index);
  // The sessions of the day before are not looked at again: they have ended, as far as one can tell.
  if (index !== null && kept !== null && kept.since < since) {
    addSessions(own, kept.logs);
    own.keepIn(index);
  }
  const opened: { rates: KeptRates | null } = { rates: null };
  /** To load them takes longer than all the rest where nothing was written. */
  const readers = async () => {
    const { KeptRates, noRates, readGrown } = await import('./grown-log.ts');
    opened.rates ??= new KeptRates(kept?.rates ?? noRates, asked.catalog);
    return { rates: opened.rates, readGrown };
  };
  const { paths, lookedAt, lookedMs } = lookedFor(asked, kept, since);
  const problems: string[] = [];
  const logs: RunningLog[] = [];
  let left = asked.mostBytes;
  const changed = new Map<string, ReadonlySet<number>>();
  for (const [path, agent] of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    const { size, mtimeMs: writtenAt, ino: inode } = stats;
    const earlier = known.get(path);
    const isSame = earlier?.size === size && earlier.writtenAt === writtenAt && earlier.inode === inode;
    if (earlier !== undefined && isSame && !earlier.isPartial) {
      logs.push(earlier);
      continue;
    }
    if (left <= 0) {
      logs.push({ ...(earlier ?? { ...{ path, agent, writtenAt, size, inode }, ...nothingRead }), isPartial: true });
      continue;
    }
    try {
      if (!stats.isFile()) throw new Error('It is not a regular file.');
      const { rates, readGrown } = await readers();
      const { tally, lastOwn, ids, isPartial, bytesRead } = await readGrown(path, { index, rates, since, most: left });
      left -= bytesRead;
      const { sums, rows, day } = tally ?? nothingRead;
      logs.push({ ...{ path, agent, writtenAt, size, inode, sums, isPartial, rows, day, lastOwn }, ...noForecast });
      changed.set(path, ids);
    } catch (error) {
      problems.push(`${path}: ${(error as Error).message}`);
    }
  }
  const isRenewed = await renewForecasts(logs, own, async () => (await readers()).rates);
  const isShared = (kept?.isShared ?? false) || sharesAny(logs, changed);
  if (changed.size > 0 || isRenewed || kept?.since !== since || kept.lookedAt !== lookedAt) {
    keepFor(index, {
      since,
      lookedAt,
      lookedMs,
      isShared,
      rates: opened.rates?.toKeep(now) ?? kept?.rates ?? null,
      logs,
    });
  }
  return { logs, today: isShared ? spentInAll(logs.map(({ rows }) => rows)) : sumOf(logs), problems };
}

/** Whether a call that is new in one log is in another one too. */
const sharesAny = (logs: readonly RunningLog[], changed: ReadonlyMap<string, ReadonlySet<number>>): boolean =>
  [...changed].some(
    ([path, ids]) => ids.size > 0 && logs.some((other) => other.path !== path && hasAny(other.rows, ids)),
  );

const sumOf = (logs: readonly RunningLog[]): Spent => ({
  nano: logs.reduce((sum, { day }) => sum + day.nano, 0),
  missingNano: logs.reduce((sum, { day }) => sum + day.missingNano, 0),
  unpricedCalls: logs.reduce((sum, { day }) => sum + day.unpricedCalls, 0),
});

const none = new Float64Array(0);
const noForecast = { forecast: null, restsOn: '' };
const nothingRead = { sums: noSums(), isPartial: true, rows: none, day: spentIn(none), lastOwn: null, ...noForecast };

/** The logs to look at by path, with their agents. */
function lookedFor({ machine, named, now }: Asked, kept: Kept | null, since: number) {
  // Those that are named are read first.
  const paths = new Map<string, string | null>(
    named.flatMap((one) => [one, ...subagentsOf(one)]).map((one) => [one, null]),
  );
  let { lookedAt, lookedMs } = kept ?? { lookedAt: Number.NEGATIVE_INFINITY, lookedMs: 0 };
  const isDue = !(now >= lookedAt && now - lookedAt < Math.max(lookEveryMs, lookedMs / lookShare));
  if (isDue || kept === null) {
    const start = performance.now();
    for (const { agent, files } of findLogs(machine).found) {
      for (const { path } of files) if (path !== null && writtenSince(path, since)) paths.set(path, agent);
    }
    [lookedAt, lookedMs] = [now, performance.now() - start];
  } else for (const { path, agent } of kept.logs) paths.set(path, agent);
  return { paths, lookedAt, lookedMs };
}

const writtenSince = (path: string, since: number): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since;

/** Claude Code keeps the logs of a session's subagents in a folder named after it. */
function subagentsOf(path: string): string[] {
  const folder = join(dirname(path), basename(path, '.jsonl'), 'subagents');
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

const label = 'running logs';

function before(index: LogIndex | null, since: number): { kept: Kept | null; known: Map<string, RunningLog> } {
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

function keepFor(
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
