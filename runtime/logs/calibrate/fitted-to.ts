/**
 * What a workflow that was fitted to one's own runs says of itself: how well their mean is known, and how wide the range
 * must be so that nine of ten later runs stay below what one in ten should exceed.
 */
import type { FittedTo } from '../../core/schemas/estimate-request-schema.ts';
import { groupBy, type Interval, sumOf } from '../statistics.ts';
import type { LoggedRun } from './logged-runs.ts';

/** With fewer tasks nothing is tried on later ones. */
const fewest = 20;
const resamples = 2000;

/** The dollars of a task that has a price, and when it began. */
interface Task {
  usd: number;
  at: number;
}

/**
 * @param oneInTenOf what one in ten should exceed, fitted to some of the runs; null: they have no price
 * @returns null: fewer than two tasks have a price
 */
export function fittedToOf(
  runs: readonly LoggedRun[],
  oneInTenOf: (runs: readonly LoggedRun[]) => number | null,
): FittedTo | null {
  const tasks = tasksIn(runs);
  if (tasks.length < 2) return null;
  const mean = bootstrapMean(tasks.map(({ usd }) => usd));
  const { later, below, factor } = triedOnLater(runs, oneInTenOf);
  return {
    ...{ sessions: tasks.length, meanLow: rounded(mean.low), meanHigh: rounded(mean.high) },
    ...{ later, below, oneInTenFactor: rounded(factor) },
  };
}

function tasksIn(runs: readonly LoggedRun[]): Task[] {
  return [...groupBy(runs, ({ task }) => task).values()].flatMap((own) => {
    const usd = sumOf(own.map(({ nano }) => (nano ?? Number.NaN) / 1e9));
    const at = Math.min(...own.map((run) => run.at ?? Number.NaN));
    return usd > 0 ? [{ usd, at }] : [];
  });
}

/** The earlier half of the tasks fitted, the later half tried: the conformal quantile of what they cost over the limit. */
function triedOnLater(
  runs: readonly LoggedRun[],
  oneInTenOf: (runs: readonly LoggedRun[]) => number | null,
): { later: number; below: number; factor: number } {
  const nothing = { later: 0, below: 0, factor: 1 };
  const tasks = tasksIn(runs);
  if (tasks.length < fewest || tasks.some(({ at }) => Number.isNaN(at))) return nothing;
  const since = tasks.map(({ at }) => at).sort((a, b) => a - b)[Math.floor(tasks.length / 2)] as number;
  const starts = new Map(
    [...groupBy(runs, ({ task }) => task)].map(([task, own]) => [task, Math.min(...own.map(({ at }) => at ?? 0))]),
  );
  const isEarlier = ({ task }: LoggedRun) => (starts.get(task) as number) < since;
  const [earlier, later] = [runs.filter(isEarlier), tasksIn(runs.filter((run) => !isEarlier(run)))];
  const limit = earlier.length === 0 ? null : oneInTenOf(earlier);
  if (limit === null || limit <= 0 || later.length === 0) return nothing;
  const ratios = later.map(({ usd }) => usd / limit).sort((a, b) => a - b);
  const place = Math.min(ratios.length, Math.ceil(0.9 * (ratios.length + 1)));
  return {
    later: ratios.length,
    below: ratios.filter((ratio) => ratio <= 1).length,
    factor: Math.max(1, ratios[place - 1] as number),
  };
}

/** The 95 % interval of a mean over that mean, by resampling with the same random numbers every time (Efron 1979). */
function bootstrapMean(values: readonly number[]): Interval {
  const mean = sumOf(values) / values.length;
  let state = 1;
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) {
      // Numerical Recipes' generator; its high bits.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      sum += values[Math.floor((state / 2 ** 32) * values.length)] as number;
    }
    return sum / values.length / mean;
  }).sort((a, b) => a - b);
  const at = (share: number) => means[Math.floor(share * resamples)] as number;
  return { low: at(0.025), high: at(0.975) };
}

const rounded = (value: number): number => Number(value.toPrecision(4));
