/**
 * Sums of runs by task, of which everything that is fitted is a function.
 */
import { type CacheLife, cacheLives, pausesUntil } from '../../core/model/cold-calls.ts';
import { stepsOf } from '../../core/model/transcript.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { partOf, shareOf } from '../parts.ts';
import { addSums, groupBy, type Sums } from '../statistics.ts';
import type { LoggedRun } from './logged-runs.ts';

const sumsOf = (run: LoggedRun, kind: PresetId) => ({
  runs: 1,
  calls: run.calls,
  squares: run.calls * run.calls,
  firstPrompt: run.firstPrompt,
  firstCached: run.firstCached,
  input: run.input,
  output: run.output,
  /** Steps from call to call, by how much they grow, and the tokens that the prompts grew by in them. */
  steps: stepsOf(run.transcript, run.calls, kind),
  growth: run.transcript.growth,
  compactions: run.transcript.compactions,
  compactedAt: run.transcript.compactedAt,
  compactedTo: run.transcript.compactedTo,
  following: run.transcript.following,
  cold: run.transcript.cold,
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

/** Calls after pauses of one kind: in the sums, `calls` and `cold` are at these names. */
export interface PauseCell {
  agent: string | null;
  life: CacheLife;
  place: number;
  calls: string;
  cold: string;
}

/** The kinds of pauses that runs have. */
export const pauseCellsOf = (runs: readonly LoggedRun[]): PauseCell[] =>
  [...groupBy(runs, ({ agent }) => agent)].flatMap(([agent, own]) =>
    cacheLives.flatMap((life) =>
      pausesUntil.flatMap((_, place) => {
        const cell = `${agent} ${life} ${place}`;
        const isSeen = own.some(({ pauses }) => (pauses[life][place]?.calls ?? 0) > 0);
        return isSeen ? [{ agent, life, place, calls: `calls ${cell}`, cold: `cold ${cell}` }] : [];
      }),
    ),
  );

/** The sums of each task, with those of the cells; a task that was run several times counts once. */
export function taskSums(runs: readonly LoggedRun[], cells: readonly PauseCell[], kind: PresetId): RunSums[] {
  const byTask = groupBy(runs, ({ task }) => task);
  const parts = byTask.size <= mostTasks ? byTask : groupBy(runs, ({ task }) => String(partOf(task, mostTasks)));
  const inCells = ({ agent, pauses }: LoggedRun) =>
    Object.fromEntries(
      cells.flatMap((cell) => {
        const own = cell.agent === agent ? pauses[cell.life][cell.place] : undefined;
        return [
          [cell.calls, own?.calls ?? 0],
          [cell.cold, own?.cold ?? 0],
        ];
      }),
    );
  return [...parts.values()].map((own) =>
    own.map((run) => ({ ...sumsOf(run, kind), ...inCells(run) })).reduce(addSums),
  );
}

/** Whether a task is in the share that is held out. Another seed holds out other tasks. */
export const isHeldOut = (task: string, share: number, seed: number): boolean => shareOf(`${seed} ${task}`) < share;
