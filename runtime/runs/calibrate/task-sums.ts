/** What is needed of runs to fit a workflow, added up by task: whatever is fitted is a function of these sums. */
import { groupBy } from '../group-by.ts';
import { addSums, type Sums } from './intervals.ts';
import type { LoggedRun } from './logged-runs.ts';
import { partOf } from './task-hash.ts';

const sumsOf = (run: LoggedRun) => ({
  runs: 1,
  calls: run.calls,
  squares: run.calls * run.calls,
  /** How many calls come before another one of the run: each of them adds its growth to that one's prompt. */
  pairs: (run.calls * (run.calls - 1)) / 2,
  firstPrompt: run.firstPrompt,
  firstCached: run.firstCached,
  /** What the prompts would be if none grew. */
  level: run.calls * run.firstPrompt,
  input: run.input,
  output: run.output,
  retries: run.retries,
  searches: run.searches,
  /** What was sent before in the same run, and what of it was read from the cache. */
  resent: Math.max(0, run.input - run.lastPrompt),
  read: Math.max(0, run.cachedInput - run.firstCached),
  known: run.solved === null ? 0 : 1,
  failed: run.solved === false ? 1 : 0,
});

export type RunSums = ReturnType<typeof sumsOf> & Sums;

/** Beyond so many, tasks are put together by chance: leaving out each of them would take long and tell nothing more. */
const mostTasks = 2000;

/** The sums of each task; a task that was run several times counts once. */
export function taskSums(runs: readonly LoggedRun[]): RunSums[] {
  const byTask = groupBy(runs, ({ task }) => task);
  const parts = byTask.size <= mostTasks ? byTask : groupBy(runs, ({ task }) => String(partOf(task, mostTasks)));
  return [...parts.values()].map((own) => own.map(sumsOf).reduce(addSums));
}
