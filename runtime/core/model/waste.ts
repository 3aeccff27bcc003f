/** Spend that produced nothing, by cause: the causes are in `answer-words.ts`. */
import { faults } from '../schemas/answer-words.ts';
import { partsOf, percentages, type Sum } from '../values/money.ts';
import type { ModelBill } from './bill.ts';
import type { Work } from './work.ts';

/** An amount in three figures: USD per task, USD a month, percent of the cost of the task. */
export interface Share {
  costPerTask: number;
  monthly: number;
  pct: number;
}

/**
 * Waste by cause, in the order of `causes`, in each of the three figures with its exact sum.
 * @param runs unrounded USD of a run on `work.faultSteps`
 */
export function wasteIn(
  { retryShare, failureShare, workflow }: Work,
  bill: ModelBill,
  runs: readonly number[],
): Record<keyof Share, Sum> {
  const wasted = wasteByCause(runs, bill.run.tokensUsd, retryShare, failureShare);
  const costPerTask = partsOf(bill.costPerTask, wasted, 1e9);
  const months = costPerTask.parts.map((usd) => usd * workflow.tasksPerMonth);
  return {
    costPerTask,
    monthly: partsOf(bill.monthlySpend, months, 1e6),
    pct: percentages(costPerTask.parts, bill.costPerTask),
  };
}

/**
 * USD wasted by each of `causes`, in that order; each is 0 or more, and together they are at most the cost of the task.
 * @param runs unrounded USD of a run without faults, with the first fault, and so on up to all faults
 * @param tokens unrounded USD of the tokens of the last step, which a retry pays again
 * @param retryShare r + r^2: what retries add to a run
 * @param failureShare share of tasks whose result is worthless, 0 to 1
 */
export function wasteByCause(
  runs: readonly number[],
  tokens: number,
  retryShare: number,
  failureShare: number,
): number[] {
  const run = runs[faults.length] as number;
  // More calls can lift a prompt over the minimum cacheable prefix and make the task cheaper: such a fault wastes nothing.
  const added = Math.max(0, run - (runs[0] as number));
  let rest = added;
  const wasted = faults.map((_, i) => {
    const own = (runs[i + 1] as number) - (runs[i] as number);
    const usd = i === faults.length - 1 ? rest : Math.min(rest, Math.max(0, own));
    rest -= usd;
    return usd;
  });
  return [...wasted, retryShare * tokens, failureShare * (run - added)];
}
