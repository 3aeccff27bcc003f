/** What a session costs while it runs: dollars, the share from the cache, the context, and when the cache goes cold. */
import type { Spent, Sums } from '../../logs/tally-sums.ts';
import type { RunningLog } from './kept-logs.ts';
import type { Range } from './kept-rates.ts';

export interface SessionFigures {
  agent: string | null;
  session: string | null;
  project: string | null;
  model: string | null;
  /** Dollars of its calls and those of its subagents. */
  usd: number;
  /** Dollars of output that the log does not hold, by an estimate; they are not in `usd`. */
  missingUsd: number;
  calls: number;
  unpricedCalls: number;
  /** Of all tokens of prompts, those read from the cache, in percent; null: there was no prompt. */
  cachedPct: number | null;
  /** Tokens of the last prompt and its answer; null: no call is known. */
  contextTokens: number | null;
  /** Dollars at its end, if its subagents cost no more than so far; null: it cannot be told. */
  forecast: Range | null;
  /** When what the last call left in the cache is no longer there, in milliseconds since 1970; null: not known. */
  coldAt: number | null;
  /** When one of its logs was written last, in milliseconds since 1970. */
  writtenAt: number;
}

const nanoPerUsd = 1e9;

/** Dollars that are missing in a bill; never below 0. */
export const missingUsd = ({ missingNano }: Pick<Spent, 'missingNano'>): number =>
  Math.max(0, missingNano) / nanoPerUsd;

export function sessionsOf(logs: readonly RunningLog[]): SessionFigures[] {
  const bySession = new Map<string, RunningLog[]>();
  for (const log of logs) {
    if (log.sums.calls === 0) continue;
    const name = sessionKey(log);
    bySession.set(name, [...(bySession.get(name) ?? []), log]);
  }
  return [...bySession.values()].map(figuresOf).sort((a, b) => b.writtenAt - a.writtenAt);
}

/** The session of a log, and of the logs of its subagents, or, for null, the one written last; null: it has no log. */
export function sessionOf(logs: readonly RunningLog[], path: string | null): SessionFigures | null {
  const own = logsOfSession(logs, path);
  return own.length === 0 ? null : figuresOf(own);
}

/** The logs of a session: that of a log, or, for null, the one that was written last. */
export function logsOfSession(logs: readonly RunningLog[], path: string | null): RunningLog[] {
  const own =
    path === null
      ? logs.filter(({ sums }) => sums.calls > 0).reduce<RunningLog | null>(laterOf, null)
      : logs.find((log) => log.path === path);
  if (!own) return [];
  return [own, ...logs.filter((log) => log !== own && sessionKey(log) === sessionKey(own))];
}

const laterOf = (last: RunningLog | null, log: RunningLog): RunningLog =>
  last === null || log.writtenAt > last.writtenAt ? log : last;

const sessionKey = ({ sums, path }: RunningLog): string => JSON.stringify([sums.agent, sums.session ?? path]);

/** @param logs of one session, at least one */
function figuresOf(logs: readonly RunningLog[]): SessionFigures {
  const all = logs.map(({ sums }) => sums);
  const total = (of: (sums: Sums) => number): number => all.reduce((sum, sums) => sum + of(sums), 0);
  const first = <Value>(of: (sums: Sums) => Value | null): Value | null =>
    all.reduce<Value | null>((found, sums) => found ?? of(sums), null);
  const [ownLog] = logs
    .filter(({ sums }) => sums.last !== null)
    .sort((a, b) => (b.sums.last?.at ?? 0) - (a.sums.last?.at ?? 0));
  const own = ownLog?.sums;
  const last = own?.last ?? null;
  const usd = total(({ nano }) => nano) / nanoPerUsd;
  const ofOthers = usd - (own?.own.usd ?? 0);
  const forecast = ownLog?.forecast ?? null;
  const prompt = total(({ promptTokens }) => promptTokens);
  return {
    agent: first(({ agent }) => agent),
    session: first(({ session }) => session),
    project: first(({ project }) => project),
    model: last?.model ?? null,
    usd,
    missingUsd: missingUsd({ missingNano: total(({ missingNano }) => missingNano) }),
    calls: total(({ calls }) => calls),
    unpricedCalls: total(({ unpricedCalls }) => unpricedCalls),
    cachedPct: prompt === 0 ? null : (100 * total(({ cachedTokens }) => cachedTokens)) / prompt,
    contextTokens: last && last.promptTokens + last.outputTokens,
    forecast: forecast && { p50: forecast.p50 + ofOthers, p90: forecast.p90 + ofOthers },
    coldAt: last && own?.lifetimeMs ? last.at + own.lifetimeMs : null,
    writtenAt: Math.max(...logs.map(({ writtenAt }) => writtenAt)),
  };
}

export const usdOfDay = ({ nano }: Spent): number => nano / nanoPerUsd;
