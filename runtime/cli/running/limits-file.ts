/**
 * What Claude Code tells its status line of the quotas of a plan, kept in a small file of its own beside the state of
 * `guard`: its logs do not have it. A line for each change; counts and times only.
 */
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lookUp } from '../../core/values/look-up.ts';
import { readInput } from '../../io/input-file.ts';
import { type LimitReport, limitReport, noteLimit, saysTheSame } from '../../logs/fields/limit-reports.ts';
import type { PlanWorth } from '../../logs/plan/plan-worth.ts';
import type { Machine } from '../find-logs.ts';
import type { LogIndex } from '../log-index.ts';
import { guardFile } from './guard-state.ts';
import { money } from './status-text.ts';

/** A year of an agent that runs all day is a few megabytes. */
const mostBytes = 2 ** 26;
/** The end of the file, in which the last line of each quota is. */
const tailBytes = 2 ** 12;

const limitsFile = (machine: Machine): string => join(dirname(guardFile(machine)), 'limits.jsonl');

/** All of them; none where there is no such file, or it cannot be read. */
export function keptLimits(machine: Machine): LimitReport[] {
  const kept: LimitReport[] = [];
  try {
    for (const limit of limitsIn(readInput(limitsFile(machine), mostBytes).toString())) noteLimit(kept, limit);
  } catch {
    // Nothing was kept.
  }
  return kept;
}

/** The last one of each quota that has not begun anew since, the shortest windows first. */
export function currentLimits(machine: Machine, now: number): LimitReport[] {
  const last = new Map<string, LimitReport>();
  for (const limit of limitsIn(endOf(limitsFile(machine)))) last.set(`${limit.agent} ${limit.minutes}`, limit);
  return [...last.values()]
    .filter(({ resetsAt }) => resetsAt !== null && resetsAt > now)
    .sort((a, b) => a.minutes - b.minutes);
}

/** A quota is told with every answer: the same again is written after this time, so that dollars can be counted up to it. */
const againMs = 120_000;

/** Adds what is new. Whatever goes wrong, a status line is shown. */
export function keepLimits(machine: Machine, told: readonly LimitReport[]): void {
  if (told.length === 0) return;
  try {
    const path = limitsFile(machine);
    const before = limitsIn(endOf(path));
    const news = told.filter((one) => {
      const last = before.findLast(({ agent, minutes }) => agent === one.agent && minutes === one.minutes);
      return last === undefined || !saysTheSame(last, one) || one.at - last.at >= againMs;
    });
    if (news.length === 0) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const lines = news.map(({ agent, ...rest }) => `${JSON.stringify({ limitsOf: agent, ...rest })}\n`);
    appendFileSync(path, lines.join(''), { mode: 0o600 });
  } catch {
    // It is not kept.
  }
}

function limitsIn(text: string): LimitReport[] {
  return text.split('\n').flatMap((line) => {
    try {
      return limitReport(JSON.parse(line)) ?? [];
    } catch {
      return [];
    }
  });
}

function endOf(path: string): string {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, tailBytes));
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, size - bytes.length));
  } finally {
    closeSync(fd);
  }
}

/** `5 h 34 % (about $6.80)`, `week 61 % (about $310)`: dollars at list price, where a report found those of a percent. */
export function quotasText(limits: readonly LimitReport[], index: LogIndex | null): string[] {
  if (limits.length === 0) return [];
  const worth = keptWorth(index);
  return limits.map((one) => {
    const usdPerPct = lookUp(worth, quotaKey(one));
    const dollars = usdPerPct === undefined ? '' : ` (about ${money(usdPerPct * one.usedPct)})`;
    return `${shortWindow(one.minutes)} ${Math.floor(one.usedPct)} %${dollars}`;
  });
}

/** `week`, `5 h`, `30 d`. */
export const shortWindow = (minutes: number): string =>
  minutes === 10_080 ? 'week' : minutes >= 2880 ? `${Math.round(minutes / 1440)} d` : `${Math.round(minutes / 60)} h`;

/** List dollars per percent of each quota, as the last report on one's own logs found them, kept in the index of logs. */
const label = 'dollars per percent';

type UsdPerPct = Readonly<Record<string, number>>;

const quotaKey = ({ agent, minutes }: { agent: string; minutes: number }): string => `${agent} ${minutes}`;

export function keepWorth(index: LogIndex | null, { quotas }: PlanWorth): void {
  const found = quotas.flatMap((one) =>
    one.usdPerPct === null ? [] : [[quotaKey(one), one.usdPerPct.middle] as const],
  );
  try {
    index?.put(label, Buffer.from(JSON.stringify(Object.fromEntries(found))));
  } catch {
    // A status line then shows percents alone.
  }
}

function keptWorth(index: LogIndex | null): UsdPerPct {
  const entry = index?.entry(label);
  return entry ? JSON.parse(entry.toString('utf8')) : {};
}
