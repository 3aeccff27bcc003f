/**
 * Sums of runs by task, of which everything that is fitted is a function; and tasks split pseudo-randomly by their name
 * alone, so that other tasks in the log change nothing.
 */
import { addSums, groupBy, type Sums } from '../statistics.ts';
import type { LoggedRun } from './logged-runs.ts';

const sumsOf = (run: LoggedRun, afterPauses: Expected) => ({
  runs: 1,
  calls: run.calls,
  squares: run.calls * run.calls,
  firstPrompt: run.firstPrompt,
  firstCached: run.firstCached,
  input: run.input,
  output: run.output,
  /** Steps from call to call, and the tokens that the prompts grew by in them. */
  steps: Math.max(0, run.calls - 1),
  growth: run.transcript.growth,
  compactions: run.transcript.compactions,
  compactedAt: run.transcript.compactedAt,
  compactedTo: run.transcript.compactedTo,
  following: run.transcript.following,
  cold: run.transcript.cold,
  /** Calls with a known pause before them, and how many of them are likely to find a cold cache. */
  paused: afterPauses.calls,
  coldFromPauses: afterPauses.cold,
  warmHeld: run.transcript.warmHeld,
  warmRead: run.transcript.warmRead,
  retries: run.retries,
  searches: run.searches,
  known: run.solved === null ? 0 : 1,
  failed: run.solved === false ? 1 : 0,
});

export type RunSums = ReturnType<typeof sumsOf> & Sums;

/** Beyond this, tasks are merged at random: leaving out each one would take long and add no information. */
const mostTasks = 2000;

type Expected = { calls: number; cold: number };

/**
 * The sums of each task; a task that was run several times counts once.
 * @param afterPauses the calls of a run after a known pause, and those of them that are likely to find a cold cache
 */
export function taskSums(runs: readonly LoggedRun[], afterPauses: (run: LoggedRun) => Expected): RunSums[] {
  const byTask = groupBy(runs, ({ task }) => task);
  const parts = byTask.size <= mostTasks ? byTask : groupBy(runs, ({ task }) => String(partOf(task, mostTasks)));
  return [...parts.values()].map((own) => own.map((run) => sumsOf(run, afterPauses(run))).reduce(addSums));
}

/** A number from 0 up to, not including, 1: FNV-1a over the UTF-16 units of a text, mixed as in MurmurHash3. */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Whether a task is in the share that is held out. Another seed holds out other tasks. */
export const isHeldOut = (task: string, share: number, seed: number): boolean => shareOf(`${seed} ${task}`) < share;

/** One of `count` parts, from 0. */
export const partOf = (task: string, count: number): number => Math.floor(shareOf(`part ${task}`) * count);
