/** What answers take from recorded sessions about agents: where they compact, and how often a pause leaves a cold cache. */

import {
  allPauses,
  type ColdCalls,
  cacheLives,
  type Pauses,
  pausesOf,
  pausesUntil,
} from '../../runtime/core/model/cold-calls.ts';
import { type CompactionRule, compactionRuleFor } from '../../runtime/core/model/compaction-rules.ts';
import { median } from '../../runtime/core/values/median.ts';
import { groupBy } from '../../runtime/logs/statistics.ts';
import { type OwnersCounts, ownersWorth } from './owners-worth.ts';
import { compactionsIn, type SessionRun } from './sessions.ts';

type Bounds = Pick<CompactionRule, 'agent' | 'fromVersion' | 'windowFrom'> & { never?: true };

/**
 * The rules that were told apart by looking at the sessions; where each compacts is the median. Claude Code's last prompt
 * before a compaction is half a step below 155,000 tokens of a window of 200,000, and below 167,000 from a version between
 * 2.1.20 and 2.1.25 on, of which 2.1.22 had prompts of 159,500.
 */
const bounds: readonly Bounds[] = [
  { agent: null, fromVersion: null, windowFrom: null },
  { agent: 'Claude Code', fromVersion: null, windowFrom: null },
  { agent: 'Claude Code', fromVersion: '2.1.22', windowFrom: null },
  { agent: 'Claude Code', fromVersion: '2.1.76', windowFrom: 1_000_000, never: true },
  { agent: 'Codex', fromVersion: null, windowFrom: null },
];

/** A run with the model that it calls. */
type Run = Pick<SessionRun, 'calls' | 'session'> & Parameters<typeof compactionRuleFor>[1];

export function compactionRules(runs: readonly Run[]): CompactionRule[] {
  const nothing = { at: null, to: null, compactions: 0, sessions: 0, largestPrompt: 0 };
  const empty = bounds.map(({ never: _, ...bound }) => ({ ...bound, ...nothing }));
  return bounds.map((bound, i): CompactionRule => {
    const rule = empty[i] as CompactionRule;
    const under = bound.agent === null ? runs : runs.filter((run) => compactionRuleFor(empty, run) === rule);
    const seen = compactionsIn(under);
    const kin = runs.filter(({ agent }) => agent === bound.agent);
    const [at, to] = (['at', 'to'] as const).map((name) => middle(seen, name) ?? middle(compactionsIn(kin), name));
    return {
      ...rule,
      ...(bound.never ? {} : { at: at ?? null, to: to ?? null }),
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

/** @param runs of owners, of whom none is to be predicted from it */
export function coldCallsIn(runs: readonly Pick<SessionRun, 'owner' | 'agent' | 'calls'>[]): ColdCalls {
  const pausesIn = (some: typeof runs): Pauses => allPauses(some.map(({ calls }) => pausesOf(calls)));
  const agents = [null, ...new Set(runs.map(({ agent }) => agent))];
  const counts = agents.flatMap((agent) => {
    const pauses = pausesIn(agent === null ? runs : runs.filter((run) => run.agent === agent));
    return cacheLives.flatMap((life) =>
      pauses[life].flatMap((own, place) =>
        own.calls < fewestCalls ? [] : [{ agent, life, untilMinutes: pausesUntil[place] ?? null, ...own }],
      ),
    );
  });
  const byOwner = [...groupBy(runs, ({ owner, agent }) => JSON.stringify([agent, owner])).values()].flatMap((own) => {
    const pauses = pausesIn(own);
    return cacheLives.flatMap((life) =>
      pauses[life].map(
        ({ calls, cold }, place): OwnersCounts => ({
          kind: `${own[0]?.agent} ${life} ${place}`,
          ...{ calls, cold },
        }),
      ),
    );
  });
  return { worth: ownersWorth(byOwner), counts };
}
