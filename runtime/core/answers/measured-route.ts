/** Routes to models that were measured alongside the chosen one. */

import { type Proven, provenBy, provenCheaper } from '../benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { areSame, withPricingTerms } from '../dataset/terms.ts';
import { type ModelBill, perSuccess, type Work } from '../model/bill.ts';
import { searchUsd } from '../model/cost.ts';
import type { Comparison } from '../schemas/board-schemas.ts';
import { roundUsd } from '../values/money.ts';
import type { Route } from './route.ts';

/** One for each model that was measured to be cheaper; whether it fits and is on sale is checked elsewhere. */
export function provenRoutes(catalog: Catalog, work: Work, chosen: CatalogModel, bill: ModelBill): Route[] {
  if (work.failureShare >= 1 || bill.costPerTask === 0) return [];
  return provenCheaper(catalog, chosen.id, work.preset.id).flatMap((proven) => {
    const listed = catalog.find(proven.modelId);
    const model = listed && withPricingTerms(listed, work.workflow);
    // A measurement at standard prices does not cover a discount that only one of the two gives.
    return model && areSame(model.terms, chosen.terms) ? [provenRoute(model, work, bill, proven)] : [];
  });
}

/** The chosen model's estimate times the ratios of the middle board; of two in the middle, the more expensive one. */
function provenRoute(model: CatalogModel, work: Work, bill: ModelBill, { measured }: Proven): Route {
  const fees = { chosen: bill.breakdown.toolFees ?? 0, other: searchUsd(bill.run.tokens, model.webSearchPer1000) };
  const boards = measured.map((compared) => onBoard(compared, work.failureShare, bill.costPerTask, fees));
  const byCost = boards.toSorted((a, b) => a.perSuccess - b.perSuccess);
  const middle = byCost[Math.floor(byCost.length / 2)] as OnBoard;
  return {
    strategy: 'switch',
    note: noteFor(work, measured.length),
    model,
    ...middle,
    // C2 / (1 - x) = C / (1 - f)
    breakEven: 1 - ((1 - work.failureShare) * middle.costPerTask) / bill.costPerTask,
    measured,
    range: { low: (byCost[0] as OnBoard).perSuccess, high: (byCost.at(-1) as OnBoard).perSuccess },
  };
}

type OnBoard = Pick<Route, 'costPerTask' | 'failureShare' | 'perSuccess'>;

/**
 * The chosen model's estimate times the ratios of one board: of dollars per task, and of tasks solved. Tool fees are
 * each model's own.
 * @param failureShare of the chosen model, below 1
 * @param costPerTask of the chosen model, USD
 * @param fees tool fees in USD per task: those within `costPerTask`, and those of the other model
 */
function onBoard(
  compared: Comparison,
  failureShare: number,
  costPerTask: number,
  fees: { chosen: number; other: number },
): OnBoard {
  const { taskRatio } = compared;
  const cost = roundUsd((costPerTask - fees.chosen) * taskRatio + fees.other, 1e9);
  const failing = failuresBy(compared, failureShare);
  return { costPerTask: cost, failureShare: failing, perSuccess: perSuccess(cost, failing) as number };
}

/**
 * Share of tasks that fail on the other model. If it solves more on the board, failures scale by the board's ratio of
 * failures, otherwise successes by its ratio of successes. With 25 % failures, 80 % against 60 % solved gives
 * 25 % * 20 / 40 = 12.5 %; 60 % against 80 % gives 1 - 75 % * 60 / 80.
 */
function failuresBy({ successRate, chosenSuccessRate }: Comparison, failureShare: number): number {
  return solvesMore(successRate, chosenSuccessRate)
    ? (failureShare * (1 - successRate)) / (1 - chosenSuccessRate)
    : 1 - ((1 - failureShare) * successRate) / chosenSuccessRate;
}

/** Whether to scale by the failures of a board; otherwise by its successes. */
export const solvesMore = (successRate: number, chosenSuccessRate: number): boolean => successRate > chosenSuccessRate;

const noteFor = ({ preset }: Work, boards: number): string =>
  `Measured alongside the chosen model on ${boards} boards of ${preset.id} work, and at least ${100 - 100 * provenBy.ratio} % cheaper per solved task on each. ` +
  'Costs are this estimate times the ratio measured on the middle board; the range is over all boards. Test it.';
