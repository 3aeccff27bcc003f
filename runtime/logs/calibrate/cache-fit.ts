/**
 * The dollars of recorded runs as a function of the cache: the share of the hits of a perfect cache that happen (eta),
 * the share of the first prompt that another task left in it (w), and the share of own output that is cached (c).
 */
import { groupBy } from '../statistics.ts';
import { type BilledRun, type CacheFit, type RunPrices, unfitted } from './recorded-runs.ts';

/** USD of a run; equals `runCost` for a model with these prices and numbers. */
export function dollarsOf({ terms, shape, bands }: BilledRun, { eta, w, c }: CacheFit): number {
  let usd = 0;
  let warm = shape.first.start >= terms.minPrefix ? w * shape.first.start : 0;
  bands.forEach(({ calls, prompts, short, held, answered, output: answer }, i) => {
    const price = terms.prices[i] as RunPrices;
    const output = answer * price.output;
    if (!terms.cached) {
      usd += (prompts * price.input + output) / 1e6;
      return;
    }
    const reads = eta * (held + (calls > 0 ? warm : 0) + c * answered);
    if (calls > 0) warm = 0;
    const fresh = Math.max(0, prompts - short - reads);
    usd += (short * price.input + fresh * price.cacheWrite + reads * price.cachedInput + output) / 1e6;
  });
  return usd;
}

/** What is fitted by model and what by group of runs, which is one agent on one model. */
export type Form = 'all by model' | 'warm prefix by group' | 'all by group';

/** The grid that is searched. */
const etas = Array.from({ length: 21 }, (_, i) => (80 + i) / 100);
const warms = Array.from({ length: 21 }, (_, i) => i / 20);
const owns = [0, 0.25, 0.5, 0.75, 1];
/** With fewer runs than this, only eta and w are fitted. */
const few = 5;

/** The numbers of a model, w by group of runs and for a group without runs. */
interface ModelFit extends CacheFit {
  warm: ReadonlyMap<string, number>;
}

/** What was fitted, for the runs of one group. */
export const forGroup = ({ eta, c, w, warm }: ModelFit, group: string): CacheFit => ({
  eta,
  c,
  w: warm.get(group) ?? w,
});

/**
 * The grid point with the least mean absolute error; the first of equals; `usual` without runs. The warm prefix of a
 * group is the one for which the runs and their sum, weighted equally, agree best with the bill.
 */
export function fitModel(runs: readonly BilledRun[], form: Form, usual: CacheFit = unfitted): ModelFit {
  const groups = groupBy(runs, ({ group }) => (form === 'all by model' ? '' : group));
  const sumCounts = form === 'warm prefix by group' ? 1 : 0;
  let best: ModelFit = { ...usual, warm: new Map() };
  if (runs.length === 0) return best;
  let least = Number.POSITIVE_INFINITY;
  for (const eta of etas) {
    for (const c of runs.length < few ? [0] : owns) {
      let [loss, all] = [0, 0];
      const warm = new Map<string, number>();
      for (const own of groups.values()) {
        const w = leastOf(warms, (w) => lossOf(own, { eta, w, c }, sumCounts));
        loss += lossOf(own, { eta, w, c }, 0);
        for (const run of own) warm.set(run.group, w);
        if (form === 'all by model') all = w;
      }
      if (loss < least - 1e-12) [least, best] = [loss, { eta, c, w: all, warm }];
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

/** Sum of the absolute relative errors of the runs, plus that of their total, weighted `sumCounts` times the runs. */
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

/** The predicted USD of each run. */
export type Predictions = ReadonlyMap<BilledRun, number>;

/**
 * Fitted on four folds of the tasks and tested on the fifth: other tasks of the same agents; for a model without any,
 * those of all models, and where there are none at all what is usual.
 */
export function crossValidated(runs: readonly BilledRun[], form: Form): Predictions {
  const predicted = new Map<BilledRun, number>();
  const keyOf = (run: BilledRun) => (form === 'all by group' ? run.group : run.family);
  const others = (fold: number) => runs.filter((run) => run.fold !== fold);
  for (let fold = 0; fold < 5; fold++) {
    for (const own of groupBy(runs, keyOf).values()) {
      const asked = own.filter((run) => run.fold === fold);
      if (asked.length === 0) continue;
      const kept = own.filter((run) => run.fold !== fold);
      const { usualCache } = asked[0] as BilledRun;
      const fit = kept.length > 0 ? fitModel(kept, form) : fitModel(others(fold), 'all by model', usualCache);
      for (const run of asked) predicted.set(run, dollarsOf(run, forGroup(fit, run.group)));
    }
  }
  return predicted;
}

/** Fitted on the model's other groups: an unseen agent, with their warm prefix. */
export function groupLeftOut(runs: readonly BilledRun[]): Predictions {
  const predicted = new Map<BilledRun, number>();
  for (const [group, own] of groupBy(runs, (run) => run.group)) {
    const { family } = own[0] as BilledRun;
    const others = runs.filter((run) => run.group !== group && run.family === family);
    const fit = fitModel(others, 'all by model');
    for (const run of own) predicted.set(run, dollarsOf(run, fit));
  }
  return predicted;
}
