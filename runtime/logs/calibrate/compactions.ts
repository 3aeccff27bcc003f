/** Where the runs of a log are compacted: by what is recorded of their agent, and never below what they reach. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { isResolved, resolve } from '../../core/dataset/resolve.ts';
import { type CompactionRule, compactionRuleFor } from '../../core/model/compaction-rules.ts';
import { groupBy, sumOf } from '../statistics.ts';
import type { LoggedRun } from './logged-runs.ts';

export interface RunCompaction {
  at: number;
  to: number;
}

/** The recorded rule for a run; undefined: none was recorded of its agent. */
export function ruleFor(catalog: Catalog, { model, agent, agentVersion }: LoggedRun): CompactionRule | undefined {
  const found = resolve(catalog, model);
  const known = isResolved(found) ? found.model : null;
  const terms = { contextWindow: known?.facts.contextWindow ?? null, price: known?.price ?? null };
  const rule = compactionRuleFor(catalog.evidence?.forecast?.compaction ?? [], { agent, agentVersion, ...terms });
  return rule?.agent === agent ? rule : undefined;
}

/**
 * The prompt that transcripts do not pass, and the one after a compaction, as these runs of the same project, model and
 * rule show; null: they are not compacted. That of the rule, half a step on, else what their own compactions show; in any
 * case nothing below their largest prompt.
 */
export function compactionsOf(catalog: Catalog, runs: readonly LoggedRun[]): (run: LoggedRun) => RunCompaction | null {
  const keyOf = ({ project, model }: LoggedRun, rule: CompactionRule | undefined) =>
    JSON.stringify([project, model, rule ?? null]);
  const own = groupBy(runs, (run) => keyOf(run, ruleFor(catalog, run)));
  const found = new Map<string, RunCompaction | null>();
  return (run) => {
    const rule = ruleFor(catalog, run);
    const key = keyOf(run, rule);
    const known = found.get(key);
    if (known !== undefined) return known;
    const compaction = compactionOf(own.get(key) ?? [], rule);
    found.set(key, compaction);
    return compaction;
  };
}

/** With fewer compactions of their own, runs are compacted as is recorded of their agent. */
const fewest = 3;
/** Runs whose largest prompt stays this far below the recorded limit, and that are compacted, have a limit of their own. */
const farBelow = 0.9;

export function compactionOf(runs: readonly LoggedRun[], rule: CompactionRule | undefined): RunCompaction | null {
  const sum = (name: 'compactions' | 'compactedAt' | 'compactedTo' | 'growth') =>
    sumOf(runs.map(({ transcript }) => transcript[name]));
  const compactions = sum('compactions');
  const steps = sumOf(runs.map(({ calls }) => Math.max(0, calls - 1)));
  const halfStep = steps === 0 ? 0 : sum('growth') / steps / 2;
  const largest = runs.reduce((most, { largestPrompt }) => Math.max(most, largestPrompt), 0);
  const seen =
    compactions === 0 ? null : { at: sum('compactedAt') / compactions, to: sum('compactedTo') / compactions };
  const isOwn = rule === undefined || (compactions >= fewest && (rule.at === null || largest < farBelow * rule.at));
  const at = isOwn ? seen?.at : rule.at;
  const to = seen?.to ?? rule?.to;
  if (at == null || to == null) return null;
  return { at: Math.max(at + halfStep, largest), to };
}
