/** Parts of a bill, such as its waste by cause, as dollars a task, dollars a month and percent. */
import { partsOf, percentages, type Sum } from '../values/money.ts';
import type { Steps } from '../values/steps.ts';
import { type Bill, giveUnits, type ModelBill, type Work } from './bill.ts';
import { causes, wasteByCause } from './waste.ts';

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
export function wasteIn(work: Work, bill: ModelBill, runs: readonly number[], steps?: Steps): Shares {
  const { retryShare, failureShare, workflow } = work;
  const wasted = wasteByCause(runs, bill.run.tokensUsd, retryShare, failureShare, undefined, steps);
  const recorded = steps && {
    steps,
    labels: causes.map(({ label }) => label),
    part: (cause: number, figure: Figure) => `/waste/causes/${cause}/${figure}`,
    total: (figure: Figure) => `/waste/${figure}`,
  };
  return sharesOf(bill, workflow.tasksPerMonth, wasted, recorded);
}

/**
 * What turning prompt caching on would save.
 * @param cached the bill with it, below that without
 */
export function cachingSaving(work: Work, now: Bill, cached: Bill, steps?: Steps): Share {
  const saved = now.costPerTask - cached.costPerTask;
  record: steps?.step('a0', 'C - C_on', saved, 'what caching would save', 'USD');
  const part = (_: number, figure: Figure) => `/savings/promptCaching/${figure}`;
  const recorded = steps && { steps, labels: ['prompt caching'], part, total: () => undefined };
  return totalOf(sharesOf(now, work.workflow.tasksPerMonth, [saved], recorded));
}

type Figure = keyof Share;

/** Where `sharesOf` records its steps, and the fields of the answer that they are. */
interface RecordedShares {
  steps: Steps;
  labels: readonly string[];
  part: (index: number, figure: Figure) => string;
  total: (figure: Figure) => string | undefined;
}

/**
 * `parts` (USD per task) of a bill.
 * @param recorded the parts were recorded as a0, a1 and so on
 */
function sharesOf(bill: Bill, tasksPerMonth: number, parts: readonly number[], recorded?: RecordedShares): Shares {
  const costPerTask = partsOf(bill.costPerTask, parts, 1e9);
  const months = costPerTask.parts.map((usd) => usd * tasksPerMonth);
  const shares = {
    costPerTask,
    monthly: partsOf(bill.monthlySpend, months, 1e6),
    pct: percentages(costPerTask.parts, bill.costPerTask),
  };
  record: if (recorded) recordShares(recorded, bill, shares);
  return shares;
}

/** The steps of `sharesOf`. */
function recordShares(recorded: RecordedShares, bill: Bill, { costPerTask, monthly, pct }: Shares): void {
  const { steps, labels, part, total } = recorded;
  giveUnits(steps, bill.costPerTask, 1e9);
  recordParts(recorded, 'costPerTask', { of: 'C', symbol: 'v', part: (i) => `a${i}`, unit: 'USD' }, costPerTask);
  giveUnits(steps, bill.monthlySpend, 1e6);
  const ofMonth = { of: 'MS', symbol: 'y', part: (i: number) => `v${i} * V`, unit: 'USD a month' };
  recordParts(recorded, 'monthly', ofMonth, monthly);
  steps.let('p', '0', 'percent given so far, in units of 0.0001', 'units');
  let running = '0';
  labels.forEach((label, i) => {
    running = i === 0 ? 'v0' : `${running} + v${i}`;
    const upTo = bill.costPerTask === 0 ? '0' : `round(min(1, (${running}) / C) * 1e6)`;
    steps.let('P', upTo, `percent up to ${label}, in units of 0.0001`, 'units');
    steps.step(`z${i}`, '(P - p) / 1e4', pct.parts[i] as number, `${label}, of the cost`, '%', part(i, 'pct'));
    steps.let('p', 'P', 'percent given so far', 'units');
  });
  steps.step('z', 'p / 1e4', pct.total, 'together, of the cost', '%', total('pct'));
}

/** The steps of `partsOf`: each part in whole units, but never more than is left of the total. */
function recordParts(
  { steps, labels, part, total }: RecordedShares,
  figure: Figure,
  names: { of: string; symbol: string; part: (index: number) => string; unit: string },
  sum: Sum,
): void {
  steps.let('all', `round(${names.of} * u)`, 'total to distribute', 'units');
  steps.let('rest', 'all', 'remainder', 'units');
  labels.forEach((label, i) => {
    steps.let('i', `min(rest, round(${names.part(i)} * u))`, `${label}, in units`, 'units');
    steps.step(`${names.symbol}${i}`, 'i / u', sum.parts[i] as number, label, names.unit, part(i, figure));
    steps.let('rest', 'rest - i', 'remainder', 'units');
  });
  steps.step(names.symbol, '(all - rest) / u', sum.total, 'together', names.unit, total(figure));
}

export const totalOf = ({ costPerTask, monthly, pct }: Shares): Share => ({
  costPerTask: costPerTask.total,
  monthly: monthly.total,
  pct: pct.total,
});
