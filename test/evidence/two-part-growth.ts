/** How prompts grow in the first calls of a session, and in the first after a compaction, and how later. */
import { earlyGrowth } from '../../runtime/core/model/assumptions.ts';
import { isCompacted } from '../../runtime/core/model/transcript.ts';
import type { SessionRun } from './sessions.ts';

/** How many times as much prompts grow in the first calls of a session, and in the first after a compaction, as later. */
export interface EarlyTimes {
  start: number;
  /** NaN: no run was compacted. */
  afterCompaction: number;
}

export function earlyTimes(runs: readonly Pick<SessionRun, 'calls'>[]): EarlyTimes {
  const sums = { start: noSteps(), afterCompaction: noSteps(), later: noSteps() };
  for (const { calls } of runs) {
    let since = 0;
    let first: keyof EarlyTimes = 'start';
    for (const [i, call] of calls.entries()) {
      const before = calls[i - 1];
      if (before === undefined) continue;
      if (isCompacted(before, call)) {
        [since, first] = [0, 'afterCompaction'];
        continue;
      }
      since += 1;
      const sum = sums[since <= earlyGrowth.first ? first : 'later'];
      sum.growth += Math.max(0, call.prompt - before.prompt);
      sum.steps += 1;
    }
  }
  const [start, afterCompaction, later] = [sums.start, sums.afterCompaction, sums.later].map(
    ({ growth, steps }) => growth / steps,
  ) as [number, number, number];
  return { start: start / later, afterCompaction: afterCompaction / later };
}

const noSteps = () => ({ steps: 0, growth: 0 });
