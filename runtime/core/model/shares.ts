/** Parts of a bill, such as its waste by cause, as dollars a task, dollars a month and percent. */
import { partsOf, percentages, type Sum } from '../values/money.ts';
import type { Bill, ModelBill } from './bill.ts';
import { wasteByCause } from './waste.ts';
import type { Work } from './work.ts';

/** An amount in three figures: USD per task, USD a month, percent of the cost of the task. */
export interface Share {
  costPerTask: number;
  monthly: number;
  pct: number;
}

/** Parts of a bill and their exact sum, in each of the three figures. */
export interface Shares {
  costPerTask: Sum;
  monthly: Sum;
  pct: Sum;
}

/**
 * Waste by cause, in the order of `causes`.
 * @param runs unrounded USD of a run on `work.faultSteps`
 */
export function wasteIn(
  { retryShare, failureShare, workflow }: Work,
  bill: ModelBill,
  runs: readonly number[],
): Shares {
  return sharesOf(bill, workflow.tasksPerMonth, wasteByCause(runs, bill.run.tokensUsd, retryShare, failureShare));
}

/** `parts` (USD per task) of a bill. */
function sharesOf(bill: Bill, tasksPerMonth: number, parts: readonly number[]): Shares {
  const costPerTask = partsOf(bill.costPerTask, parts, 1e9);
  const months = costPerTask.parts.map((usd) => usd * tasksPerMonth);
  return {
    costPerTask,
    monthly: partsOf(bill.monthlySpend, months, 1e6),
    pct: percentages(costPerTask.parts, bill.costPerTask),
  };
}
