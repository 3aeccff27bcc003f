/** Routes to models that were measured alongside the chosen one. */

import { isKindMeasured, type Judged, judgedOnBoards, type Proven, provenBy } from '../benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { areSame, withPricingTerms } from '../dataset/terms.ts';
import { type ModelBill, perSuccess } from '../model/bill.ts';
import { feesOf } from '../model/cost.ts';
import type { Work } from '../model/work.ts';
import type { Comparison } from '../schemas/board-schemas.ts';
import { roundUsd } from '../values/money.ts';
import type { Route } from './route.ts';

/** One for each model that was measured to be cheaper; whether it fits and is on sale is checked elsewhere. */
export function provenRoutes(catalog: Catalog, work: Work, chosen: CatalogModel, bill: ModelBill): Route[] {
  if (work.failureShare >= 1 || bill.costPerTask === 0) return [];
  return judgedFor(catalog, work, chosen).proven.flatMap((proven) => {
    const listed = catalog.find(proven.modelId);
    const model = listed && withPricingTerms(listed, work.workflow);
    // A measurement at standard prices does not cover a discount that only one of the two gives.
    return model && areSame(model.terms, chosen.terms) ? [provenRoute(model, work, bill, proven)] : [];
  });
}

/**
 * What the boards say of routes from a model, for this kind of work at the requested effort. For a model that was shut down
 * it is the one that answers its calls.
 */
export const judgedFor = (catalog: Catalog, { preset, workflow }: Work, chosen: CatalogModel): Judged =>
  judgedOnBoards(catalog, chosen.facts.id, preset.id, workflow.reasoningEffort);

/** What makes a route a measured one, in a sentence. */
export const provenRule = (catalog: Catalog, { preset, workflow: { reasoningEffort } }: Work): string =>
  isKindMeasured(catalog, preset.id)
    ? `A measured route was run beside the chosen model${reasoningEffort === null ? '' : ` at effort ${reasoningEffort}`} on at least ${provenBy.boards} boards of ${preset.id} work, and on every board that has both it cost at most ${provenBy.ratio} times as much per solved task, at today's prices, and solved at most ${100 * provenBy.fewerSolved} points fewer.`
    : `A measured route was run beside the chosen model on at least ${provenBy.boards} boards of ${preset.id} work: no such board is known.`;

/** The chosen model's estimate times the ratios of the middle board; of two in the middle, the more expensive one. */
function provenRoute(model: CatalogModel, work: Work, bill: ModelBill, { measured }: Pick<Proven, 'measured'>): Route {
  const fees = { chosen: bill.breakdown.toolFees ?? 0, other: feesOf(bill.run.shape, model) };
  const boards = measured.map((compared) => onBoard(compared, work.failureShare, bill.costPerTask, fees));
  const byCost = boards.toSorted((a, b) => a.perSuccess - b.perSuccess);
  const middle = byCost[Math.floor(byCost.length / 2)] as OnBoard;
  const range = { low: (byCost[0] as OnBoard).perSuccess, high: (byCost.at(-1) as OnBoard).perSuccess };
  // C2 / (1 - x) = C / (1 - f)
  const breakEven = 1 - ((1 - work.failureShare) * middle.costPerTask) / bill.costPerTask;
  const note = noteFor(work, measured);
  return { strategy: 'switch', note, model, ...middle, breakEven, measured, range };
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
  const cost = roundUsd((costPerTask - fees.chosen) * compared.taskRatio + fees.other, 1e9);
  const failing = failuresBy(compared, failureShare);
  return { costPerTask: cost, failureShare: failing, perSuccess: perSuccess(cost, failing) as number };
}

/**
 * Share of tasks that fail on the other model. If it solves more on the board, failures scale by the board's ratio of
 * failures, otherwise successes by its ratio of successes. With 25 % failures, 80 % against 60 % solved gives
 * 25 % * 20 / 40 = 12.5 %; 60 % against 80 % gives 1 - 75 % * 60 / 80.
 */
function failuresBy(compared: Comparison, failureShare: number): number {
  const { successRate, chosenSuccessRate } = compared;
  return solvesMore(compared)
    ? (failureShare * (1 - successRate)) / (1 - chosenSuccessRate)
    : 1 - ((1 - failureShare) * successRate) / chosenSuccessRate;
}

/** Whether to scale by the failures of a board; otherwise by its successes. */
const solvesMore = ({ successRate, chosenSuccessRate }: Comparison): boolean => successRate > chosenSuccessRate;

function noteFor({ preset }: Work, measured: readonly Comparison[]): string {
  const sentences = [
    `Measured alongside the chosen model on ${measured.length} boards of ${preset.id} work, and at least ${100 - 100 * provenBy.ratio} % cheaper per solved task on each.`,
    'Costs are this estimate times the ratio measured on the middle board; the range is over all boards.',
  ];
  const efforts = { own: effortsOf(measured, 'effort'), chosen: effortsOf(measured, 'chosenEffort') };
  sentences.push(
    efforts.own === efforts.chosen
      ? `Reasoning effort of both on the boards: ${efforts.own}.`
      : `Reasoning effort on the boards: ${efforts.own}; of the chosen model: ${efforts.chosen}.`,
  );
  if (measured.some((one) => isOtherPrice(one.priceRatio) || isOtherPrice(one.chosenPriceRatio))) {
    sentences.push(
      `Where only dollars were recorded, at prices that have changed since, they are multiplied by what the preset ${preset.id} costs at today's prices over what it cost at those of the day.`,
    );
  }
  return [...sentences, 'Test it.'].join(' ');
}

const isOtherPrice = (ratio: number | null): boolean => ratio !== null && ratio !== 1;

/** The efforts of the runs, each once: `high, not stated`. */
const effortsOf = (measured: readonly Comparison[], whose: 'effort' | 'chosenEffort'): string =>
  [...new Set(measured.map((one) => one[whose] ?? 'not stated'))].sort().join(', ');
