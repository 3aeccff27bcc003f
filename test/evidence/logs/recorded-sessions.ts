/** The calls of the recorded sessions of `data/evidence`, as the readers of logs would give them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { type CallRecord, callOf } from '../../../runtime/logs/call-record.ts';
import { groupBy } from '../../../runtime/logs/statistics.ts';
import { agentNames } from '../sessions.ts';

const folder = join(import.meta.dirname, '../../../data/evidence');

export interface RecordedSession {
  /** The owner of the repository, who is left out together. */
  owner: string;
  agent: string;
  calls: CallRecord[];
}

type Row = Record<string, string>;

/** In the order of the file. The hour at which a session began is not recorded: it is read as midnight. */
export function recordedSessions(): RecordedSession[] {
  const sessions: Row[] = parse(readFileSync(join(folder, 'sessions.csv')), { columns: true });
  const rows: Row[] = parse(gunzipSync(readFileSync(join(folder, 'session-calls.csv.gz'))), { columns: true });
  const bySession = groupBy(rows, ({ session }) => session as string);
  return sessions.map(({ session = '', repository = '', agent = '', day = '' }) => ({
    owner: repository.split('/')[0] as string,
    agent,
    calls: (bySession.get(session) ?? []).map((row) => callIn(row, session, agent, Date.parse(day))),
  }));
}

function callIn(row: Row, session: string, agent: string, start: number): CallRecord {
  const count = (name: string): number => Number(row[name] || 0);
  const call = callOf(row.model as string, {
    input: count('input'),
    cachedInput: count('cacheRead'),
    cacheWrite: count('cacheWrite5m'),
    cacheWrite1h: count('cacheWrite1h'),
    output: count('output'),
    reasoning: null,
  });
  return {
    ...call,
    at: start + 1000 * count('seconds'),
    session,
    task: session,
    agent: agentNames[agent] ?? null,
    searches: count('webSearches'),
    // Only Claude Code leaves placeholders.
    isFinal: agent === 'claude-code' ? row.finalised === '1' : null,
    visibleChars: count('visibleChars'),
    thinkingChars: count('thinkingChars'),
    compacted: row.compactedBefore === '1',
  };
}
