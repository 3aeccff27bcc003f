/** The bill for one workflow on one model: cost per task, per success and per month, and the waste in it. */

import type { CatalogModel } from '../dataset/catalog.ts';
import type { EffortStep } from '../dataset/effort-ladder.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import type { Workflow } from '../schemas/request-fields.ts';
import { addUp, partsOf, percentages, roundUsd, type Sum } from '../values/money.ts';
import type { CacheUse } from './cache-use.ts';
import { knowsFees, type RunCost, runCost } from './cost.ts';
import { retryShare } from './retries.ts';
import { type TaskTokens, tokensPerTask } from './tokens.ts';
import { faults, wasteByCause } from './waste.ts';

/** What can be computed for a workflow without knowing the model. */
export interface Work {
  preset: Preset;
  workflow: Workflow;
  /** r + r^2: what retries add to the dollars. */
  retryShare: number;
  /** f: share of tasks whose result is worthless. */
  failureShare: number;
  /** Tokens with every fault. */
  tokens: TaskTokens;
  /** Tokens without faults, with the first fault, and so on up to `tokens`. */
  faultSteps: readonly TaskTokens[];
  /** The same work by effort step, computed on first use; null: no effort changes the work. */
  atEffort: Map<EffortStep, Work> | null;
}

/** The work before an effort is applied; `workOn` applies the requested effort for a model. */
export function workOf(preset: Preset, workflow: Workflow): Work {
  const tokens = tokensPerTask(workflow, preset.id);
  const faultSteps = [tokens];
  const fewer = { ...workflow };
  for (let i = faults.length - 1; i >= 0; i--) {
    const { field } = faults[i] as (typeof faults)[number];
    const [last] = faultSteps as [TaskTokens];
    const isWithout = fewer[field] === 0;
    fewer[field] = 0;
    faultSteps.unshift(isWithout ? last : tokensPerTask(fewer, preset.id));
  }
  return {
    preset,
    workflow,
    retryShare: retryShare(workflow),
    failureShare: workflow.taskFailureRatePct / 100,
    tokens,
    faultSteps,
    atEffort: workflow.reasoningEffort === null ? null : new Map(),
  };
}

/** The effect of the requested effort on a model; null if none is requested. */
export function effortOn(
  { workflow: { reasoningEffort } }: Pick<Work, 'workflow'>,
  { id, efforts }: CatalogModel,
): EffortStep | null {
  if (reasoningEffort === null) return null;
  const step = efforts[reasoningEffort];
  if (step === undefined) throw new Error(`no effort ladder defines effort ${reasoningEffort} for ${id}`);
  return step;
}

/** The work as a model does it: at the requested effort it makes more or fewer calls, and writes more or less. */
export function workOn(work: Work, model: CatalogModel): Work {
  const step = effortOn(work, model);
  if (work.atEffort === null || step === null) return work;
  let own = work.atEffort.get(step);
  if (own === undefined) {
    own = { ...workOf(work.preset, workflowAt(work.workflow, step)), ...asAsked(work) };
    work.atEffort.set(step, own);
  }
  return own;
}

/** Whether the largest prompt of the work fits the model's context window. */
export const fitsContext = (work: Work, model: CatalogModel): boolean =>
  workOn(work, model).tokens.peak <= model.facts.contextWindow;

/** Output per call changes by the output multiplier over the calls multiplier. */
const workflowAt = (workflow: Workflow, { callsMultiplier, outputMultiplier }: EffortStep): Workflow => ({
  ...workflow,
  modelCallsPerTask: workflow.modelCallsPerTask * callsMultiplier,
  toolCallsPerTask: workflow.toolCallsPerTask * callsMultiplier,
  searchesPerTask: workflow.searchesPerTask * callsMultiplier,
  outputTokensPerCall: (workflow.outputTokensPerCall * outputMultiplier) / callsMultiplier,
});

/** Keeps the workflow as the caller requested it, and prevents the effort from being applied twice. */
const asAsked = ({ workflow }: Work) => ({ workflow, atEffort: null });

export interface Bill {
  /** USD, rounded; the breakdown adds up to `costPerTask` exactly, retries included. */
  costPerTask: number;
  breakdown: {
    freshInput: number;
    cachedInput: number;
    output: number;
    /** null: there are searches whose fee is unknown, so the cost excludes them. */
    toolFees: number | null;
  };
  costPerSuccessfulTask: number | null;
  monthlySpend: number;
}

/** A run with its retries, and its web searches, which retries do not repeat: USD, rounded, and their sum. */
function costOf({ freshUsd, readsUsd, outputUsd, searchUsd }: RunCost, retryShare: number): Sum {
  const withRetries = 1 + retryShare;
  return addUp([freshUsd * withRetries, readsUsd * withRetries, outputUsd * withRetries, searchUsd], 1e9);
}

/** Only the cost of a task, for a variation of the requested workflow. */
export function costPerTaskOf(preset: Preset, workflow: Workflow, model: CatalogModel): number {
  const step = effortOn({ workflow }, model);
  const tokens = tokensPerTask(step === null ? workflow : workflowAt(workflow, step), preset.id);
  return costOf(runCost(tokens, model, workflow), retryShare(workflow)).total;
}

/** A bill and the run behind it. */
export interface ModelBill extends Bill {
  run: RunCost;
}

/** The bill of the work on one model. */
export function billFor(work: Work, model: CatalogModel, use: CacheUse = work.workflow): ModelBill {
  const run = runCost(workOn(work, model).tokens, model, use);
  const cost = costOf(run, work.retryShare);
  const [freshInput = 0, cachedInput = 0, output = 0, fees = 0] = cost.parts;
  return {
    costPerTask: cost.total,
    breakdown: { freshInput, cachedInput, output, toolFees: knowsFees(work.workflow, model) ? fees : null },
    costPerSuccessfulTask: perSuccess(cost.total, work.failureShare),
    monthlySpend: roundUsd(cost.total * work.workflow.tasksPerMonth, 1e6),
    run,
  };
}

/** USD per successful task, or null when every task fails. */
export const perSuccess = (costPerTask: number, failureShare: number): number | null =>
  failureShare < 1 ? roundUsd(costPerTask / (1 - failureShare), 1e9) : null;

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
 * @param steps unrounded USD of a run on `work.faultSteps`
 */
export const wasteIn = (work: Work, bill: ModelBill, steps: readonly number[]): Shares =>
  sharesOf(
    bill,
    work.workflow.tasksPerMonth,
    wasteByCause(steps, bill.run.tokensUsd, work.retryShare, work.failureShare),
  );

/** `parts` (USD per task) of a bill. */
export function sharesOf(bill: Bill, tasksPerMonth: number, parts: readonly number[]): Shares {
  const costPerTask = partsOf(bill.costPerTask, parts, 1e9);
  const months = costPerTask.parts.map((usd) => usd * tasksPerMonth);
  return {
    costPerTask,
    monthly: partsOf(bill.monthlySpend, months, 1e6),
    pct: percentages(costPerTask.parts, bill.costPerTask),
  };
}

export const totalOf = ({ costPerTask, monthly, pct }: Shares): Share => ({
  costPerTask: costPerTask.total,
  monthly: monthly.total,
  pct: pct.total,
});
