/** Sums of runs by task; everything that is fitted is a function of them. */
import { groupBy } from '../group-by.ts';
import { addSums, type Sums } from './intervals.ts';
import type { LoggedRun } from './logged-runs.ts';
import { partOf } from './task-hash.ts';

const sumsOf = (run: LoggedRun) => ({
  runs: 1,
  calls: run.calls,
  squares: run.calls * run.calls,
  /** Pairs of calls, one before the other: the earlier one adds its growth to the later prompt. */
  pairs: (run.calls * (run.calls - 1)) / 2,
  firstPrompt: run.firstPrompt,
  firstCached: run.firstCached,
  /** Tokens of all prompts if none grew. */
  level: run.calls * run.firstPrompt,
  input: run.input,
  output: run.output,
  retries: run.retries,
  searches: run.searches,
  /** Tokens that were sent before in the same run, and how many of them were read from the cache. */
  resent: Math.max(0, run.input - run.lastPrompt),
  read: Math.max(0, run.cachedInput - run.firstCached),
  known: run.solved === null ? 0 : 1,
  failed: run.solved === false ? 1 : 0,
});

export type RunSums = ReturnType<typeof sumsOf> & Sums;

/** Beyond this, tasks are merged at random: leaving out each one would take long and add no information. */
const mostTasks = 2000;

/** The sums of each task; a task that was run several times counts once. */
export function taskSums(runs: readonly LoggedRun[]): RunSums[] {
  const byTask = groupBy(runs, ({ task }) => task);
  const parts = byTask.size <= mostTasks ? byTask : groupBy(runs, ({ task }) => String(partOf(task, mostTasks)));
  return [...parts.values()].map((own) => own.map(sumsOf).reduce(addSums));
}
