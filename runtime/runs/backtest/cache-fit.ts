/**
 * The dollars of recorded runs by what is known of the cache: how many of the hits that a perfect cache gives happen (eta), the
 * share of the first prompt that another task left there (w), and the share of the own output that is cached (c).
 */
import { groupBy } from '../group-by.ts';
import type { BilledRun, RunPrices } from './recorded-run.ts';

export interface CacheFit {
  eta: number;
  w: number;
  c: number;
}

/** Every possible hit within a task, and nothing from another: what is assumed where nothing was fitted. */
export const unfitted: CacheFit = { eta: 1, w: 0, c: 0 };

/** USD of a run; `runCost` gives the same for a model with these prices and numbers. */
export function dollarsOf({ terms, tokens, bands }: BilledRun, { eta, w, c }: CacheFit): number {
  let usd = 0;
  let warm = tokens.firstPrompt >= terms.minPrefix ? w * tokens.firstPrompt : 0;
  bands.forEach(({ calls, prompts, short, old, ownOutput }, i) => {
    const price = terms.prices[i] as RunPrices;
    const output = calls * tokens.outputPerCall * price.output;
    if (!terms.cached) {
      usd += (prompts * price.input + output) / 1e6;
      return;
    }
    const reads = eta * (old + (calls > 0 ? warm : 0) + c * ownOutput);
    if (calls > 0) warm = 0;
    const written = Math.max(0, prompts - short - reads);
    usd += (short * price.input + written * price.cacheWrite + reads * price.cachedInput + output) / 1e6;
  });
  return usd;
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
  warm: ReadonlyMap<string, number>;
}

/**
 * The point of the grid with the least mean absolute error; of equals the first, of no runs `unfitted`. The warm prefix of a
 * group is the one with which the runs and their sum agree best with the bill, each counted once.
 */
export function fitModel(runs: readonly BilledRun[], form: Form): ModelFit {
  const groups = groupBy(runs, ({ group }) => (form === 'all by model' ? '' : group));
  const sumCounts = form === 'warm prefix by group' ? 1 : 0;
  let best: ModelFit = { eta: unfitted.eta, c: unfitted.c, warm: new Map() };
  if (runs.length === 0) return best;
  let least = Number.POSITIVE_INFINITY;
  for (const eta of etas) {
    for (const c of runs.length < few ? [0] : owns) {
      let loss = 0;
      const warm = new Map<string, number>();
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

/** USD that are predicted of each run. */
export type Predictions = ReadonlyMap<BilledRun, number>;

/** Fitted on four folds of the tasks and tried on the fifth: other tasks of the same agents. */
export function crossValidated(runs: readonly BilledRun[], form: Form): Predictions {
  const predicted = new Map<BilledRun, number>();
  const keyOf = (run: BilledRun) => (form === 'all by group' ? run.group : run.family);
  for (let fold = 0; fold < 5; fold++) {
    for (const own of groupBy(runs, keyOf).values()) {
      const asked = own.filter((run) => run.fold === fold);
      if (asked.length === 0) continue;
      const { eta, c, warm } = fitModel(
        own.filter((run) => run.fold !== fold),
        form,
      );
      for (const run of asked) predicted.set(run, dollarsOf(run, { eta, c, w: warm.get(run.group) ?? 0 }));
    }
  }
  return predicted;
}

/** Fitted on the other groups of the same model: an agent that was never seen, whose warm prefix is that of the model's others. */
export function groupLeftOut(runs: readonly BilledRun[]): Predictions {
  const predicted = new Map<BilledRun, number>();
  for (const [group, own] of groupBy(runs, (run) => run.group)) {
    const { family } = own[0] as BilledRun;
    const others = runs.filter((run) => run.group !== group && run.family === family);
    const { eta, c, warm } = fitModel(others, 'all by model');
    const w = [...warm.values()][0] ?? 0;
    for (const run of own) predicted.set(run, dollarsOf(run, { eta, c, w }));
  }
  return predicted;
}
