/** What failed runs cost, and how strongly the failures of two models are correlated, from `data/evidence/outcomes.csv`. */
import { median } from '../../runtime/core/values/median.ts';
import { numberIn, numberOrNull } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { readRows } from './read-evidence.ts';

/** Runs of one configuration of an agent on one benchmark. */
export interface Outcomes {
  kind: string;
  benchmark: string;
  configuration: string;
  solved: number;
  failed: number;
  /** Mean USD of the runs; null: there are none. */
  usdSolved: number | null;
  usdFailed: number | null;
  /** By task, in the same order within a benchmark: 1 solved, 0 failed, - not run. Empty: not known by task. */
  byTask: string;
}

export const recordedOutcomes = (): Outcomes[] =>
  readRows('outcomes.csv').map((row) => ({
    kind: row.kind ?? '',
    benchmark: row.benchmark ?? '',
    configuration: row.configuration ?? '',
    solved: numberIn(row, 'solved'),
    failed: numberIn(row, 'failed'),
    usdSolved: numberOrNull(row, 'usdSolved'),
    usdFailed: numberOrNull(row, 'usdFailed'),
    byTask: row.outcomes ?? '',
  }));

/** Dollars of failed runs over those of solved ones, by configuration, ascending; too few of either are left out. */
export function failedRatios(outcomes: readonly Outcomes[], kind: string, fewest: number): number[] {
  return outcomes
    .filter((one) => one.kind === kind && Math.min(one.solved, one.failed) >= fewest && one.usdSolved)
    .map(({ usdSolved, usdFailed }) => (usdFailed as number) / (usdSolved as number))
    .sort((a, b) => a - b);
}

/** The median, and the quarters at which the middle half begins and ends. */
export const middleHalf = (ascending: readonly number[]) => ({
  ratio: median([...ascending]),
  low: ascending[Math.floor(ascending.length / 4)] as number,
  high: ascending[Math.floor((3 * ascending.length) / 4)] as number,
});
