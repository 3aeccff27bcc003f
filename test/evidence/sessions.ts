/**
 * Recorded interactive sessions. A run is what one model did in one session. An owner is the part of a repository before
 * the slash.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { SessionCall } from '../../runtime/core/model/session-forecast.ts';
import { isCompacted, type Transcript, transcriptOf } from '../../runtime/core/model/transcript.ts';
import { lazily } from '../../runtime/core/values/memoize.ts';
import { numberIn, type Row } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { groupBy, sumOf } from '../../runtime/logs/statistics.ts';
import { readRows } from './read-evidence.ts';

/** A call with its time, in ms since 1970; the order of calls and the pauses between them are as logged. */
export type TimedCall = SessionCall & { at: number };

export interface SessionRun {
  session: string;
  repository: string;
  owner: string;
  /** As logs name it. */
  agent: string;
  agentVersion: string | null;
  model: string;
  day: string;
  calls: readonly TimedCall[];
  transcript: Transcript;
  /** Tokens of all prompts, and of all output. */
  input: number;
  output: number;
  /** null: a call has no price. */
  usd: number | null;
}

/** What is known of each session; its owner is the part of the repository before the slash. */
const aboutSessions = () =>
  new Map(
    readRows('sessions.csv').map(({ session = '', agent = '', agentVersion, day = '', repository = '', subagent }) => [
      session,
      {
        ...{ session, day, repository, owner: repository.split('/')[0] as string, isSubagent: subagent === '1' },
        ...{ agent: agentNames[agent] as string, agentVersion: agentVersion || null },
      },
    ]),
  );

/** Names of agents in the data, and in logs. */
export const agentNames: Record<string, string> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  opencode: 'opencode',
  pi: 'pi',
  'gemini-cli': 'Gemini CLI',
};

/** The calls of all sessions, in order; those without a prompt were not billed. */
const callRows = lazily((): Row[] => {
  const file = join(import.meta.dirname, '../../data/evidence/session-calls.csv.gz');
  return (parse(gunzipSync(readFileSync(file)), { columns: true }) as Row[]).filter((row) => promptIn(row) > 0);
});

/** A session of a person, with the calls of all its models. */
export interface WholeSession {
  session: string;
  owner: string;
  agent: string;
  agentVersion: string | null;
  day: string;
  calls: readonly (TimedCall & { model: string })[];
}

/** The sessions without those of subagents. */
export function wholeSessions(): WholeSession[] {
  const about = aboutSessions();
  return [...groupBy(callRows(), ({ session }) => session as string)].flatMap(([session, rows]) => {
    const { isSubagent, ...facts } = about.get(session) as NonNullable<ReturnType<typeof about.get>>;
    return isSubagent
      ? []
      : [{ ...facts, calls: rows.map((row) => ({ ...callOf(row, facts.day), model: row.model ?? '' })) }];
  });
}

export const sessionRuns = lazily((): SessionRun[] => {
  const sessions = aboutSessions();
  return [...groupBy(callRows(), ({ session, model }) => `${session} ${model}`).values()].map((own) => {
    const { session = '', model = '' } = own[0] as Row;
    const { isSubagent: _, ...facts } = sessions.get(session) as NonNullable<ReturnType<typeof sessions.get>>;
    const calls = own.map((row) => callOf(row, facts.day));
    return {
      ...{ ...facts, model },
      calls,
      transcript: transcriptOf(calls),
      input: sumOf(calls.map(({ prompt }) => prompt)),
      output: sumOf(calls.map(({ output }) => output)),
      usd: calls.every(({ usd }) => usd !== null) ? sumOf(calls.map(({ usd }) => usd as number)) : null,
    };
  });
});

const promptIn = (row: Row): number =>
  sumOf(['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'].map((column) => numberIn(row, column)));

const callOf = (row: Row, day: string): TimedCall => ({
  at: Date.parse(day) + 1000 * numberIn(row, 'seconds'),
  prompt: promptIn(row),
  cached: numberIn(row, 'cacheRead'),
  compacted: row.compactedBefore === '1',
  cacheWrite: numberIn(row, 'cacheWrite5m'),
  cacheWrite1h: numberIn(row, 'cacheWrite1h'),
  output: numberIn(row, 'output'),
  usd: row.usd === '' ? null : numberIn(row, 'usd'),
});

/** The prompts before and after the compactions of runs. */
export const compactionsIn = (runs: readonly { calls: readonly SessionCall[] }[]): { at: number; to: number }[] =>
  runs.flatMap(({ calls }) =>
    calls.flatMap((call, i) => {
      const before = calls[i - 1];
      return before !== undefined && isCompacted(before, call) ? [{ at: before.prompt, to: call.prompt }] : [];
    }),
  );
