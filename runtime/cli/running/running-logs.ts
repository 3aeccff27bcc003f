/**
 * The logs of this machine that were written today, and those of the sessions that are asked for, each with what its calls
 * add up to. What was read is kept in the index of logs, so that a run reads only what was appended since the run before.
 */
import { readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hasAny, idsIn, noSums, rowWidth, type Spent, spentIn, spentInAll } from '../../logs/tally-sums.ts';
import { findLogs, type Machine } from '../find-logs.ts';
import type { LogIndex } from '../log-index.ts';
import { addSessions, OwnSessions, renewForecasts } from '../own-sessions.ts';
import { before, type Kept, keepFor, type RunningLog } from './kept-logs.ts';
import type { KeptRates } from './kept-rates.ts';

export interface RunningLogs {
  logs: readonly RunningLog[];
  /** Dollars since the day began, of all agents. */
  today: Spent;
  /** Why a log could not be read, in words, by its path; of those that are named also that there is none. */
  unread: ReadonlyMap<string, string>;
}

export interface Asked {
  machine: Machine;
  catalog: string;
  /** null: nothing is kept from run to run. */
  index: LogIndex | null;
  /** In milliseconds since 1970. */
  now: number;
  /** Logs that are wanted even if they were written before today. */
  named: readonly string[];
  /** Bytes that are read in this run; the rest waits for the next. */
  mostBytes: number;
  /** Milliseconds after which no further log is read; default as long as it takes. */
  mostMs?: number;
  /** The logs whose forecasts are wanted; default all. */
  shown?: (logs: readonly RunningLog[]) => readonly RunningLog[];
}

/** The folders are looked through again after so long; known logs are looked at in every run. */
const lookEveryMs = 15_000;
/** Looking takes at most such a part of the time. */
const lookShare = 0.01;

