/** How well a workflow fitted to some tasks predicts others, compared with the naive estimate. */

import { estimateFor } from '../../core/answers/answer.ts';
import { type ResolvedRequest, resolveRequest } from '../../core/answers/resolved-request.ts';
import { wilson } from '../../core/benchmarks/wilson.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { costPerTaskOf } from '../../core/model/bill.ts';
import { shapeOf } from '../../core/model/shape.ts';
import { meanOf } from '../../core/model/walk.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import type { EstimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import { type ErrorFigures, errorFigures, groupBy, type Interval, jackknife, type Pair, sumOf } from '../statistics.ts';
import type { LoggedRun } from './logged-runs.ts';
import { naiveInput } from './recorded-runs.ts';

/** The prediction: the same number for every task, since nothing is known about one in advance. */
export interface Predicted extends ErrorFigures {
  perTask: number;
}

export interface HeldOutErrors extends Predicted {
  tasks: number;
  /** Mean of the tasks held out, and its 95 % interval: a forecast within it cannot be shown to be wrong. */
  recordedPerTask: number;
  recordedInterval: Interval | null;
  /** Mean calls times mean first prompt, at the input price: no growth, no cache. */
  naive: Predicted;
  /** Each task with its own number of calls: the remaining error is that of the model, not of guessing the calls. */
  knowingCalls: ErrorFigures;
}

export interface HeldOut {
  inputTokens: HeldOutErrors;
  /** null: the tasks have no price. */
  dollars: (HeldOutErrors & { oneInTen: number; withinOneInTenPct: number; withinInterval: Interval }) | null;
}

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
): HeldOut {
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
): HeldOutErrors {
  const errors = (predict: (run: LoggedRun) => number): ErrorFigures =>
    errorFigures(runs.map((run): Pair => [predict(run), recorded(run)])) as ErrorFigures;
  const byTask = [...groupBy(runs, ({ task }) => task).values()].map((own) => ({
    runs: own.length,
    recorded: sumOf(own.map(recorded)),
  }));
  return {
    tasks: runs.length,
    perTask: predicted,
    ...errors(() => predicted),
    recordedPerTask: sumOf(runs.map(recorded)) / runs.length,
    recordedInterval: jackknife(byTask, (sums) => sums.recorded / sums.runs),
    naive: { perTask: naive, ...errors(() => naive) },
    knowingCalls: errors(knowingCalls),
  };
}

const percentInterval = ({ low, high }: Interval): Interval => ({ low: 100 * low, high: 100 * high });
