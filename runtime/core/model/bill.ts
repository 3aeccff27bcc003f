/** The bill for one workflow on one model, or on all of a market: cost per task, per success and per month, and its waste. */

import type { CatalogModel } from '../dataset/catalog.ts';
import { faults } from '../schemas/answer-words.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import type { Workflow } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';
import { partsOf, percentages, roundAll, roundUsd, type Sum } from '../values/money.ts';
import {
  type Billing,
  billingsOn,
  type CacheUse,
  feesOf,
  knowsFees,
  noUsd,
  priceUsed,
  type RunCost,
  type RunUsd,
  runCost,
  usesCache,
} from './cost.ts';
import { fitsOwn, type Limits } from './limits.ts';
import { shapeOf, taskTools } from './shape.ts';
import { meanOn } from './walk.ts';
import { retryShare, type Work, withFaults, workflowOn, workOn } from './work.ts';

export interface Bill {
  /** USD, rounded; the breakdown adds up to `costPerTask` exactly, retries included. */
  costPerTask: number;
  breakdown: {
    freshInput: number;
    cachedInput: number;
    output: number;
    /** null: a tool is used whose fee is unknown, so the cost excludes it. */
    toolFees: number | null;
  };
  costPerSuccessfulTask: number | null;
  monthlySpend: number;
}

/** A bill and the run behind it. */
export interface ModelBill extends Bill {
  run: RunCost;
}

/**
 * Rounds a run with its retries, which do not use its tools again, each part once.
 * @param parts is filled with USD of fresh input, cached input, output and tools
 * @returns their exact sum
 */
function roundRun(run: RunUsd, feesUsd: number, retryShare: number, parts: number[]): number {
  const withRetries = 1 + retryShare;
  parts[0] = run.freshUsd * withRetries;
  parts[1] = run.readsUsd * withRetries;
  parts[2] = run.outputUsd * withRetries;
  parts[3] = feesUsd;
  return roundAll(parts, 1e9);
}

/** Only the cost of a task, for a variation of the requested workflow. */
export function costPerTaskOf(preset: Preset, workflow: Workflow, model: CatalogModel): number {
  const run = runCost(shapeOf(workflowOn(workflow, model), preset.id), model, workflow);
  return roundRun(run, run.feesUsd, retryShare(workflow), []);
}

/** The bill of the work on one model. */
export function billFor(work: Work, model: CatalogModel, use: CacheUse = work.workflow): ModelBill {
  const run = runCost(workOn(work, model).shape, model, use);
  const parts: number[] = [];
  const costPerTask = roundRun(run, run.feesUsd, work.retryShare, parts);
  const [freshInput = 0, cachedInput = 0, output = 0, fees = 0] = parts;
  return {
    costPerTask,
    breakdown: { freshInput, cachedInput, output, toolFees: knowsFees(work.workflow, model) ? fees : null },
    costPerSuccessfulTask: perSuccess(costPerTask, work.failureShare),
    monthlySpend: perMonth(costPerTask, work.workflow),
    run,
  };
}

/** What a task costs on each of several models, as `billFor` has it, to the same bits. */
export interface Costs {
  /** USD. */
  costPerTask: Float64Array;
  /** USD of its tools; NaN: the fee of one of them is unknown. */
  toolFees: Float64Array;
  /** The share of tasks that the model can do. */
  fits: Float64Array;
}

/** @param models the same list each time, so that what depends on them alone is kept */
export function costsOn(models: readonly CatalogModel[], work: Work): Costs {
  const { workflow, retryShare } = work;
  const column = () => new Float64Array(models.length);
  const { costPerTask, toolFees, fits } = { costPerTask: column(), toolFees: column(), fits: column() };
  const billings = billingsOn(models, workflow);
  const limits = limitsOf(models);
  const { kinds, kindOf } = work.onModels === null ? takingAlike(models) : workingAlike(models);
  const works = kinds.map((model) => workOn(work, model));
  const means = kinds.map((model, kind) => meanOn((works[kind] as Work).shape, model));
  const usesTools = taskTools.some(({ perTask }) => workflow[perTask] > 0);
  // One of each for all models: new ones were a tenth of the time.
  const [run, parts] = [noUsd(), [0, 0, 0, 0]];
  for (let i = 0; i < models.length; i++) {
    const kind = kindOf[i] as number;
    const own = works[kind] as Work;
    const model = models[i] as CatalogModel;
    priceUsed(means[kind] as (typeof means)[number], billings[i] as Billing, run);
    costPerTask[i] = roundRun(run, usesTools ? feesOf(own.shape, model) : 0, retryShare, parts);
    toolFees[i] = usesTools && !knowsFees(workflow, model) ? Number.NaN : (parts[3] as number);
    fits[i] = fitsOwn(own, limits[i] as Limits);
  }
  return { costPerTask, toolFees, fits };
}

/** Two numbers of each model beside each other: looking them up in its facts took as long as pricing it. */
const limitsOf = memoize((models: readonly CatalogModel[]): readonly Limits[] =>
  models.map(({ facts: { contextWindow, maxOutputTokens } }) => ({ contextWindow, maxOutputTokens })),
);

/** Models that are alike in what a key has: the first of each kind, and the kind of each model. */
const kindsBy = (keyOf: (model: CatalogModel) => unknown) =>
  memoize((models: readonly CatalogModel[]) => {
    const keys = models.map((model) => JSON.stringify(keyOf(model)));
    const kinds = [...new Set(keys)];
    return {
      kinds: kinds.map((key) => models[keys.indexOf(key)] as CatalogModel),
      kindOf: keys.map((key) => kinds.indexOf(key)),
    };
  });

/** Those that take prompts alike, and of them those that do all work alike. */
const takingAlike = kindsBy(({ minPrefixTokens, thresholds }) => [minPrefixTokens, thresholds]);
const workingAlike = kindsBy(({ facts, efforts, minPrefixTokens, thresholds }) => [
  ...[facts.contextWindow, facts.reasoning, efforts],
  ...[minPrefixTokens, thresholds],
]);

/** The bill with prompt caching on; null: it is on already, or not offered. */
export const billWithCache = (work: Work, model: CatalogModel): ModelBill | null =>
  usesCache(model, work.workflow) || model.price.cachedInput === null
    ? null
    : billFor(work, model, { ...work.workflow, promptCaching: true });

/** USD per successful task, or null when every task fails. */
export const perSuccess = (costPerTask: number, failureShare: number): number | null =>
  failureShare < 1 ? roundUsd(costPerTask / (1 - failureShare), 1e9) : null;

/** USD a month. */
export const perMonth = (costPerTask: number, { tasksPerMonth }: Workflow): number =>
  roundUsd(costPerTask * tasksPerMonth, 1e6);

/** USD of a run on one model without faults, with the first fault, and so on up to all faults, the run of the bill. */
export function faultCosts({ preset, workflow }: Work, model: CatalogModel, { run }: ModelBill): number[] {
  const runs = [run.usd];
  for (let on = faults.length - 1; on >= 0; on--) {
    const { field } = faults[on] as (typeof faults)[number];
    const [last] = runs as [number];
    runs.unshift(
      workflow[field] === 0
        ? last
        : runCost(shapeOf(workflowOn(withFaults(workflow, on), model), preset.id), model, workflow).usd,
    );
  }
  return runs;
}

/** An amount in three figures: USD per task, USD a month, percent of the cost of the task. */
export interface Share {
  costPerTask: number;
  monthly: number;
  pct: number;
}

/**
 * Waste by cause, in the order of `causes`, in each of the three figures with its exact sum.
 * @param runs as `faultCosts` has them
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
