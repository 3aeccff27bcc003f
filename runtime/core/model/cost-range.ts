/**
 * How much tasks differ in cost. An estimate is the mean of sixteen equally likely tasks; here each of them is priced
 * separately, which gives the cost of a typical and of an expensive one.
 */
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { EvidenceFile } from '../schemas/data-files/evidence-file.ts';
import { roundUsd } from '../values/money.ts';
import type { ModelBill, Work } from './bill.ts';
import { priceBands, type RunUsd } from './cost.ts';
import { promptBands } from './prompt-bands.ts';

/** Places among sixteen costs in ascending order, counted from 1: the middle, and that exceeded by one task in ten. */
export const middlePlace = 8.5;
export const oneInTenPlace = 14.9;

export interface ModelError {
  dollarsPct: number;
  inputTokensPct: number;
  basis: 'measured' | 'unseen';
}

export interface CostRange {
  /** USD; half of the tasks cost less. */
  typicalTask: number;
  /** USD; one task in ten costs more. */
  oneInTen: number;
  /** null: the dataset has no recorded runs. */
  modelError: ModelError | null;
}

export function rangeOf({ evidence }: Catalog, work: Work, model: CatalogModel, bill: ModelBill): CostRange {
  const modelError = evidence && modelErrorOf(evidence, work, model);
  if (bill.run.tokens.taskCalls.length === 1) {
    return { typicalTask: bill.costPerTask, oneInTen: bill.costPerTask, modelError };
  }
  const costs = taskCosts(work, model, bill).sort((a, b) => a - b);
  return {
    typicalTask: roundUsd(atPlace(costs, middlePlace), 1e9),
    oneInTen: roundUsd(atPlace(costs, oneInTenPlace), 1e9),
    modelError,
  };
}

/** The value at a place, counted from 1, of numbers in ascending order; interpolated linearly between two. */
export function atPlace(ascending: readonly number[], place: number): number {
  const below = Math.floor(place);
  const low = ascending[below - 1] as number;
  return low + (place - below) * ((ascending[below] as number) - low);
}

/** USD of each of the equally likely tasks, retries included, unrounded. Their mean is the cost of a task. */
function taskCosts(work: Work, model: CatalogModel, { run: { tokens, searchUsd } }: ModelBill): number[] {
  const usd: RunUsd = { reads: 0, freshUsd: 0, readsUsd: 0, outputUsd: 0 };
  return tokens.taskCalls.map((calls) => {
    const bands = promptBands(tokens, model.minPrefixTokens, model.thresholds, [calls]);
    priceBands(bands, tokens, model, work.workflow, usd);
    const tokensUsd = (usd.freshUsd + usd.readsUsd + usd.outputUsd) * (1 + work.retryShare);
    // The searches of a task are proportional to its calls.
    return tokensUsd + (searchUsd * calls) / tokens.calls;
  });
}

/** How far the cost model was from recorded runs: of models and kinds of work like this one, or of unseen agents. */
function modelErrorOf({ dollars, inputTokens }: EvidenceFile, { preset }: Work, model: CatalogModel): ModelError {
  const seen = model.hitEfficiency.basis === 'measured' && preset.measured.length > 0;
  return {
    dollarsPct: seen ? dollars.errorPct : dollars.newAgentPct,
    inputTokensPct: inputTokens.errorPct,
    basis: seen ? 'measured' : 'unseen',
  };
}
