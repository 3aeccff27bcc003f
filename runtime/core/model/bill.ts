/** The bill for one workflow on one model: cost per task, per success and per month. */

import type { CatalogModel } from '../dataset/catalog.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import type { Workflow } from '../schemas/request-fields.ts';
import { addUp, roundUsd, type Sum } from '../values/money.ts';
import { type CacheUse, knowsFees, type RunCost, runCost, usesCache } from './cost.ts';
import { shapeOf } from './shape.ts';
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

/** A run with its retries, and its tools, which retries do not use again: USD, rounded once a part, and their sum. */
function costOf({ freshUsd, readsUsd, outputUsd, feesUsd }: RunCost, retryShare: number): Sum {
  const withRetries = 1 + retryShare;
  return addUp([freshUsd * withRetries, readsUsd * withRetries, outputUsd * withRetries, feesUsd], 1e9);
}

/** Only the cost of a task, for a variation of the requested workflow. */
export function costPerTaskOf(preset: Preset, workflow: Workflow, model: CatalogModel): number {
  const run = runCost(shapeOf(workflowOn(workflow, model), preset.id), model, workflow);
  return costOf(run, retryShare(workflow)).total;
}

/** The bill of the work on one model. */
export const billFor = (work: Work, model: CatalogModel, use: CacheUse = work.workflow): ModelBill =>
  billOf(runCost(workOn(work, model).shape, model, use), work, model);

/** The bill with prompt caching on; null: it is on already, or not offered. */
export const billWithCache = (work: Work, model: CatalogModel): ModelBill | null =>
  usesCache(model, work.workflow) || model.price.cachedInput === null
    ? null
    : billFor(work, model, { ...work.workflow, promptCaching: true });

/** The bill of a run of the work. */
function billOf(run: RunCost, work: Work, model: CatalogModel): ModelBill {
  const { total, parts } = costOf(run, work.retryShare);
  const [freshInput = 0, cachedInput = 0, output = 0, fees = 0] = parts;
  return {
    costPerTask: total,
    breakdown: { freshInput, cachedInput, output, toolFees: knowsFees(work.workflow, model) ? fees : null },
    costPerSuccessfulTask: perSuccess(total, work.failureShare),
    monthlySpend: roundUsd(total * work.workflow.tasksPerMonth, 1e6),
    run,
  };
}

/** USD per successful task, or null when every task fails. */
export const perSuccess = (costPerTask: number, failureShare: number): number | null =>
  failureShare < 1 ? roundUsd(costPerTask / (1 - failureShare), 1e9) : null;

/** USD of a run on one model without faults, with the first fault, and so on up to all faults, the run of the bill. */
export const faultCosts = (work: Work, model: CatalogModel, { run }: ModelBill): number[] =>
  workOn(work, model)
    .faultSteps()
    .map((shape) => (shape === run.shape ? run.usd : runCost(shape, model, work.workflow).usd));
