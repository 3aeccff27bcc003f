/**
 * The dollars of recorded runs by what is known of the cache: how many of the hits that a perfect cache gives happen (eta), the
 * share of the first prompt that another task left there (w), and the share of the own output that is cached (c).
 */
import { type BilledRun, percentOff, wasCached } from './recorded.ts';

export interface CacheFit {
  eta: number;
  w: number;
  c: number;
}

/** Every possible hit within a task, and nothing from another: what is said where nothing was fitted. */
export const unfitted: CacheFit = { eta: 1, w: 0, c: 0 };

/** USD of a run; `runCost` gives the same for a model with these prices and numbers (a test says so). */
export function dollarsOf(run: BilledRun, { eta, w, c }: CacheFit): number {
  const { prices, tokens, band } = run;
  const output = tokens.output * prices.output;
  if (!wasCached(run)) return (band.prompts * prices.input + output) / 1e6;
  const reads = eta * (band.old + w * tokens.firstPrompt + c * band.ownOutput);
  return (Math.max(0, band.prompts - reads) * prices.cacheWrite + reads * prices.cachedInput + output) / 1e6;
}

/** The model of a run without its host and its day: runs that share the numbers of the cache. */
export function familyOf({ model }: Pick<BilledRun, 'model'>): string {
  const families = ['deepseek', 'gpt-4.1', 'gpt-4o', 'gpt-5.4', 'grok-3', 'o3', 'claude'];
  const family = families.find((name) => model.includes(name));
  if (family === undefined) throw new Error(`no family for ${model}`);
  return family;
}

/** What a fit is sought for: each of the three numbers by model, or by group of runs, which is one agent on one model. */
export type Form = 'all by model' | 'warm prefix by group' | 'all by group';

/** The grid on which fits are sought. */
const etas = Array.from({ length: 21 }, (_, i) => (80 + i) / 100);
const warms = Array.from({ length: 21 }, (_, i) => i / 20);
const owns = [0, 0.25, 0.5, 0.75, 1];
/** Of fewer runs than this nothing but eta and w is fitted. */
const few = 5;

/** The numbers of a model, and w by group of its runs; of a group that was not among the runs, w is 0. */
interface ModelFit {
  eta: number;
  c: number;
  warm: ReadonlyMap<number, number>;
}

/**
 * The point of the grid with the least mean absolute error; of equals the first. The warm prefix of a group is the one with
 * which the runs and their sum agree best with the bill, each counted once.
 */
export function fitModel(runs: readonly BilledRun[], form: Form): ModelFit {
  const groups = groupBy(runs, ({ group }) => (form === 'all by model' ? 0 : group));
  const sumCounts = form === 'warm prefix by group' ? 1 : 0;
  let best: ModelFit = { eta: unfitted.eta, c: unfitted.c, warm: new Map() };
  let least = Number.POSITIVE_INFINITY;
  for (const eta of etas) {
    for (const c of runs.length < few ? [0] : owns) {
      let loss = 0;
      const warm = new Map<number, number>();
      for (const own of groups.values()) {
        const w = leastOf(warms, (w) => lossOf(own, { eta, w, c }, sumCounts));
        loss += lossOf(own, { eta, w, c }, 0);
        for (const run of own) warm.set(run.group, w);
      }
      if (loss < least - 1e-12) [least, best] = [loss, { eta, c, warm }];
    }
  }
  return best;
}

function leastOf(values: readonly number[], loss: (value: number) => number): number {
  let best = values[0] as number;
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) {
    const found = loss(value);
    if (found < least - 1e-12) [best, least] = [value, found];
  }
  return best;
}

/** Sum of the absolute relative errors of the runs; that of their sum counts `sumCounts` times a run's mean. */
function lossOf(runs: readonly BilledRun[], fit: CacheFit, sumCounts: number): number {
  let [loss, predicted, billed] = [0, 0, 0];
  for (const run of runs) {
    const usd = dollarsOf(run, fit);
    loss += Math.abs(usd / run.usd - 1);
    predicted += usd;
    billed += run.usd;
  }
  return loss + sumCounts * runs.length * Math.abs(predicted / billed - 1);
}

export interface DollarError {
  /** Mean absolute error of a run, in percent. */
  runsPct: number;
  /** Mean absolute error of the mean of a group of runs, in percent. */
  groupsPct: number;
}

export const errorOf = (runs: readonly BilledRun[], predict: (run: BilledRun) => number): DollarError => ({
  runsPct: percentOff(runs.map((run) => [predict(run), run.usd])),
  groupsPct: percentOff(
    [...groupBy(runs, ({ group }) => group).values()].map((own) => [
      sumOf(own.map(predict)),
      sumOf(own.map(({ usd }) => usd)),
    ]),
  ),
});

/** Fitted on four folds of the tasks and tried on the fifth: other tasks of the same agents. */
export function crossValidated(runs: readonly BilledRun[], form: Form): DollarError {
  const predicted = new Map<BilledRun, number>();
  for (let fold = 0; fold < 5; fold++) {
    predictFrom(runs, form, predicted, (run) => run.fold === fold);
  }
  return errorOf(runs, (run) => predicted.get(run) as number);
}

/** Fitted on the other groups of the same model: an agent that was never seen, whose warm prefix is that of the model's others. */
export function groupLeftOut(runs: readonly BilledRun[]): DollarError {
  const predicted = new Map<BilledRun, number>();
  for (const group of new Set(runs.map((run) => run.group))) {
    const kin = runs.filter((run) => run.group !== group);
    const own = runs.filter((run) => run.group === group);
    const family = familyOf(own[0] as BilledRun);
    const others = kin.filter((run) => familyOf(run) === family);
    const { eta, c, warm } = fitModel(others, 'all by model');
    const w = [...warm.values()][0] ?? 0;
    for (const run of own) predicted.set(run, dollarsOf(run, others.length === 0 ? unfitted : { eta, c, w }));
  }
  return errorOf(runs, (run) => predicted.get(run) as number);
}

/** Fits on the runs that are not asked for, and predicts those that are. */
function predictFrom(
  runs: readonly BilledRun[],
  form: Form,
  predicted: Map<BilledRun, number>,
  isAsked: (run: BilledRun) => boolean,
): void {
  const keyOf = (run: BilledRun) => (form === 'all by group' ? String(run.group) : familyOf(run));
  for (const own of groupBy(runs, keyOf).values()) {
    const { eta, c, warm } = fitModel(
      own.filter((run) => !isAsked(run)),
      form,
    );
    for (const run of own.filter(isAsked)) {
      predicted.set(run, dollarsOf(run, { eta, c, w: warm.get(run.group) ?? 0 }));
    }
  }
}

export function groupBy<T, K>(values: readonly T[], key: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
