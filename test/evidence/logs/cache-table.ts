/** How much of what was not read from the cache has a cause, and how well the rule of a lifetime predicts writes. */
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { type CallRecord, promptOf } from '../../../runtime/logs/call-record.ts';
import {
  type Before,
  gapBetween,
  lifetimeOf,
  lifetimes,
  writtenBy,
} from '../../../runtime/logs/report/cache-lifetime.ts';
import { LogReporter } from '../../../runtime/logs/report/log-reporter.ts';
import type { LogReport } from '../../../runtime/logs/report/report-of.ts';
import { reportOf } from '../../../runtime/logs/report/report-of.ts';
import { groupBy } from '../../../runtime/logs/statistics.ts';
import type { RecordedSession } from './recorded-sessions.ts';

export interface CacheRow {
  owner: string;
  agent: string;
  usd: number;
  /** Share of these dollars in percent, by cause. */
  pct: Record<string, number>;
}

/** A row for each owner and agent, and one for all. */
export function cacheRows(catalog: Catalog, sessions: readonly RecordedSession[]): CacheRow[] {
  const groups = groupBy(sessions, ({ owner, agent }) => `${owner}\0${agent}`);
  const row = (owner: string, agent: string, own: readonly RecordedSession[]): CacheRow => {
    const { cache } = billOf(catalog, own);
    return {
      ...{ owner, agent, usd: cache.usd ?? 0 },
      pct: Object.fromEntries(
        cache.causes.map(({ cause, usd }) => [cause, !cache.usd ? 0 : (100 * (usd ?? 0)) / cache.usd]),
      ),
    };
  };
  return [
    ...[...groups.values()].map((own) => row(own[0]?.owner ?? '', own[0]?.agent ?? '', own)),
    row('all', '', sessions),
  ];
}

export function billOf(catalog: Catalog, sessions: readonly RecordedSession[]): LogReport {
  const reporter = new LogReporter(catalog, { by: [], since: null, until: null, on: null, host: null });
  for (const { calls } of sessions) reporter.add(calls);
  return reportOf(reporter);
}

export interface LifetimeRow {
  owner: string;
  lifetime: '5 minutes' | '1 hour';
  calls: number;
  /** Tokens written to the cache by calls that follow another one, as logged and by the rule of that lifetime. */
  written: number;
  byRule: number;
  /** The same for calls after a pause of more than five minutes. */
  pausedCalls: number;
  pausedWritten: number;
  pausedByRule: number;
}

/** What the rule of a lifetime predicts for the sessions that used it, from the gaps between their calls. */
export function lifetimeRows(sessions: readonly RecordedSession[]): LifetimeRow[] {
  const rows = new Map<string, LifetimeRow>();
  for (const { owner, calls } of sessions) {
    const lasts = new Map<string, Before>();
    for (const call of calls) {
      const before = lasts.get(call.model);
      const used = lifetimeOf(call) ?? before?.lifetimeMs ?? null;
      if (used !== null && before !== undefined && !call.compacted) addTo(rows, owner, call, before, used);
      lasts.set(call.model, {
        at: call.at,
        promptTokens: promptOf(call),
        lifetimeMs: used,
        warmTokens: before?.warmTokens ?? call.cachedInput,
      });
    }
  }
  return [...rows.values()];
}

function addTo(rows: Map<string, LifetimeRow>, owner: string, call: CallRecord, before: Before, used: number): void {
  const gap = gapBetween(before.at, call.at);
  if (gap === null) return;
  const lifetime = used === lifetimes.hour ? '1 hour' : '5 minutes';
  const key = `${owner} ${lifetime}`;
  const row = rows.get(key) ?? {
    ...{ owner, lifetime, calls: 0, written: 0, byRule: 0, pausedCalls: 0, pausedWritten: 0, pausedByRule: 0 },
  };
  const written = call.cacheWrite + call.cacheWrite1h;
  const byRule = writtenBy(before, promptOf(call) - call.input, gap > used);
  row.calls += 1;
  row.written += written;
  row.byRule += byRule;
  if (gap > lifetimes.usual) {
    row.pausedCalls += 1;
    row.pausedWritten += written;
    row.pausedByRule += byRule;
  }
  rows.set(key, row);
}
