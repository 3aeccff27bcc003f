/** The bill for one workflow on one model: cost per task, per success and per month, and the waste in it. */
import type { CatalogModel } from './catalog.ts';
import { type RunCost, runCost } from './cost.ts';
import type { Preset, Workflow } from './dataset.ts';
import { addUp, partsOf, percentages, roundUsd } from './money.ts';
import { allFaults, retryShare, type TaskTokens, tokensPerTask } from './tokens.ts';
import { wasteByCause } from './waste.ts';

/** A workflow worked out as far as it does not depend on the model. */
export interface Work {
  preset: Preset;
  workflow: Workflow;
  /** r + r^2: what retries add to the dollars. */
  retryShare: number;
  /** f: share of tasks whose result is worthless. */
  failureShare: number;
  /** Tokens with every fault, and with the faults switched on one after another before that. */
  tokens: TaskTokens;
  tokensFaultless: TaskTokens;
  tokensWithHallucinatedTools: TaskTokens;
}

export function workOf(preset: Preset, workflow: Workflow): Work {
  const tokens = (hallucinatedTools: boolean, timeoutLoops: boolean) =>
    tokensPerTask(workflow, preset.assumptions, { hallucinatedTools, timeoutLoops });
  return {
    preset,
    workflow,
    retryShare: retryShare(workflow),
    failureShare: workflow.taskFailureRatePct / 100,
    tokens: tokensPerTask(workflow, preset.assumptions, allFaults),
    tokensFaultless: tokens(false, false),
    tokensWithHallucinatedTools: tokens(true, false),
  };
}

export interface Bill {
  run: RunCost;
  /** USD, rounded; the breakdown adds up to `costPerTask` exactly, retries included. */
  costPerTask: number;
  breakdown: { freshInput: number; cachedInput: number; output: number };
  costPerSuccessfulTask: number | null;
  monthlySpend: number;
}

export function billFor(work: Work, model: CatalogModel, promptCaching = work.workflow.promptCaching): Bill {
  const run = runCost(work.tokens, model, promptCaching);
  const withRetries = 1 + work.retryShare;
  const cost = addUp([run.freshUsd * withRetries, run.readsUsd * withRetries, run.outputUsd * withRetries], 1e9);
  const [freshInput = 0, cachedInput = 0, output = 0] = cost.leaves;
  return {
    run,
    costPerTask: cost.total,
    breakdown: { freshInput, cachedInput, output },
    costPerSuccessfulTask: perSuccess(cost.total, work.failureShare),
    monthlySpend: roundUsd(cost.total * work.workflow.tasksPerMonth, 1e6),
  };
}

/** USD per successful task, or null when every task fails. */
export const perSuccess = (costPerTask: number, failureShare: number): number | null =>
  failureShare < 1 ? roundUsd(costPerTask / (1 - failureShare), 1e9) : null;

/** Money of one kind: USD per task, USD a month, percent of the cost of the task. */
export interface Share {
  costPerTask: number;
  monthly: number;
  pct: number;
}

/** Waste in all and by cause; the causes add up to the total exactly in each of the three figures. */
export function wasteIn(work: Work, model: CatalogModel, bill: Bill): Share & { causes: Share[] } {
  const caching = work.workflow.promptCaching;
  const parts = wasteByCause(
    {
      faultless: runCost(work.tokensFaultless, model, caching).usd,
      withHallucinatedTools: runCost(work.tokensWithHallucinatedTools, model, caching).usd,
      withTimeoutLoops: bill.run.usd,
    },
    work.retryShare,
    work.failureShare,
  );
  return sharesOf(bill, work.workflow.tasksPerMonth, parts);
}

/** `parts` (USD per task) of a bill as shares of it. */
export function sharesOf(bill: Bill, tasksPerMonth: number, parts: readonly number[]): Share & { causes: Share[] } {
  const perTask = partsOf(bill.costPerTask, parts, 1e9);
  const monthly = partsOf(
    bill.monthlySpend,
    perTask.leaves.map((usd) => usd * tasksPerMonth),
    1e6,
  );
  const pct = percentages(perTask.leaves, bill.costPerTask);
  return {
    costPerTask: perTask.total,
    monthly: monthly.total,
    pct: pct.total,
    causes: perTask.leaves.map((usd, index) => ({
      costPerTask: usd,
      monthly: monthly.leaves[index] as number,
      pct: pct.leaves[index] as number,
    })),
  };
}
