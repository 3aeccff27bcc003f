/**
 * How much tasks differ in cost. An estimate is the mean of sixteen equally likely tasks; here each of them is priced
 * separately, which gives the cost of a typical and of an expensive one. Where owners differ by more than the calls of their
 * tasks, the expensive one is raised by what those who were left out did.
 */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { lookUp } from '../values/look-up.ts';
import { roundUsd } from '../values/money.ts';
import type { Steps, TaskSteps } from '../values/steps.ts';
import type { ModelBill, Work } from './bill.ts';
import { priceBands, type RunUsd, recordNothingYet } from './cost.ts';
import { type ModelError, modelErrorOf, type OwnersRange, ownersRangeOf } from './model-error.ts';
import { promptBands } from './prompt-bands.ts';

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

export function rangeOf(
  { evidence }: Catalog,
  work: Work,
  model: CatalogModel,
  bill: ModelBill,
  steps?: Steps,
): CostRange {
  const modelError = evidence && modelErrorOf(evidence, work.preset, work.workflow, model);
  record: if (modelError && steps) giveError(steps, modelError);
  if (bill.run.tokens.taskCalls.length === 1) {
    const usd = bill.costPerTask;
    record: steps?.step('typicalTask', 'C', usd, 'a typical task: all are alike', 'USD', '/range/typicalTask');
    record: steps?.step('oneInTen', 'C', usd, 'exceeded by one task in ten', 'USD', '/range/oneInTen');
    return { typicalTask: usd, oneInTen: usd, modelError };
  }
  const costs = taskCosts(work, model, bill, steps).sort((a, b) => a - b);
  const { rareTasks } = bill.run.tokens;
  const owners = ownersRangeOf(evidence, work.preset, work.workflow);
  const read = (name: 'typicalTask' | 'oneInTen', share: number, what: string): number => {
    const place = placeOf(share, rareTasks);
    const isRaised = name === 'oneInTen' && owners !== null;
    const usd = atPlace(costs, place) * (isRaised ? owners.oneInTenFactor : 1);
    if (rareTasks !== 0) {
      const among = 'its place among the costs, the rare task last';
      record: steps?.step('place', `0.5 + ${16 * share} / (1 - ps)`, place, among, 'place');
    }
    record: if (steps) {
      const formula = rareTasks === 0 ? `at(Ci, ${place})` : 'at(Ci, place)';
      if (isRaised) giveOwners(steps, owners);
      steps.step('x', isRaised ? `${formula} * ow` : formula, usd, what, 'USD');
    }
    record: steps?.rounded(name, 'x', usd, 1e9, `${what}, as shown`, `/range/${name}`);
    return roundUsd(usd, 1e9);
  };
  return {
    typicalTask: read('typicalTask', half, 'a typical task: half cost less'),
    oneInTen: read('oneInTen', nineInTen, 'exceeded by one task in ten'),
    modelError,
  };
}

/** How much owners differ from each other. */
function giveOwners(steps: Steps, { oneInTenFactor, kindOfWork, runs, owners }: OwnersRange): void {
  const what = 'the p90 that the tasks of another owner keep, over that of their calls';
  steps.given(
    'ow',
    oneInTenFactor,
    what,
    'times',
    `${runs} recorded ${kindOfWork} runs, each of ${owners} owners left out`,
  );
}

/** How far estimates like this one were from what was recorded. */
function giveError(steps: Steps, error: ModelError): void {
  const from = `recorded ${error.kindOfWork} runs, ${error.basis ?? 'of no kind'}`;
  const give = (name: 'dollarsPct' | 'inputTokensPct' | 'runs' | 'owners' | 'factor', what: string, unit: string) => {
    const value = error[name];
    if (value !== null) steps.given(name, value, what, unit, from, `/range/modelError/${name}`);
  };
  give('dollarsPct', 'mean error of dollars', '%');
  give('inputTokensPct', 'mean error of input tokens', '%');
  give('runs', 'recorded runs behind it', 'runs');
  give('owners', 'owners, agents or boards behind it', '');
  give('factor', 'times too high or too low, in the middle', 'times');
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

/** USD of each of the equally likely tasks, retries included, unrounded. Their mean is the cost of a task. */
function taskCosts(
  work: Work,
  model: CatalogModel,
  { run: { tokens, searchUsd } }: ModelBill,
  steps?: Steps,
): number[] {
  const usd: RunUsd = { reads: 0, freshUsd: 0, readsUsd: 0, outputUsd: 0 };
  const costOf = (calls: number, ofTask?: TaskSteps): number => {
    const bands = promptBands(tokens, model.minPrefixTokens, model.thresholds, calls);
    record: if (ofTask) recordNothingYet(ofTask, '0 * ni');
    priceBands(bands, tokens, model, work.workflow, usd, ofTask);
    const tokensUsd = (usd.freshUsd + usd.readsUsd + usd.outputUsd) * (1 + work.retryShare);
    // The searches of a task are proportional to its calls.
    const cost = tokensUsd + (searchUsd * calls) / tokens.calls;
    record: ofTask?.step('Ci', '(F + E + Z) * m + G * ni / n', cost, 'cost of each task, all included', 'USD');
    return cost;
  };
  const { taskCalls } = tokens;
  record: steps?.each(taskCalls.length, listOf, (task, ofTask) => costOf(taskCalls[task] as number, ofTask));
  return taskCalls.map((calls) => costOf(calls));
}

/** The letters of the lists that `promptBands` records for each task. */
const lettersOf: Record<string, string> = { calls: 'c', prompts: 't', short: 's', old: 'r', own: 'o', wrote: 'w' };

/** The list with one value for each task, for a symbol of `priceBands`: Zi for Z, and c0i for calls0. */
function listOf(symbol: string): string {
  const [, name = '', band] = /^([a-z]+)(\d+)$/.exec(symbol) ?? [];
  if (band !== undefined) return `${lookUp(lettersOf, name) ?? name}${band}i`;
  return ['F', 'E', 'Z', 'read', 'written', 'reads'].includes(symbol) ? `${symbol}i` : symbol;
}
