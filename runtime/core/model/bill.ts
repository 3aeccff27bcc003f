/** The bill for one workflow on one model, or on all of a market: cost per task, per success and per month, and its waste. */

import type { CatalogModel } from '../dataset/catalog.ts';
import { faults } from '../schemas/answer-words.ts';
import type { CostBreakdown, Share } from '../schemas/cost-schemas.ts';
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
import type { Used } from './used.ts';
import { meanOn } from './walk.ts';
import { type Work, withFaults, workflowOn, workOf, workOn } from './work.ts';

export interface Bill {
  /** USD, rounded; the breakdown adds up to `costPerTask` exactly, retries included. */
  costPerTask: number;
  breakdown: CostBreakdown;
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
export const costPerTaskOf = (preset: Preset, workflow: Workflow, model: CatalogModel): number =>
  billFor(workOf(preset, workflow), model).costPerTask;

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

/**
 * What the same work costs on several models, one after another, as `billFor` has it, to the same bits: nothing is made for
 * a model, since objects and lists took longer than its price.
 */
export class CostsOn {
  /** USD of the tools of a task on the model priced last; NaN: the fee of one of them is unknown. */
  toolFees = 0;
  private readonly billings: readonly Billing[];
  private readonly limits: readonly Limits[];
  private readonly kindOf: readonly number[];
  private readonly works: readonly Work[];
  private readonly means: readonly (readonly Used[])[];
  private readonly usesTools: boolean;
  private readonly run = noUsd();
  private readonly parts = [0, 0, 0, 0];

  /** @param models the same list each time, so that what depends on them alone is kept */
  constructor(
    private readonly models: readonly CatalogModel[],
    private readonly work: Work,
  ) {
    const { kinds, kindOf } = work.onModels === null ? takingAlike(models) : workingAlike(models);
    this.billings = billingsOn(models, work.workflow);
    this.limits = limitsOf(models);
    this.kindOf = kindOf;
    this.works = kinds.map((model) => workOn(work, model));
    this.means = kinds.map((model, kind) => meanOn((this.works[kind] as Work).shape, model));
    this.usesTools = taskTools.some(({ perTask }) => work.workflow[perTask] > 0);
  }

  /** USD of a task on the model at a place. @param most USD; where it clearly costs more, what is returned is not rounded */
  costPerTask(place: number, most = Number.POSITIVE_INFINITY): number {
    const { run, parts, work, usesTools } = this;
    const kind = this.kindOf[place] as number;
    priceUsed(this.means[kind] as readonly Used[], this.billings[place] as Billing, run);
    if (run.tokensUsd > most * clearly + tenNanos) return run.tokensUsd;
    const model = this.models[place] as CatalogModel;
    const fees = usesTools ? feesOf((this.works[kind] as Work).shape, model) : 0;
    const usd = roundRun(run, fees, work.retryShare, parts);
    this.toolFees = usesTools && !knowsFees(work.workflow, model) ? Number.NaN : (parts[3] as number);
    return usd;
  }

  /** USD of a task and of its tools on each model, and the share of tasks that it can do. */
  all() {
    const column = () => new Float64Array(this.models.length);
    const { costPerTask, toolFees, fits } = { costPerTask: column(), toolFees: column(), fits: column() };
    for (let place = 0; place < costPerTask.length; place++) {
      costPerTask[place] = this.costPerTask(place);
      toolFees[place] = this.toolFees;
      fits[place] = this.fits(place);
    }
    return { costPerTask, toolFees, fits };
  }

  /** The share of tasks that the model at a place can do. */
  fits(place: number): number {
    return fitsOwn(this.works[this.kindOf[place] as number] as Work, this.limits[place] as Limits);
  }
}

/** More than four parts can be rounded by. */
const [clearly, tenNanos] = [1 + 1e-9, 1e-8];

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
