/** What the calls of logs add up to, each log by itself and several of one day. */

import { newSession, type SessionSoFar } from '../core/model/session-forecast.ts';

/** What the calls of a log add up to. */
export interface Sums {
  calls: number;
  /** Calls without a price, which are in no sum of dollars. */
  unpricedCalls: number;
  /** Nano-dollars; exact up to nine million dollars. */
  nano: number;
  /** Nano-dollars of output that was not recorded, by an estimate; below 0: nothing is missing. */
  missingNano: number;
  promptTokens: number;
  cachedTokens: number;
  /** How long what the agent itself wrote to the cache last lives, in milliseconds; null: no write was seen. */
  lifetimeMs: number | null;
  /** The agent's own call with the latest time, not a subagent's; null: there is none. */
  last: { at: number; model: string; promptTokens: number; outputTokens: number } | null;
  /** The agent's own calls, not its subagents', for a forecast. */
  own: SessionSoFar;
  /** Of the last call that names them. */
  session: string | null;
  project: string | null;
  agent: string | null;
}

/** Nothing so far. */
export const noSums = (): Sums => ({
  ...{ calls: 0, unpricedCalls: 0, nano: 0, missingNano: 0, promptTokens: 0, cachedTokens: 0 },
  ...{ lifetimeMs: null, last: null, own: newSession(), session: null, project: null, agent: null },
});

/** The same sums, to be added to by themselves. */
export const copyOf = (sums: Sums): Sums => ({
  ...sums,
  own: { ...sums.own, transcript: { ...sums.own.transcript } },
});

/**
 * A row for each call: its time (NaN: not logged), nano-dollars (NaN: no price), nano-dollars that are missing, and what
 * identifies the call in all logs (NaN: nothing does).
 */
export const rowWidth = 4;

/** Dollars of calls, in nano-dollars. */
export interface Spent {
  nano: number;
  missingNano: number;
  unpricedCalls: number;
}

/** The calls of one log. */
export function spentIn(rows: Float64Array): Spent {
  const spent: Spent = { nano: 0, missingNano: 0, unpricedCalls: 0 };
  for (let row = 0; row < rows.length; row += rowWidth) {
    addTo(spent, { nano: rows[row + 1] as number, missing: rows[row + 2] as number });
  }
  return spent;
}

/** @param call nano-dollars; NaN: it has no price */
export function addTo(spent: Spent, { nano, missing }: { nano: number; missing: number }): void {
  if (Number.isNaN(nano)) spent.unpricedCalls += 1;
  else spent.nano += nano;
  spent.missingNano += missing;
}

/** The rows of calls from a time on. */
export function rowsSince(since: number, rows: Float64Array): Float64Array {
  const recent = new Float64Array(rows.length);
  let length = 0;
  for (let row = 0; row < rows.length; row += rowWidth) {
    if (!((rows[row] as number) >= since)) continue;
    for (let at = row; at < row + rowWidth; at++) recent[length++] = rows[at] as number;
  }
  return recent.slice(0, length);
}

/** The calls of several logs; one that is in several of them counts once, where it has the most output. */
export function spentInAll(logs: readonly Float64Array[]): Spent {
  const most = new Map<number, { nano: number; missing: number }>();
  const spent: Spent = { nano: 0, missingNano: 0, unpricedCalls: 0 };
  for (const rows of logs) {
    for (let row = 0; row < rows.length; row += rowWidth) {
      const [nano, missing, id] = [rows[row + 1] as number, rows[row + 2] as number, rows[row + 3] as number];
      const earlier = Number.isNaN(id) ? undefined : most.get(id);
      if (earlier !== undefined) {
        if (!(nano > earlier.nano)) continue;
        spent.nano -= earlier.nano;
        spent.missingNano -= earlier.missing;
      } else if (Number.isNaN(nano)) spent.unpricedCalls += 1;
      if (!Number.isNaN(id)) most.set(id, { nano, missing });
      if (!Number.isNaN(nano)) spent.nano += nano;
      spent.missingNano += missing;
    }
  }
  return spent;
}

/** What identifies the calls of a log. */
export function idsIn(rows: Float64Array): ReadonlySet<number> {
  const ids = new Set<number>();
  for (let at = rowWidth - 1; at < rows.length; at += rowWidth) ids.add(rows[at] as number);
  ids.delete(Number.NaN);
  return ids;
}

/** Whether a log has one of these calls. */
export function hasAny(rows: Float64Array, ids: ReadonlySet<number>): boolean {
  for (let at = rowWidth - 1; at < rows.length; at += rowWidth) if (ids.has(rows[at] as number)) return true;
  return false;
}
