/**
 * The input of a task as a provider bills it: by long-context price, and within each price by whether tokens are too
 * short to be cached, sent for the first time, or sent again. It depends only on the work, the shortest cacheable
 * prefix and the thresholds, so models with the same values share it.
 */
import type { Steps } from '../values/steps.ts';
import { compactionOutput } from './assumptions.ts';
import { type RecordedBand, recordBand, recordPrefixes } from './band-steps.ts';
import { type Compaction, largestPrompt, legsOf, type Prompts } from './compaction.ts';
import {
  type BandRange,
  callsUpTo,
  compactionsIn,
  type LegPart,
  noCompactions,
  partOf,
  type Sent,
} from './leg-part.ts';
import { keptPrefixFor, type PromptBand, type TaskPrompts, warmPrefixFor } from './task-prompts.ts';

const noLimits: readonly number[] = [];

/**
 * The bands of a model, computed once for all models that cut these prompts the same way. A shortest prefix that the
 * first prompts and what is warm in them reach, and thresholds that no prompt reaches, cut nothing: there may be fewer
 * bands than prices.
 * @param steps records every band of the model, those that no prompt reaches included
 */
export function bandsFor(
  tokens: TaskPrompts,
  model: { minPrefixTokens: number; thresholds: readonly number[] },
  steps?: Steps,
): readonly PromptBand[] {
  record: if (steps) return promptBands(tokens, model.minPrefixTokens, model.thresholds, null, steps);
  const minPrefix = cutsNothing(tokens, model.minPrefixTokens) ? 0 : model.minPrefixTokens;
  const limits =
    model.thresholds.length > 0 && exceeds(tokens, model.thresholds[0] as number) ? model.thresholds : noLimits;
  for (const cut of tokens.cuts) {
    if (cut.minPrefix === minPrefix && isSame(cut.limits, limits)) return cut.bands;
  }
  const bands = promptBands(tokens, minPrefix, limits);
  tokens.cuts.push({ minPrefix, limits, bands });
  return bands;
}

/** Whether the bands are the same without this shortest prefix. */
const cutsNothing = (tokens: TaskPrompts, minPrefix: number): boolean =>
  minPrefix <= tokens.firstPrompt &&
  warmPrefixFor(tokens, minPrefix) === tokens.warmPrefix &&
  (tokens.compaction === null ||
    (minPrefix <= tokens.compaction.to &&
      keptPrefixFor(tokens, tokens.compaction, minPrefix) === keptPrefixFor(tokens, tokens.compaction, 0)));

