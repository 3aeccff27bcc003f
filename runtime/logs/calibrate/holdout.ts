/** How well a workflow fitted to some tasks predicts others, compared with the naive estimate. */
import { estimateFor } from '../../core/answers/answer.ts';
import { type ResolvedRequest, resolveRequest } from '../../core/answers/resolved-request.ts';
import { wilson } from '../../core/benchmarks/wilson.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { costPerTaskOf } from '../../core/model/bill.ts';
import { shapeOf } from '../../core/model/shape.ts';
import { meanOf } from '../../core/model/walk.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import type { EstimateRequest, FittedTo } from '../../core/schemas/estimate-request-schema.ts';
import {
  type ErrorFigures,
  errorFigures,
  groupBy,
  type Interval,
  jackknife,
  type Pair,
  sameNumbers,
  sumOf,
} from '../statistics.ts';
import type { LoggedRun } from './logged-runs.ts';
import { naiveInput } from './recorded-runs.ts';

export type HeldOutErrors = ReturnType<typeof errorsOf>;

/** Means over the runs that the workflow was fitted to. */
export interface NaiveShape {
  calls: number;
  firstPrompt: number;
  /** Output tokens of a task. */
  output: number;
}

/** @throws Error with the message of the refusal if the request cannot be estimated */
export function heldOutErrors(
  catalog: Catalog,
  request: EstimateRequest,
  naive: NaiveShape,
  runs: readonly LoggedRun[],
) {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) throw new Error(question.message);
  const estimate = estimateFor(question);
  const { price } = question.model;
  const naiveTokens = naiveInput(naive);
  const priced = runs.filter(({ nano }) => nano !== null && nano > 0);
  const { oneInTen } = estimate.range;
  const within = priced.filter((run) => usdOf(run) <= oneInTen).length;
  return {
    inputTokens: errorsOf(
      runs.filter(({ input }) => input > 0),
      ({ input }) => input,
      estimate.tokensPerTask.input,
      naiveTokens,
      ({ calls }) => meanOf(shapeOf(knowing(question, calls), question.preset.id)).prompts,
    ),
    /** null: the tasks have no price. */
    dollars:
      priced.length === 0
        ? null
        : {
            ...errorsOf(
              priced,
              usdOf,
              estimate.costPerTask,
              (naiveTokens * price.input + naive.output * price.output) / 1e6,
              ({ calls }) => costPerTaskOf(question.preset, knowing(question, calls), question.model),
            ),
            oneInTen,
            withinOneInTenPct: (100 * within) / priced.length,
            withinInterval: percentInterval(wilson(within / priced.length, priced.length)),
          },
  };
}

/** USD that one task in ten exceeds; null: the request cannot be estimated. */
export function oneInTenOf(catalog: Catalog, request: EstimateRequest): number | null {
  const question = resolveRequest(catalog, request);
  return question instanceof ApiError ? null : estimateFor(question).range.oneInTen;
}

const usdOf = ({ nano }: LoggedRun): number => (nano as number) / 1e9;

const knowing = ({ workflow }: ResolvedRequest, calls: number) => ({
  ...workflow,
  modelCallsPerTask: calls,
  callDispersion: 0,
});

function errorsOf(
  runs: readonly LoggedRun[],
  recorded: (run: LoggedRun) => number,
  predicted: number,
  naive: number,
  knowingCalls: (run: LoggedRun) => number,
) {
  const errors = (predict: (run: LoggedRun) => number): ErrorFigures =>
    errorFigures(runs.map((run): Pair => [predict(run), recorded(run)])) as ErrorFigures;
  const byTask = [...groupBy(runs, ({ task }) => task).values()].map((own) => ({
    runs: own.length,
    recorded: sumOf(own.map(recorded)),
  }));
  return {
    tasks: runs.length,
    /** The prediction: the same number for every task, since nothing is known about one in advance. */
    perTask: predicted,
    ...errors(() => predicted),
    /** Mean of the tasks held out, and its 95 % interval: a forecast within it cannot be shown to be wrong. */
    recordedPerTask: sumOf(runs.map(recorded)) / runs.length,
    recordedInterval: jackknife(byTask, (sums) => sums.recorded / sums.runs),
    /** Mean calls times mean first prompt, at the input price: no growth, no cache. */
    naive: { perTask: naive, ...errors(() => naive) },
    /** Each task with its own number of calls: the remaining error is that of the model, not of guessing the calls. */
    knowingCalls: errors(knowingCalls),
  };
}

const percentInterval = ({ low, high }: Interval): Interval => ({ low: 100 * low, high: 100 * high });

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
  const random = sameNumbers();
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)] as number;
    return sum / values.length / mean;
  }).sort((a, b) => a - b);
  const at = (share: number) => means[Math.floor(share * resamples)] as number;
  return { low: at(0.025), high: at(0.975) };
}

const rounded = (value: number): number => Number(value.toPrecision(4));
