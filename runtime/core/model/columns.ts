/**
 * What a task costs on every model at once, column by column, without an object per model. The plain versions are
 * `runCost`, `billFor` and `wasteIn`; the results are the same bits. Prompts are cut into bands once for all models that
 * cut them the same way.
 */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { PricedModels } from '../dataset/terms.ts';
import { tiers } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';
import { roundHalfUp, roundUsd, unitsPerDollar } from '../values/money.ts';
import { type Work, workOn } from './bill.ts';
import { priceBands, type RunUsd, searchUsd } from './cost.ts';
import { bandsFor } from './prompt-bands.ts';
import type { TaskTokens } from './tokens.ts';
import { causes, faults, wasteByCause } from './waste.ts';

/** What differs between models, in the order of the catalog. */
export interface PriceColumns {
  models: readonly CatalogModel[];
  window: Float64Array;
  /** Index in `tiers`. */
  tier: Uint8Array;
  /** 1: the fee for web searches is known, 0: it is not. */
  knowsFee: Uint8Array;
  /** Overwritten for every question: a run at each fault step, USD per task, and the tool fees in them. */
  scratch: { runs: readonly RunColumns[]; costPerTask: Float64Array; toolFees: Float64Array };
}

/** The columns of a market, created on first use. */
export const columnsOf = memoize(priceColumns);

function priceColumns({ models }: Pick<PricedModels, 'models'>): PriceColumns {
  return {
    models,
    window: Float64Array.from(models, ({ facts }) => facts.contextWindow),
    tier: Uint8Array.from(models, ({ facts }) => tiers.indexOf(facts.tier)),
    knowsFee: Uint8Array.from(models, ({ webSearchPer1000 }) => Number(webSearchPer1000 !== null)),
    scratch: {
      runs: Array.from({ length: faults.length + 1 }, () => runColumns(models.length)),
      costPerTask: new Float64Array(models.length),
      toolFees: new Float64Array(models.length),
    },
  };
}

/** A run on every model, with the figures of RunCost. */
export interface RunColumns {
  /** The tokens it was computed from; null: not filled yet. */
  of: TaskTokens | null;
  /** The largest prompt, in tokens. */
  peak: Float64Array;
  freshUsd: Float64Array;
  readsUsd: Float64Array;
  outputUsd: Float64Array;
  searchUsd: Float64Array;
}

const runColumns = (count: number): RunColumns => ({
  of: null,
  peak: new Float64Array(count),
  freshUsd: new Float64Array(count),
  readsUsd: new Float64Array(count),
  outputUsd: new Float64Array(count),
  searchUsd: new Float64Array(count),
});

/** USD of the tokens of the run on the model at `i`, added up as `runCost` does. */
export const tokensUsdOf = ({ freshUsd, readsUsd, outputUsd }: RunColumns, i: number): number =>
  (freshUsd[i] as number) + (readsUsd[i] as number) + (outputUsd[i] as number);

/** Reused for every model: only its numbers change. */
const one: RunUsd = { reads: 0, freshUsd: 0, readsUsd: 0, outputUsd: 0 };

/**
 * Fills `run` with the cost of the work on every model, with the faults of one step. The last work is remembered: the
 * build requests the same one once per model, which would otherwise take quadratic time.
 */
export function runOnAll(columns: PriceColumns, work: Work, step: number, run: RunColumns): void {
  const asked = work.faultSteps[step] as TaskTokens;
  if (run.of === asked) return;
  run.of = asked;
  const { models } = columns;
  const { freshUsd, readsUsd, outputUsd, peak } = run;
  for (let i = 0; i < models.length; i++) {
    const model = models[i] as CatalogModel;
    const tokens = work.onModels === null ? asked : (workOn(work, model).faultSteps[step] as TaskTokens);
    priceBands(bandsFor(tokens, model), tokens, model, work.workflow, one);
    freshUsd[i] = one.freshUsd;
    readsUsd[i] = one.readsUsd;
    outputUsd[i] = one.outputUsd;
    peak[i] = tokens.peak;
    run.searchUsd[i] = searchUsd(tokens, model.webSearchPer1000);
  }
}