/** Whether any prompt is longer than `limit` tokens. */
function exceeds(tokens: TaskPrompts, limit: number): boolean {
  const { compaction, taskCalls } = tokens;
  const most = taskCalls[taskCalls.length - 1] as number;
  if (compaction !== null) return largestPrompt(most, tokens, compaction) > limit;
  return callsUpTo(limit, most, tokens) < most;
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * @param minPrefix shortest prefix that is cached, in tokens; 0: no minimum
 * @param limits thresholds in tokens, ascending; a call whose prompt is longer belongs to the next band
 * @param only calls of a single task instead of the mean over all
 * @returns one band more than there are limits
 */
export function promptBands(
  tokens: TaskPrompts,
  minPrefix: number,
  limits: readonly number[],
  only: number | null = null,
  steps?: Steps,
): PromptBand[] {
  const bands: PromptBand[] = [];
  const tasks = only === null ? tokens.taskCalls : [only];
  const shares = only === null ? tokens.taskShares : null;
  record: if (steps) recordPrefixes(steps, tokens, minPrefix);
  for (let band = 0; band <= limits.length; band++) {
    const range = { band, minPrefix, above: limits[band - 1] ?? null, upTo: limits[band] ?? null };
    bands.push(meansOfBand(tokens, range, tasks, shares, steps));
  }
  return bands;
}

/**
 * The means of a band over `tasks`.
 * @param tasks calls of each task
 * @param shares how often each occurs, relative to the mean of 1; null: all equally often
 */
function meansOfBand(
  tokens: TaskPrompts,
  range: BandRange,
  tasks: readonly number[],
  shares: readonly number[] | null,
  steps?: Steps,
): PromptBand {
  const { compaction, coldShare, handoffs, outputPerCall } = tokens;
  const warm = warmPrefixFor(tokens, range.minPrefix);
  const repeated = Math.min(outputPerCall, tokens.growth);
  const recorded: RecordedBand | null = steps ? { tasks: [], first: [], whole: null, rest: [] } : null;
  const sum: PromptBand = { calls: 0, prompts: 0, short: 0, fresh: 0, old: 0, ownOutput: 0, output: 0 };
  const later = compaction && laterLegsOf(tokens, compaction, range);
  let compactionsSent = 0;
  for (let i = 0; i < tasks.length; i++) {
    const n = tasks[i] as number;
    const legs = compaction && legsOf(n, compaction);
    const first = partOf(legs === null ? n : legs.first, tokens, warm, range, false);
    // A task that is not compacted has no later leg; an explanation shows it for all of them.
    const hasLater = legs !== null && (recorded !== null || legs.compactions > 0);
    const rest = later && hasLater ? partOf(legs.rest, later.prompts, later.kept, range, true) : null;
    const all = later && legs && rest ? together(first, later.whole, legs.whole, rest) : first;
    const seen = Math.max(0, all.sent - all.short - all.unseen);
    // A handoff meets a cold cache: a prompt of average length is sent afresh.
    const afresh = n > 0 ? Math.min(seen, (handoffs * all.sent) / n) : 0;
    // Of the calls that follow another one, some find a cold cache too, but for what another task left there.
    const following = coldShare === 0 ? 0 : Math.max(0, all.following - (n > 0 ? (handoffs * all.calls) / n : 0));
    const cold = coldShare === 0 ? 0 : coldShare * Math.max(0, seen - afresh - all.found - warm * following);
    const again = compaction && legs ? compactionsIn(range, compaction, legs) : noCompactions;
    const ownOutput = repeated * all.following - coldShare * repeated * following;
    const share = shares === null ? 1 : (shares[i] as number);
    sum.calls += share * all.calls;
    sum.prompts += share * (all.sent + again.sent);
    sum.short += share * (all.short + again.short);
    sum.fresh += share * (all.unseen + afresh + cold);
    sum.old += share * (seen - afresh - cold + (again.sent - again.short));
    sum.ownOutput += share * ownOutput;
    compactionsSent += share * again.compactions;
    record: if (recorded) {
      recorded.tasks.push({ all, seen, afresh, following, cold, ownOutput, again, old: seen - afresh - cold });
      recorded.first.push(first);
      recorded.whole = later === null ? null : later.whole;
      if (rest) recorded.rest.push(rest);
    }
  }
  const count = tasks.length;
  const calls = sum.calls / count;
  const compactions = compactionsSent / count;
  const means: PromptBand = {
    calls,
    prompts: sum.prompts / count,
    short: sum.short / count,
    fresh: sum.fresh / count,
    old: sum.old / count,
    ownOutput: sum.ownOutput / count,
    output: compaction === null ? calls * outputPerCall : calls * outputPerCall + compactions * compactionOutput,
  };
  record: if (steps && recorded) recordBand(steps, tokens, range, recorded, means, compactions, shares);
  return means;
}

/** The legs after a compaction: how their prompts grow, what of their first is cached already, and a whole one. */
interface LaterLegs {
  prompts: Prompts;
  kept: number;
  whole: LegPart;
}

function laterLegsOf(tokens: TaskPrompts, compaction: Compaction, range: BandRange): LaterLegs {
  const prompts = { firstPrompt: compaction.to, growth: tokens.growth };
  const kept = keptPrefixFor(tokens, compaction, range.minPrefix);
  return { prompts, kept, whole: partOf(compaction.laterLeg, prompts, kept, range, false) };
}

/** Of the first leg, `times` whole ones, and the last one. */
const together = (first: Sent, whole: Sent, times: number, rest: Sent): Sent => ({
  calls: first.calls + times * whole.calls + rest.calls,
  sent: first.sent + times * whole.sent + rest.sent,
  short: first.short + times * whole.short + rest.short,
  unseen: first.unseen + times * whole.unseen + rest.unseen,
  following: first.following + times * whole.following + rest.following,
  found: first.found + times * whole.found + rest.found,
});
