/**
 * The numbers of a workflow as functions of sums over its runs, and its tasks a month. NaN: the runs do not determine
 * the number.
 */
import { type CacheLife, type ColdCalls, cacheLives, coldChance, pausesUntil } from '../../core/model/cold-calls.ts';
import { callSpreads, meanOverTasks, spreadCalls } from '../../core/model/spread.ts';
import { stepsOf } from '../../core/model/transcript.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { addSums, groupBy, partOf, type Sums, shareOf, studentT } from '../statistics.ts';
import type { LoggedRun } from './logged-runs.ts';

export const callsPerTask = ({ calls, runs }: RunSums): number => calls / runs;
export const firstPrompt = ({ firstPrompt, runs }: RunSums): number => firstPrompt / runs;
export const outputPerCall = ({ output, calls }: RunSums): number => output / calls;
export const searchesPerTask = ({ searches, runs }: RunSums): number => searches / runs;
export const failureShare = ({ failed, known }: RunSums): number => failed / known;

/** What a call adds to the next prompt, but for the first ones of sessions: the steps upwards over all, those over a compaction adding nothing. */
export const growthPerCall = ({ growth, steps }: RunSums): number => growth / steps;

/** The prompt that a transcript does not pass: on average the last one before a compaction is half a step below it. */
export const compactedAt = (sums: RunSums): number => sums.compactedAt / sums.compactions + growthPerCall(sums) / 2;
/** The prompt after a compaction. */
export const compactedTo = ({ compactedTo, compactions }: RunSums): number => compactedTo / compactions;

/** The share of calls that found a cold cache, of those that follow another one without a compaction. */
export const coldShare = ({ cold, following }: RunSums): number => cold / following;

/**
 * The same, as the pauses before the calls let expect: by kind of pause, what one's own calls found and what was recorded
 * of others. NaN: the log has no times.
 */
export const coldFromPauses =
  (recorded: ColdCalls, cells: readonly PauseCell[]) =>
  (sums: RunSums): number => {
    let [calls, cold] = [0, 0];
    for (const cell of cells) {
      const own = { calls: lookUp(sums, cell.calls) as number, cold: lookUp(sums, cell.cold) as number };
      const chance = coldChance(recorded, cell.agent, cell.life, cell.place, own);
      calls += own.calls;
      cold += own.calls * (chance ?? 0);
    }
    return cold / calls;
  };

/** What a call adds beyond its own output: tool results and user messages. */
export const otherGrowth = (sums: RunSums): number => Math.max(0, growthPerCall(sums) - outputPerCall(sums));

/** The retry rate r for which r + r^2 is the recorded share of repeats: each call is repeated at most twice. */
export const retryShare = ({ retries, calls }: RunSums): number => (Math.sqrt(1 + (4 * retries) / calls) - 1) / 2;

/** The share of the first prompt that another task left in the cache. */
export const warmShare = ({ firstCached, firstPrompt }: RunSums): number => firstCached / firstPrompt;

/** Of the tokens that calls with a warm cache could read, the share that they did. */
export const hitShare = ({ warmRead, warmHeld }: RunSums): number => warmRead / warmHeld;

/** The squared coefficient of variation of calls per run, with the sample variance. */
export function callVariation({ runs, calls, squares }: RunSums): number {
  const mean = calls / runs;
  return ((squares / runs - mean * mean) * runs) / (runs - 1) / (mean * mean);
}

const mostDispersion = 25;

/**
 * The `callDispersion` for which the sixteen tasks of the cost model have the recorded mean of squares: the squared
 * coefficient of variation, or more if tasks of fewer than one call are cut off.
 */
export function dispersionFor(calls: number, variation: number, kind: PresetId): number {
  const wanted = calls * calls * (1 + variation);
  const squares = (dispersion: number): number =>
    meanOverTasks(spreadCalls(calls, dispersion, callSpreads[kind]), (n) => n * n);
  if (calls <= 1 || variation <= 0) return 0;
  if (squares(mostDispersion) <= wanted) return mostDispersion;
  let [low, high] = [0, mostDispersion];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (squares(middle) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

const msPerDay = 86_400_000;
const daysPerMonth = 365 / 12;
/** Fewer days do not include every day of the week. */
const fewestDays = 7;

/**
 * `days`: from the first task to the last; null: fewer than seven days, or calls without a time. Days without a task
 * count; first and last may be partial.
 */
export function trafficOf(runs: readonly LoggedRun[]) {
  const ofDay = new Map<number, number>();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at } of runs) {
    if (at === null) return null;
    const day = Math.floor(at / msPerDay);
    ofDay.set(day, (ofDay.get(day) ?? 0) + 1);
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  const days = last - first + 1;
  if (!(days >= fewestDays)) return null;
  const mean = runs.length / days;
  let squares = (days - ofDay.size) * mean * mean;
  for (const tasks of ofDay.values()) squares += (tasks - mean) ** 2;
  const half = studentT(days - 1) * Math.sqrt(squares / (days - 1) / days);
  const interval = { low: Math.max(0, mean - half) * daysPerMonth, high: (mean + half) * daysPerMonth };
  return { tasksPerMonth: mean * daysPerMonth, interval, days };
}

const sumsOf = (run: LoggedRun, kind: PresetId) => ({
  runs: 1,
  calls: run.calls,
  squares: run.calls * run.calls,
  firstPrompt: run.firstPrompt,
  firstCached: run.firstCached,
  input: run.input,
  output: run.output,
  /** Steps from call to call, by how much they grow. */
  steps: stepsOf(run.transcript, run.calls, kind),
  ...run.transcript,
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
