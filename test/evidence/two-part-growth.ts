/**
 * Growth in two parts: prompts grow faster in the first calls of a session, and in the first after a compaction, than
 * later. A shape of the walk that is tried here on owners left out; estimates grow evenly.
 */
import { legOf } from '../../runtime/core/model/leg.ts';
import type { Shape } from '../../runtime/core/model/shape.ts';
import { isCompacted } from '../../runtime/core/model/transcript.ts';
import type { SessionRun } from './sessions.ts';

/** So many calls are the first. */
const early = 5;

/** How many times as much prompts grow in the first calls as in later ones, over these runs. */
export function earlyTimes(runs: readonly Pick<SessionRun, 'calls'>[]): number {
  const sums = { early: 0, earlyCalls: 0, later: 0, laterCalls: 0 };
  for (const { calls } of runs) {
    let since = 0;
    for (const [i, call] of calls.entries()) {
      const before = calls[i - 1];
      if (before === undefined || isCompacted(before, call)) {
        since = 0;
        continue;
      }
      since += 1;
      const growth = Math.max(0, call.prompt - before.prompt);
      if (since <= early) [sums.early, sums.earlyCalls] = [sums.early + growth, sums.earlyCalls + 1];
      else [sums.later, sums.laterCalls] = [sums.later + growth, sums.laterCalls + 1];
    }
  }
  return sums.early / sums.earlyCalls / (sums.later / sums.laterCalls);
}

/** A shape of so many calls whose prompts grow by as much in all, the first calls `times` as much as the later ones. */
export function inTwoParts(shape: Shape, calls: number, compactAt: number | null, times: number): Shape {
  const { first, later, growth } = shape;
  if (calls <= 1 || growth <= 0) return shape;
  const cycles = later === null ? 0 : Math.ceil(Math.max(0, calls - first.calls) / Math.max(1, later.calls));
  const fast = Math.min(calls - 1, early * (1 + cycles));
  const slow = (growth * (calls - 1)) / (calls - 1 + (times - 1) * fast);
  const grows = [
    { calls: early, growth: times * slow },
    { calls: Number.POSITIVE_INFINITY, growth: slow },
  ];
  const at = later === null ? null : compactAt;
  return { ...shape, first: legOf(first.start, grows, at), later: later && legOf(later.start, grows, at), means: [] };
}
