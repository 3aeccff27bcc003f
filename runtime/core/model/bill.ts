/** The bill for one workflow on one model, or on all of a market: cost per task, per success and per month. */

import type { CatalogModel } from '../dataset/catalog.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import type { Workflow } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';
import { roundAll, roundUsd } from '../values/money.ts';
import {
  billingOn,
  type CacheUse,
  feesOf,
  knowsFees,
  priceUsed,
  type RunCost,
  type RunUsd,
  runCost,
  usesCache,
} from './cost.ts';
import { type Shape, shapeOf, taskTools } from './shape.ts';
import { meanOn } from './walk.ts';
import { retryShare, type Work, workflowOn, workOn } from './work.ts';

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
}

/** @param models the same list each time, so that what depends on them alone is kept */
export function costsOn(models: readonly CatalogModel[], work: Work): Costs {
  const { workflow, retryShare } = work;
  const costs = { costPerTask: new Float64Array(models.length), toolFees: new Float64Array(models.length) };
  const billing = billingOn(models, workflow);
  const { kinds, kindOf } = kindsOf(models);
  const shapes = kinds.map((model) => workOn(work, model).shape);
  const means = kinds.map((model, kind) => meanOn(shapes[kind] as Shape, model));
  const usesTools = taskTools.some(({ perTask }) => workflow[perTask] > 0);
  const run: RunUsd = { reads: 0, freshUsd: 0, readsUsd: 0, outputUsd: 0 };
  const parts = [0, 0, 0, 0];
  for (let i = 0; i < models.length; i++) {
    const kind = kindOf[i] as number;
    priceUsed(means[kind] as (typeof means)[number], billing, i, run);
    const model = models[i] as CatalogModel;
    const fees = usesTools ? feesOf(shapes[kind] as Shape, model) : 0;
    costs.costPerTask[i] = roundRun(run, fees, retryShare, parts);
    costs.toolFees[i] = usesTools && !knowsFees(workflow, model) ? Number.NaN : (parts[3] as number);
  }
  return costs;
}

/** Models that do work alike and take prompts alike: the first of each kind, and the kind of each model. */
const kindsOf = memoize((models: readonly CatalogModel[]) => {
  const keys = models.map(({ facts, efforts, minPrefixTokens, thresholds }) =>
    JSON.stringify([facts.contextWindow, facts.reasoning, efforts, minPrefixTokens, thresholds]),
  );
  const kinds = [...new Set(keys)];
  return {
    kinds: kinds.map((key) => models[keys.indexOf(key)] as CatalogModel),
    kindOf: keys.map((key) => kinds.indexOf(key)),
  };
});

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
export const faultCosts = (work: Work, model: CatalogModel, { run }: ModelBill): number[] =>
  workOn(work, model)
    .faultSteps()
    .map((shape) => (shape === run.shape ? run.usd : runCost(shape, model, work.workflow).usd));
