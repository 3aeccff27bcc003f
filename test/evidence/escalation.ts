/** Whether a stronger model solves the tasks that a weaker one failed: pairs on the same tasks in one harness. */
import { failsToo } from '../../runtime/core/model/route-strategies.ts';
import { numberIn, numberOrNull } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { readRows } from './read-evidence.ts';

export interface FailurePair {
  harness: string;
  /** The share of all tasks that each fails, and the share of the first's failures that the other fails too. */
  firstFails: number;
  thenFails: number;
  thenFailsToo: number;
  /** USD of an attempt; null: not recorded. */
  firstUsd: number | null;
  thenUsd: number | null;
}

export const failurePairs = (): FailurePair[] =>
  readRows('escalation-pairs.csv').map((row) => ({
    harness: row.harness ?? '',
    firstFails: numberIn(row, 'firstFails'),
    thenFails: numberIn(row, 'thenFails'),
    thenFailsToo: numberIn(row, 'thenFailsGivenFirstFailed'),
    firstUsd: numberOrNull(row, 'firstUsd'),
    thenUsd: numberOrNull(row, 'thenUsd'),
  }));

/**
 * How far failures are correlated, x in `thenFailsToo = f + x*(1 - f)`: the mean of the pairs on terminus-2, the
 * harness with the most pairs, whose first model solves at least 30 %; with less, no one would try it first.
 */
export function sharedFailuresIn(pairs: readonly FailurePair[]): { mean: number; pairs: number } {
  const kept = pairs.filter(({ harness, firstFails }) => harness === 'terminus-2' && firstFails < 0.7);
  let sum = 0;
  for (const { thenFails, thenFailsToo } of kept) sum += (thenFailsToo - thenFails) / (1 - thenFails);
  return { mean: sum / kept.length, pairs: kept.length };
}

/** For how many pairs with dollars it is predicted correctly whether escalating saves anything per solved task. */
export function escalateSigns(pairs: readonly FailurePair[]): { pairs: number; right: number; independent: number } {
  const signs = { pairs: 0, right: 0, independent: 0 };
  for (const { firstFails, thenFails, thenFailsToo, firstUsd, thenUsd } of pairs) {
    if (firstUsd === null || thenUsd === null) continue;
    const saves = (failsToo: number): boolean =>
      (firstUsd + firstFails * thenUsd) / (1 - firstFails * failsToo) < thenUsd / (1 - thenFails);
    signs.pairs++;
    if (saves(failsToo({ failureShare: thenFails, preset: { id: 'coding' } })) === saves(thenFailsToo)) signs.right++;
    if (saves(thenFails) === saves(thenFailsToo)) signs.independent++;
  }
  return signs;
}
