/** Errors of the cost model on recorded runs: input tokens and dollars, run by run, next to the naive estimate. */
import { acrossBands } from '../../core/model/used.ts';
import { promptOfCall } from '../../core/model/walked-calls.ts';
import { type ErrorFigures, errorFigures, groupBy, type Pair, sumOf } from '../statistics.ts';
import { crossValidated, dollarsOf, groupLeftOut } from './cache-fit.ts';
import { type BilledRun, isBilled, naiveInput, naiveUsd, type RecordedRun, unfitted } from './recorded-runs.ts';

/** Errors of the cost model, and of the naive estimate: calls times the first prompt, without growth or cache. */
export interface Compared extends ErrorFigures {
  runs: number;
  naiveMeanAbsPctError: number;
  naiveMedianAbsPctError: number;
}

export interface ComparedDollars extends Compared {
  /** Error of the mean of each group of runs. */
  groupsMeanAbsPctError: number;
  /** The same runs with the cache fitted on the model's other groups: an unseen agent. */
  newAgent: ErrorFigures;
  /** Nothing fitted: a perfect cache. */
  nothingFitted: ErrorFigures;
}

export interface GroupErrors {
  group: string;
  model: string;
  kind: string;
  runs: number;
  inputTokens: Compared;
  /** null: no run of the group was billed. */
  dollars: Compared | null;
}

export interface Backtest {
  runs: number;
  /** From the shape of each run: calls, first prompt, growth and output per call. null: there are no runs. */
  inputTokens: Compared | null;
  /** Hit efficiency by model and warm prefix by agent fitted on four folds of the tasks, tested on the fifth. */
  dollars: ComparedDollars | null;
  groups: GroupErrors[];
}

export function backtest(runs: readonly RecordedRun[]): Backtest {
  const billed = runs.filter(isBilled);
  const predictions = crossValidated(billed, 'warm prefix by group');
  const predict = (run: BilledRun): number => predictions.get(run) as number;
  return {
    runs: runs.length,
    inputTokens: inputErrors(runs),
    dollars: dollarErrors(billed, predict),
    groups: [...groupBy(runs, ({ group }) => group)].map(([group, own]) => {
      const [{ model, kind }] = own as [RecordedRun];
      const inputTokens = inputErrors(own) as Compared;
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

function dollarErrors(runs: readonly BilledRun[], predict: (run: BilledRun) => number): ComparedDollars | null {
  const compared = compareUsd(runs, predict);
  if (compared === null) return null;
  const unseen = groupLeftOut(runs);
  const errorsOf = (usdOf: (run: BilledRun) => number) =>
    errorFigures(runs.map((run) => [usdOf(run), run.usd])) as ErrorFigures;
  return {
    ...compared,
    groupsMeanAbsPctError: (errorFigures(groupSums(runs, predict)) as ErrorFigures).meanAbsPctError,
    newAgent: errorsOf((run) => unseen.get(run) as number),
    nothingFitted: errorsOf((run) => dollarsOf(run, unfitted)),
  };
}

/** Predicted and billed USD of each group of runs. */
export const groupSums = (runs: readonly BilledRun[], predict: (run: BilledRun) => number): Pair[] =>
  [...groupBy(runs, ({ group }) => group).values()].map((own) => [
    sumOf(own.map(predict)),
    sumOf(own.map(({ usd }) => usd)),
  ]);

function compare(pairs: readonly Pair[], naive: readonly Pair[]): Compared | null {
  const [errors, naiveErrors] = [errorFigures(pairs), errorFigures(naive)];
  if (errors === null || naiveErrors === null) return null;
  return {
    runs: pairs.length,
    ...errors,
    naiveMeanAbsPctError: naiveErrors.meanAbsPctError,
    naiveMedianAbsPctError: naiveErrors.medianAbsPctError,
  };
}

export interface LeftRun {
  group: string;
  run: string;
  calls: number;
  /** Signed error of the input tokens of the whole run, in percent. */
  inputPct: number;
  /** The first call, counted from 1, whose prompt is more than a tenth off; null: none is. */
  call: number | null;
  /** Tokens of the prompt of that call, as recorded and as walked. */
  recorded: number | null;
  walked: number | null;
  /** What the log shows there: `compacted`, its prompt fell; `not compacted`, the walk's did; else prompts grow otherwise. */
  why: 'compacted' | 'not compacted' | 'growth' | null;
}

/** A prompt this much longer or shorter is another one. */
const leavesAt = 0.1;

/** @returns in the order of the runs */
export const leftRuns = (runs: readonly RecordedRun[]): LeftRun[] =>
  runs.map(({ group, name, calls, prompts, input, shape }) => {
    const walked = prompts.map((_, i) => promptOfCall(shape, i + 1));
    const place = prompts.findIndex((prompt, i) => Math.abs((walked[i] as number) / prompt - 1) > leavesAt);
    const at = place < 0 ? null : place;
    const fell = (list: readonly number[]) => at !== null && at > 0 && (list[at] as number) < (list[at - 1] as number);
    const sent = walked.reduce((sum, prompt) => sum + prompt, 0);
    return {
      ...{ group, run: name, calls, inputPct: 100 * (sent / input - 1), call: at === null ? null : at + 1 },
      recorded: at === null ? null : (prompts[at] as number),
      walked: at === null ? null : (walked[at] as number),
      why: at === null ? null : fell(prompts) ? 'compacted' : fell(walked) ? 'not compacted' : 'growth',
    };
  });

export interface LeftGroup {
  group: string;
  runs: number;
  /** Runs whose prompts are all within a tenth, and those that leave for each reason. */
  stay: number;
  compacted: number;
  notCompacted: number;
  growth: number;
}

export const leftByGroup = (runs: readonly LeftRun[]): LeftGroup[] =>
  [...groupBy(runs, ({ group }) => group)].map(([group, own]) => {
    const count = (why: LeftRun['why']) => own.filter((run) => run.why === why).length;
    return {
      ...{ group, runs: own.length, stay: count(null) },
      ...{ compacted: count('compacted'), notCompacted: count('not compacted'), growth: count('growth') },
    };
  });
