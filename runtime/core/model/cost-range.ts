/**
 * How much tasks differ in cost. An estimate is the mean of sixteen equally likely tasks; here each of them is priced
 * separately, which gives the cost of a typical and of an expensive one. Where owners differ by more than the calls of their
 * tasks, the expensive one is raised by what those who were left out did.
 */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { roundUsd } from '../values/money.ts';
import type { ModelBill } from './bill.ts';
import { billingOf, priceUsed } from './cost.ts';
import { type ModelError, modelErrorOf, ownersRangeOf } from './model-error.ts';
import { eachTask } from './walk.ts';
import type { Work } from './work.ts';

/** The shares of tasks that cost less than a typical one, and than one that is exceeded by one task in ten. */
const half = 0.5;
const nineInTen = 0.9;

export interface CostRange {
  /** USD; half of the tasks cost less. */
  typicalTask: number;
  /** USD; one task in ten costs more. */
  oneInTen: number;
  /** null: nothing was recorded of this kind of work. */
  modelError: ModelError | null;
}

export function rangeOf({ evidence }: Catalog, work: Work, model: CatalogModel, bill: ModelBill): CostRange {
  const modelError = modelErrorOf(evidence, work, model);
  const { tasks } = bill.run.shape;
  const costs = taskCosts(work, model, bill).sort((a, b) => a - b);
  const below = (share: number): number =>
    costs.length === 1 ? bill.costPerTask : atPlace(costs, placeOf(share, tasks.rare));
  const raised = work.fittedTo?.oneInTenFactor ?? ownersRangeOf(evidence, work)?.oneInTenFactor ?? 1;
  return {
    typicalTask: roundUsd(below(half), 1e9),
    oneInTen: roundUsd(below(nineInTen) * raised, 1e9),
    modelError,
  };
}

/**
 * The place among sixteen equally likely costs in ascending order, counted from 1, below which `share` of all tasks lie:
 * 8.5 is the middle, 14.9 is exceeded by one task in ten.
 * @param rareTasks share of tasks that cost more than all sixteen
 */
const placeOf = (share: number, rareTasks: number): number => 0.5 + (16 * share) / (1 - rareTasks);

/** The value at a place, counted from 1, of numbers in ascending order; interpolated linearly between two. */
export function atPlace(ascending: readonly number[], place: number): number {
  const below = Math.floor(place);
  const low = ascending[below - 1] as number;
  return low + (place - below) * ((ascending[below] as number) - low);
}

/** USD of each task, retries included, unrounded; their mean, the rare one by its share, is the cost of a task. */
export function taskCosts(work: Work, model: CatalogModel, { run: { shape, feesUsd } }: ModelBill): number[] {
  const billing = billingOf(model, work.workflow);
  const costs: number[] = [];
  eachTask(shape, model, (bands) => {
    // The tools that a task uses are proportional to its calls.
    const calls = shape.tasks.calls[costs.length] as number;
    costs.push(priceUsed(bands, billing).tokensUsd * (1 + work.retryShare) + (feesUsd * calls) / shape.calls);
  });
  return costs;
}
