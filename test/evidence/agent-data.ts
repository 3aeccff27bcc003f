/** What answers take from recorded sessions about agents: where they compact, and how often a pause leaves a cold cache. */

import { type ColdCalls, cacheLives, lifeAfter, pausePlace, pausesUntil } from '../../runtime/core/model/cold-calls.ts';
import { type CompactionRule, compactionRuleFor } from '../../runtime/core/model/compaction-rules.ts';
import { isCold, isCompacted } from '../../runtime/core/model/transcript.ts';
import { median } from '../../runtime/core/values/median.ts';
import { sumOf } from '../../runtime/logs/statistics.ts';
import { compactionsIn, type SessionRun } from './sessions.ts';

type Bounds = Pick<CompactionRule, 'agent' | 'fromVersion' | 'windowFrom'> & { at?: number | null };

/**
 * The rules that were told apart by looking at the sessions. Claude Code's own limits show in every version that compacts:
 * 155,000 tokens of a window of 200,000, and 167,000 from a version between 2.1.20 and 2.1.25 on, of which 2.1.22 had
 * prompts of 159,500. Those of other agents are the median.
 */
const bounds: readonly Bounds[] = [
  { agent: null, fromVersion: null, windowFrom: null },
  { agent: 'Claude Code', fromVersion: null, windowFrom: null, at: 155_000 },
  { agent: 'Claude Code', fromVersion: '2.1.22', windowFrom: null, at: 167_000 },
  { agent: 'Claude Code', fromVersion: '2.1.76', windowFrom: 1_000_000, at: null },
  { agent: 'Codex', fromVersion: null, windowFrom: null },
];

/** A run with the model that it calls. */
type Run = Pick<SessionRun, 'calls' | 'session'> & Parameters<typeof compactionRuleFor>[1];

export function compactionRules(runs: readonly Run[]): CompactionRule[] {
  const nothing = { at: null, to: null, compactions: 0, sessions: 0, largestPrompt: 0 };
  const empty = bounds.map(({ at: _, ...bound }) => ({ ...bound, ...nothing }));
  return bounds.map((bound, i): CompactionRule => {
    const rule = empty[i] as CompactionRule;
    const under = bound.agent === null ? runs : runs.filter((run) => compactionRuleFor(empty, run) === rule);
    const seen = compactionsIn(under);
    const kin = runs.filter(({ agent }) => agent === bound.agent);
    const [at, to] = (['at', 'to'] as const).map((name) => middle(seen, name) ?? middle(compactionsIn(kin), name));
    return {
      ...rule,
      ...(bound.at === null ? {} : { at: bound.at ?? at ?? null, to: to ?? null }),
      compactions: seen.length,
      sessions: new Set(under.map(({ session }) => session)).size,
      largestPrompt: under.reduce((most, { calls }) => calls.reduce((m, { prompt }) => Math.max(m, prompt), most), 0),
    };
  });
}

const middle = (seen: readonly { at: number; to: number }[], name: 'at' | 'to'): number | null =>
  seen.length === 0 ? null : Math.round(median(seen.map((one) => one[name])));

/** A smaller number of calls says little of one agent. */
const fewestCalls = 10;

export function coldCallsIn(runs: readonly Pick<SessionRun, 'agent' | 'calls'>[]): ColdCalls {
  const found = runs.flatMap(({ agent, calls }) => {
    let life: (typeof cacheLives)[number] = 'automatic';
    return calls.flatMap((call, i) => {
      const before = calls[i - 1];
      if (before !== undefined) life = lifeAfter(life, before);
      if (before === undefined || call.at === null || before.at === null || isCompacted(before, call)) return [];
      return [{ agent, life, place: pausePlace(call.at - before.at), cold: isCold(before, call) ? 1 : 0 }];
    });
  });
  const agents = [null, ...new Set(runs.map(({ agent }) => agent))];
  return agents.flatMap((agent) =>
    cacheLives.flatMap((life) =>
      pausesUntil.flatMap((untilMinutes, place) => {
        const own = found.filter(
          (one) => one.life === life && one.place === place && (agent === null || one.agent === agent),
        );
        if (own.length < fewestCalls) return [];
        return [{ agent, life, untilMinutes, calls: own.length, cold: sumOf(own.map(({ cold }) => cold)) }];
      }),
    ),
  );
}