export function dayBegan(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

export const noSuchFile = 'there is no such file';
const noKnownLog = 'it is no log of a known format';

export const problemsOf = ({ unread }: RunningLogs): string[] => [...unread].map(([path, why]) => `${path}: ${why}`);

export async function runningLogs(asked: Asked): Promise<RunningLogs> {
  const kept = before(asked.index, dayBegan(asked.now));
  try {
    return await readKnowing(asked, kept);
  } catch (error) {
    if (!(error instanceof LostRows)) throw error;
    return await readKnowing(asked, null);
  }
}

/** A part of what was kept is not there any more, so that nothing is known. */
class LostRows extends Error {}

/** @param kept what the run before left */
async function readKnowing(asked: Asked, kept: Kept | null): Promise<RunningLogs> {
  const { index, now } = asked;
  const since = dayBegan(now);
  const own = OwnSessions.keptIn(index);
  const isSameDay = kept?.since === since;
  // The sessions of the day before are not looked at again: they have ended, as far as one can tell.
  if (index !== null && kept !== null && !isSameDay) {
    addSessions(own, kept.logs);
    own.keepIn(index);
  }
  const opened: { rates: KeptRates | null } = { rates: null };
  /** To load them takes longer than all the rest where nothing was written. */
  const readers = async () => {
    const { KeptRates, keptRows, noRates, readGrown } = await import('./grown-log.ts');
    opened.rates ??= new KeptRates(kept?.rates ?? noRates, asked.catalog);
    return { rates: opened.rates, readGrown, keptRows };
  };
  /** By path, as they were kept or read in this run. */
  const rowsBy = new Map<string, Float64Array>();
  const rowsOf = async ({ path, rowCount }: RunningLog): Promise<Float64Array> => {
    const rows = rowCount === 0 ? none : (rowsBy.get(path) ?? (await readers()).keptRows(index, path, since));
    if (rows === null) throw new LostRows();
    rowsBy.set(path, rows);
    return rows;
  };
  const known = new Map<string, RunningLog>();
  for (const log of kept?.logs ?? []) {
    const rows = isSameDay ? null : await rowsOf(log);
    known.set(log.path, rows === null ? log : { ...log, rowCount: rows.length / rowWidth, day: spentIn(rows) });
  }
  const { paths, lookedAt, lookedMs } = lookedFor(asked, kept, since);
  const unread = new Map<string, string>();
  const logs: RunningLog[] = [];
  let left = asked.mostBytes;
  const until = milliseconds() + (asked.mostMs ?? Number.POSITIVE_INFINITY);
  const changed = new Map<string, ReadonlySet<number>>();
  for (const [path, agent] of paths) {
    let stats: Stats | undefined;
    try {
      stats = statSync(path, { throwIfNoEntry: false });
    } catch (error) {
      unread.set(path, (error as Error).message);
      continue;
    }
    if (stats === undefined) {
      if (asked.named.includes(path)) unread.set(path, noSuchFile);
      continue;
    }
    const { size, mtimeMs: writtenAt, ino: inode } = stats;
    const earlier = known.get(path);
    const isSame = earlier?.size === size && earlier.writtenAt === writtenAt && earlier.inode === inode;
    if (earlier !== undefined && isSame && !earlier.isPartial) {
      logs.push(earlier);
      continue;
    }
    if (left <= 0 || (changed.size > 0 && milliseconds() > until)) {
      logs.push({ ...(earlier ?? { ...{ path, agent, writtenAt, size, inode }, ...nothingRead }), isPartial: true });
      continue;
    }
    try {
      if (!stats.isFile()) throw new Error('It is not a regular file.');
      const { rates, readGrown } = await readers();
      const { tally, lastOwn, ids, isPartial, bytesRead } = await readGrown(path, {
        ...{ index, rates, since, most: left },
        isOwnOnly: subagentsOf(path).length > 0,
      });
      left -= bytesRead;
      if (isPartial && tally === null && earlier !== undefined) {
        logs.push({ ...earlier, isPartial });
        continue;
      }
      const { sums, day } = tally ?? nothingRead;
      const rows = tally?.rows ?? none;
      const rowCount = rows.length / rowWidth;
      const isLog = tally !== null || isPartial;
      logs.push({
        ...{ path, agent, writtenAt, size, inode, sums, isPartial, isLog, rowCount, day, lastOwn },
        ...noForecast,
      });
      rowsBy.set(path, rows);
      // What was read before by a run that left nothing is new to this one.
      changed.set(path, earlier === undefined ? idsIn(rows) : ids);
    } catch (error) {
      unread.set(path, (error as Error).message);
    }
  }
  for (const { path, isLog } of logs) if (!isLog && asked.named.includes(path)) unread.set(path, noKnownLog);
  const isRenewed = await renewForecasts(logs, asked.shown?.(logs) ?? logs, own, async () => (await readers()).rates);
  const isShared = (kept?.isShared ?? false) || (await sharesAny(logs, changed, rowsOf));
  const isAsBefore =
    isSameDay && changed.size === 0 && logs.length === known.size && logs.every(({ path }) => known.has(path));
  const today = isAsBefore ? kept.today : isShared ? spentInAll(await Promise.all(logs.map(rowsOf))) : sumOf(logs);
  if (!isAsBefore || isRenewed || kept.lookedAt !== lookedAt) {
    const rates = opened.rates?.toKeep(now) ?? kept?.rates ?? null;
    keepFor(index, { since, lookedAt, lookedMs, isShared, today, rates, logs });
  }
  return { logs, today, unread };
}

/** Time that no change of the clock touches. The global `performance` takes longer to load than what it would measure. */
const milliseconds = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Whether a call that is new in one log is in another one too. */
async function sharesAny(
  logs: readonly RunningLog[],
  changed: ReadonlyMap<string, ReadonlySet<number>>,
  rowsOf: (log: RunningLog) => Promise<Float64Array>,
): Promise<boolean> {
  for (const [path, ids] of changed) {
    if (ids.size === 0) continue;
    for (const log of logs) if (log.path !== path && hasAny(await rowsOf(log), ids)) return true;
  }
  return false;
}

const sumOf = (logs: readonly RunningLog[]): Spent => ({
  nano: logs.reduce((sum, { day }) => sum + day.nano, 0),
  missingNano: logs.reduce((sum, { day }) => sum + day.missingNano, 0),
  unpricedCalls: logs.reduce((sum, { day }) => sum + day.unpricedCalls, 0),
});

const none = new Float64Array(0);
const noForecast = { forecast: null, restsOn: '' };
const nothingRead = {
  sums: noSums(),
  isPartial: true,
  isLog: true,
  rowCount: 0,
  day: spentIn(none),
  lastOwn: null,
  ...noForecast,
};

function lookedFor({ machine, named, now }: Asked, kept: Kept | null, since: number) {
  // Those that are named are read first.
  const paths = new Map<string, string | null>(
    named.flatMap((one) => [one, ...subagentsOf(one)]).map((one) => [one, null]),
  );
  let { lookedAt, lookedMs } = kept ?? { lookedAt: Number.NEGATIVE_INFINITY, lookedMs: 0 };
  const isDue = !(now >= lookedAt && now - lookedAt < Math.max(lookEveryMs, lookedMs / lookShare));
  if (isDue || kept === null) {
    const start = milliseconds();
    for (const { agent, files } of findLogs(machine).found) {
      for (const { path } of files) if (path !== null && writtenSince(path, since)) paths.set(path, agent);
    }
    [lookedAt, lookedMs] = [now, milliseconds() - start];
  } else for (const { path, agent } of kept.logs) paths.set(path, agent);
  return { paths, lookedAt, lookedMs };
}

/** true where it cannot be told: whoever reads the log finds out why. */
function writtenSince(path: string, since: number): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since;
  } catch {
    return true;
  }
}

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
