/** The bill for one workflow on one model: cost per task, per success and per month, and the waste in it. */

import type { CatalogModel } from '../dataset/catalog.ts';
import type { EffortStep } from '../dataset/effort-ladder.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import { aboutField, type Workflow } from '../schemas/request-fields.ts';
import { addUp, roundUsd, type Sum, unitsPerDollar } from '../values/money.ts';
import type { Steps } from '../values/steps.ts';
import { mostOfWindow } from './assumptions.ts';
import { type CacheUse, usesCache } from './cache-use.ts';
import { compactAtOn } from './compaction.ts';
import { knowsFees, type RunCost, runCost } from './cost.ts';
import { retryShare } from './retries.ts';
import { type TaskTokens, tokensPerTask } from './tokens.ts';
import { faults } from './waste.ts';

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
  /** The work as models do it, each way once, computed on first use; null: every model does the same. */
  onModels: WorkOnModel[] | null;
}

/** How a model does the work: at which effort, and where it compacts the transcript. */
interface WorkOnModel {
  callsMultiplier: number | undefined;
  outputMultiplier: number | undefined;
  compactAt: number | null;
  work: Work;
}

/** The work as asked; `workOn` is what a model makes of it. */
export function workOf(preset: Preset, workflow: Workflow): Work {
  const tokens = tokensPerTask(workflow, preset.id);
  const faultSteps = [tokens];
  for (let on = faults.length - 1; on >= 0; on--) {
    const { field } = faults[on] as (typeof faults)[number];
    const [last] = faultSteps as [TaskTokens];
    faultSteps.unshift(workflow[field] === 0 ? last : tokensPerTask(withFaults(workflow, on), preset.id));
  }
  return {
    preset,
    workflow,
    retryShare: retryShare(workflow),
    failureShare: workflow.taskFailureRatePct / 100,
    tokens,
    faultSteps,
    onModels: isSameOnAll(workflow) ? null : [],
  };
}

