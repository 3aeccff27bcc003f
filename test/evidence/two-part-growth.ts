/** How prompts grow in the first calls of a session, and in the first after a compaction, and how later. */
import { earlyGrowth } from '../../runtime/core/model/assumptions.ts';
import { isCompacted } from '../../runtime/core/model/transcript.ts';
import type { SessionRun } from './sessions.ts';

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
      if (since <= earlyGrowth.first) [sums.early, sums.earlyCalls] = [sums.early + growth, sums.earlyCalls + 1];
      else [sums.later, sums.laterCalls] = [sums.later + growth, sums.laterCalls + 1];
    }
  }
  return sums.early / sums.earlyCalls / (sums.later / sums.laterCalls);
}
