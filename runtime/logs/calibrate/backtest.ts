/** Errors of the cost model on recorded runs: input tokens and dollars, run by run, next to the naive estimate. */
import { acrossBands } from '../../core/model/used.ts';
import { promptOfCall } from '../../core/model/walked-calls.ts';
import { type ErrorFigures, errorFigures, groupBy, type Pair, sumOf } from '../statistics.ts';
import { crossValidated, dollarsOf, groupLeftOut } from './cache-fit.ts';
import { type BilledRun, isBilled, naiveInput, naiveUsd, type RecordedRun, unfitted } from './recorded-runs.ts';

export type Compared = NonNullable<ReturnType<typeof compare>>;
export type Backtest = ReturnType<typeof backtest>;
export type GroupErrors = Backtest['groups'][number];

export function backtest(runs: readonly RecordedRun[]) {
  const billed = runs.filter(isBilled);
  const predictions = crossValidated(billed, 'warm prefix by group');
  const predict = (run: BilledRun): number => predictions.get(run) as number;
  return {
    runs: runs.length,
    /** From the shape of each run: calls, first prompt, growth and output per call. null: there are no runs. */
    inputTokens: inputErrors(runs),
    /** Hit efficiency by model and warm prefix by agent fitted on four folds of the tasks, tested on the fifth. */
    dollars: dollarErrors(billed, predict),
    groups: [...groupBy(runs, ({ group }) => group)].map(([group, own]) => {
      const [{ model, kind }] = own as [RecordedRun];
      const inputTokens = inputErrors(own) as Compared;
      // No dollars: no run of the group was billed.
      return { group, model, kind, runs: own.length, inputTokens, dollars: compareUsd(own.filter(isBilled), predict) };
    }),
  };
}

const inputErrors = (runs: readonly RecordedRun[]): Compared | null =>
  compare(
    runs.map(({ bands, input }) => [acrossBands(bands, 'prompts'), input]),
    runs.map((run) => [naiveInput(run), run.input]),
  );

const compareUsd = (runs: readonly BilledRun[], predict: (run: BilledRun) => number): Compared | null =>
  compare(
    runs.map((run) => [predict(run), run.usd]),
    runs.map((run) => [naiveUsd(run), run.usd]),
  );

function dollarErrors(runs: readonly BilledRun[], predict: (run: BilledRun) => number) {
  const compared = compareUsd(runs, predict);
  if (compared === null) return null;
  const unseen = groupLeftOut(runs);
  const errorsOf = (usdOf: (run: BilledRun) => number) =>
    errorFigures(runs.map((run) => [usdOf(run), run.usd])) as ErrorFigures;
  return {
    ...compared,
    /** Error of the mean of each group of runs. */
    groupsMeanAbsPctError: (errorFigures(groupSums(runs, predict)) as ErrorFigures).meanAbsPctError,
    /** The same runs with the cache fitted on the model's other groups: an unseen agent. */
    newAgent: errorsOf((run) => unseen.get(run) as number),
    /** A perfect cache. */
    nothingFitted: errorsOf((run) => dollarsOf(run, unfitted)),
  };
}

/** Predicted and billed USD of each group of runs. */
export const groupSums = (runs: readonly BilledRun[], predict: (run: BilledRun) => number): Pair[] =>
  [...groupBy(runs, ({ group }) => group).values()].map((own) => [
    sumOf(own.map(predict)),
    sumOf(own.map(({ usd }) => usd)),
  ]);

/** Errors of the cost model, and of the naive estimate: calls times the first prompt, without growth or cache. */
function compare(pairs: readonly Pair[], naive: readonly Pair[]) {
  const [errors, naiveErrors] = [errorFigures(pairs), errorFigures(naive)];
  if (errors === null || naiveErrors === null) return null;
  return {
    runs: pairs.length,
    ...errors,
    naiveMeanAbsPctError: naiveErrors.meanAbsPctError,
    naiveMedianAbsPctError: naiveErrors.medianAbsPctError,
  };
}

export type LeftRun = ReturnType<typeof leftRuns>[number];

/** A prompt this much longer or shorter is another one. */
const leavesAt = 0.1;

/** In the order of the runs, where each leaves the walk. */
export const leftRuns = (runs: readonly RecordedRun[]) =>
  runs.map(({ group, name, calls, prompts, input, shape }) => {
    const walked = prompts.map((_, i) => promptOfCall(shape, i + 1));
    const place = prompts.findIndex((prompt, i) => Math.abs((walked[i] as number) / prompt - 1) > leavesAt);
    const at = place < 0 ? null : place;
    const fell = (list: readonly number[]) => at !== null && at > 0 && (list[at] as number) < (list[at - 1] as number);
    const sent = walked.reduce((sum, prompt) => sum + prompt, 0);
    // The log's prompt fell there, the walk's did, or prompts grow otherwise.
    const why = fell(prompts) ? 'compacted' : fell(walked) ? 'not compacted' : 'growth';
    return {
      /** `inputPct`: signed error of the input tokens of the whole run, in percent. */
      ...{ group, run: name, calls, inputPct: 100 * (sent / input - 1) },
      /** The first call, counted from 1, whose prompt is more than a tenth off, and its prompt; null: none is. */
      call: at === null ? null : at + 1,
      recorded: at === null ? null : (prompts[at] as number),
      walked: at === null ? null : (walked[at] as number),
      why: at === null ? null : why,
    } as const;
  });

/** Runs whose prompts are all within a tenth (`stay`), and those that leave for each reason. */
export const leftByGroup = (runs: readonly LeftRun[]) =>
  [...groupBy(runs, ({ group }) => group)].map(([group, own]) => {
    const count = (why: LeftRun['why']) => own.filter((run) => run.why === why).length;
    return {
      ...{ group, runs: own.length, stay: count(null) },
      ...{ compacted: count('compacted'), notCompacted: count('not compacted'), growth: count('growth') },
    };
  });