/** The workflow with its first `on` faults only. */
export function withFaults(workflow: Workflow, on: number): Workflow {
  const fewer = { ...workflow };
  for (const { field } of faults.slice(on)) fewer[field] = 0;
  return fewer;
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

/** Whether all models do the same work: no effort is asked for, and no compaction, which depends on the window. */
export const isSameOnAll = ({ reasoningEffort, compactAtTokens }: Workflow): boolean =>
  reasoningEffort === null && compactAtTokens === null;

/** The workflow as a model does it: at the requested effort, and compacted before its window is full. */
export function workflowOn(workflow: Workflow, model: CatalogModel, steps?: Steps): Workflow {
  if (isSameOnAll(workflow)) return workflow;
  const step = effortOn({ workflow }, model);
  const at = step === null ? workflow : workflowAt(workflow, step);
  record: if (step !== null && steps) recordEffort(steps, workflow, step, at);
  const { contextWindow } = model.facts;
  const compactAtTokens = compactAtOn(workflow, contextWindow);
  record: if (compactAtTokens !== null && steps) {
    steps.given('window', contextWindow, 'context window', 'tokens', `facts of ${model.id}`);
    const formula = `min(Ct, ${mostOfWindow} * window)`;
    steps.step('Ct', formula, compactAtTokens, 'the prompt at which the transcript is compacted', 'tokens');
  }
  return { ...at, compactAtTokens };
}

/**
 * The work as a model does it: at the requested effort it makes more or fewer calls, and writes more or less; with a
 * smaller window it compacts its transcript earlier.
 */
export function workOn(work: Work, model: CatalogModel): Work {
  if (work.onModels === null) return work;
  const step = effortOn(work, model);
  const callsMultiplier = step?.callsMultiplier;
  const outputMultiplier = step?.outputMultiplier;
  const compactAt = compactAtOn(work.workflow, model.facts.contextWindow);
  // There are few ways to do it: a search is faster than a key of three numbers.
  for (const way of work.onModels) {
    if (
      way.compactAt === compactAt &&
      way.callsMultiplier === callsMultiplier &&
      way.outputMultiplier === outputMultiplier
    ) {
      return way.work;
    }
  }
  const own = { ...workOf(work.preset, workflowOn(work.workflow, model)), ...asAsked(work) };
  work.onModels.push({ callsMultiplier, outputMultiplier, compactAt, work: own });
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

/** The fields that `workflowAt` changes, with their formulas: `N_high` is N as asked. */
const changedByEffort = [
  ['modelCallsPerTask', 'N_high * ce'],
  ['toolCallsPerTask', 'K_high * ce'],
  ['searchesPerTask', 'J_high * ce'],
  ['outputTokensPerCall', 'O_high * oe / ce'],
] as const;

/** The steps of `workflowAt`. */
function recordEffort(steps: Steps, asked: Workflow, step: EffortStep, at: Workflow): void {
  const { effort, basis, models, benchmark, callsMultiplier, outputMultiplier } = step;
  const from = basis === 'measured' ? `${benchmark}, this model` : `${benchmark}, median of ${models} models`;
  const field = '/assumptions/effort';
  steps.given('ce', callsMultiplier, `calls at effort ${effort}`, 'times', from, `${field}/callsMultiplier`);
  const output = `output of a task at effort ${effort}`;
  steps.given('oe', outputMultiplier, output, 'times', from, `${field}/outputMultiplier`);
  for (const [name, formula] of changedByEffort) {
    const { symbol = '', label, unit = '' } = aboutField[name];
    steps.step(`${symbol}_high`, symbol, asked[name], `${label}, at effort high`, unit);
    steps.step(symbol, formula, at[name], `${label}, at effort ${effort}`, unit);
  }
}

/** Keeps the workflow as the caller requested it, and prevents the effort from being applied twice. */
const asAsked = ({ workflow }: Work) => ({ workflow, onModels: null });

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
function costOf({ freshUsd, readsUsd, outputUsd, searchUsd }: RunCost, retryShare: number, steps?: Steps): Sum {
  const withRetries = 1 + retryShare;
  const amounts = [freshUsd * withRetries, readsUsd * withRetries, outputUsd * withRetries, searchUsd];
  const cost = addUp(amounts, 1e9);
  record: if (steps) {
    giveUnits(
      steps,
      amounts.reduce((sum, usd) => sum + usd, 0),
      1e9,
    );
    const whole = costParts.map(([formula]) => `round(${formula} * u)`).join(' + ');
    steps.step('C', `(${whole}) / u`, cost.total, 'cost per task: the sum of its parts', 'USD', '/costPerTask');
  }
  return cost;
}

/** The parts of the cost of a task in the order of `costOf`: formula, name in the breakdown, and what it is. */
const costParts = [
  ['F * m', 'freshInput', 'fresh input, retries included'],
  ['E * m', 'cachedInput', 'input from the cache, retries included'],
  ['Z * m', 'output', 'output, retries included'],
  ['G', 'toolFees', 'web searches'],
] as const;

/** How many units a dollar has where amounts are rounded: coarser for sums beyond what a double holds exactly. */
export function giveUnits(steps: Steps, usd: number, finest: 1e9 | 1e6): void {
  const what = finest === 1e9 ? 'nano-dollars in a dollar' : 'micro-dollars in a dollar';
  const from = 'rounding; coarser only above 2.2 million dollars';
  steps.given('u', unitsPerDollar(usd, finest), what, 'units', from);
}

/** Only the cost of a task, for a variation of the requested workflow. */
export function costPerTaskOf(preset: Preset, workflow: Workflow, model: CatalogModel, steps?: Steps): number {
  const tokens = tokensPerTask(workflowOn(workflow, model, steps), preset.id, steps);
  return costOf(runCost(tokens, model, workflow, steps), retryShare(workflow, steps), steps).total;
}

/** A bill and the run behind it. */
export interface ModelBill extends Bill {
  run: RunCost;
}

/** The bill of the work on one model. */
export const billFor = (work: Work, model: CatalogModel, use: CacheUse = work.workflow): ModelBill =>
  billOf(runCost(workOn(work, model).tokens, model, use), work, model);

/** The bill with prompt caching on; null: it is on already, or not offered. */
export const billWithCache = (work: Work, model: CatalogModel): ModelBill | null =>
  usesCache(model, work.workflow) || model.price.cachedInput === null
    ? null
    : billFor(work, model, { ...work.workflow, promptCaching: true });

/** The bill of a run of the work. */
export function billOf(run: RunCost, work: Work, model: CatalogModel, steps?: Steps): ModelBill {
  const cost = costOf(run, work.retryShare, steps);
  const [freshInput = 0, cachedInput = 0, output = 0, fees = 0] = cost.parts;
  const bill = {
    costPerTask: cost.total,
    breakdown: { freshInput, cachedInput, output, toolFees: knowsFees(work.workflow, model) ? fees : null },
    costPerSuccessfulTask: perSuccess(cost.total, work.failureShare),
    monthlySpend: roundUsd(cost.total * work.workflow.tasksPerMonth, 1e6),
    run,
  };
  record: if (steps) recordBill(steps, bill, cost, work);
  return bill;
}

/** The steps of `billOf` after the cost of a task. */
function recordBill(steps: Steps, bill: ModelBill, cost: Sum, { workflow, failureShare }: Work): void {
  costParts.forEach(([formula, name, what], i) => {
    const field = bill.breakdown[name] === null ? undefined : `/costBreakdown/${name}`;
    steps.detail(`cost${formula[0]}`, `round(${formula} * u) / u`, cost.parts[i] as number, what, 'USD', field);
  });
  const { costPerTask } = bill;
  if (failureShare < 1) {
    const usd = costPerTask / (1 - failureShare);
    const field = '/costPerSuccessfulTask';
    steps.rounded('CS', 'C / (1 - f)', usd, 1e9, 'cost per successful task', field);
  }
  steps.rounded('MS', 'C * V', costPerTask * workflow.tasksPerMonth, 1e6, 'monthly spend', '/monthlySpend');
}

/** USD per successful task, or null when every task fails. */
export const perSuccess = (costPerTask: number, failureShare: number): number | null =>
  failureShare < 1 ? roundUsd(costPerTask / (1 - failureShare), 1e9) : null;