/** Fills the scratch columns with the cost of the work on every model, rounded as `billFor` does. */
export function costsOnAll(columns: PriceColumns, work: Work): void {
  const { runs, costPerTask, toolFees } = columns.scratch;
  for (let step = 0; step < runs.length; step++) runOnAll(columns, work, step, runs[step] as RunColumns);
  const run = runs[faults.length] as RunColumns;
  const withRetries = 1 + work.retryShare;
  for (let i = 0; i < costPerTask.length; i++) {
    const fresh = (run.freshUsd[i] as number) * withRetries;
    const reads = (run.readsUsd[i] as number) * withRetries;
    const output = (run.outputUsd[i] as number) * withRetries;
    const search = run.searchUsd[i] as number;
    const units = unitsPerDollar(fresh + reads + output + search, 1e9);
    const fees = roundHalfUp(search * units);
    const all = roundHalfUp(fresh * units) + roundHalfUp(reads * units) + roundHalfUp(output * units) + fees;
    costPerTask[i] = all / units;
    toolFees[i] = fees / units;
  }
}

/** The figures of a model in a ranking: USD per task and a month, percent. NaN stands for null, to keep doubles. */
export interface RankedBill {
  costPerTask: number;
  /** NaN: every task fails. */
  costPerSuccessfulTask: number;
  monthlySpend: number;
  wastePerTask: number;
  wasteMonthly: number;
  wastePct: number;
  /** NaN: there are searches whose fee is unknown. */
  toolFees: number;
}

/** The cost of a run at each fault step, and the waste by cause; reused for every model. */
const steps = new Array<number>(faults.length + 1).fill(0);
const wastedUsd = new Array<number>(causes.length).fill(0);

/** Fills `bill` with the figures of the model at `i`, once `costsOnAll` has filled the columns. */
export function billAt({ knowsFee, scratch }: PriceColumns, work: Work, i: number, bill: RankedBill): void {
  const { tasksPerMonth, searchesPerTask } = work.workflow;
  const all = scratch.runs[faults.length] as RunColumns;
  for (let step = 0; step < steps.length; step++) {
    const run = scratch.runs[step] as RunColumns;
    steps[step] = tokensUsdOf(run, i) + (run.searchUsd[i] as number);
  }
  wasteByCause(steps, tokensUsdOf(all, i), work.retryShare, work.failureShare, wastedUsd);

  const cost = scratch.costPerTask[i] as number;
  const monthly = roundUsd(cost * tasksPerMonth, 1e6);
  const units = unitsPerDollar(cost, 1e9);
  const whole = roundHalfUp(cost * units);
  const monthUnits = unitsPerDollar(monthly, 1e6);
  const wholeMonth = roundHalfUp(monthly * monthUnits);
  let rest = whole;
  let restOfMonth = wholeMonth;
  let wasted = 0;
  for (let cause = 0; cause < wastedUsd.length; cause++) {
    const part = Math.min(rest, roundHalfUp((wastedUsd[cause] as number) * units));
    const usd = part / units;
    rest -= part;
    restOfMonth -= Math.min(restOfMonth, roundHalfUp(usd * tasksPerMonth * monthUnits));
    wasted += usd;
  }

  bill.costPerTask = cost;
  bill.costPerSuccessfulTask = work.failureShare < 1 ? roundUsd(cost / (1 - work.failureShare), 1e9) : Number.NaN;
  bill.monthlySpend = monthly;
  bill.wastePerTask = (whole - rest) / units;
  bill.wasteMonthly = (wholeMonth - restOfMonth) / monthUnits;
  bill.wastePct = cost === 0 ? 0 : roundHalfUp(Math.min(1, wasted / cost) * 1e6) / 1e4;
  bill.toolFees = knowsFee[i] === 1 || searchesPerTask === 0 ? (scratch.toolFees[i] as number) : Number.NaN;
}
