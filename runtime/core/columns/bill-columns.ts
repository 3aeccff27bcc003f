/**
 * The figures of every model in a ranking, column by column, without an object or list per model. The plain versions
 * are `billFor` and `wasteIn`; the results are the same bits.
 */
import type { Work } from '../model/bill.ts';
import { causes, faults, wasteByCause } from '../model/waste.ts';
import { roundHalfUp, roundUsd, unitsPerDollar } from '../values/money.ts';
import { costOnAll, type PriceColumns, type RunColumns, tokensUsdOf } from './columns.ts';

/** The figures of a row, by their place in the answer. */
export const figures = [
  'costPerTask',
  'costPerSuccessfulTask',
  'monthlySpend',
  'waste.costPerTask',
  'waste.monthly',
  'waste.pct',
  'toolFees',
  'multipleOfCheapest',
] as const;

export interface BillRows {
  /** USD, by model. */
  costPerTask: Float64Array;
  /** One row of figures after another, by model; NaN is null, and the last figure is filled in later. */
  rows: Float64Array;
}

export const billRows = (count: number): BillRows => ({
  costPerTask: new Float64Array(count),
  rows: new Float64Array(count * figures.length),
});

/** The cost of a run at each fault step, and the waste by cause; reused for every model. */
const steps = new Array<number>(faults.length + 1).fill(0);
const wastedUsd = new Array<number>(causes.length).fill(0);

/** Computes the bill of the work on every model, using the scratch columns. */
export function billOnAll(columns: PriceColumns, work: Work, { costPerTask, rows }: BillRows): void {
  const { knowsFee, scratch } = columns;
  const { runs } = scratch;
  const { tasksPerMonth, searchesPerTask } = work.workflow;
  for (let step = 0; step < runs.length; step++) {
    costOnAll(columns, work, step, runs[step] as RunColumns);
  }
  const all = runs[faults.length] as RunColumns;
  const withRetries = 1 + work.retryShare;
  const succeeding = 1 - work.failureShare;
  for (let i = 0; i < costPerTask.length; i++) {
    const fresh = (all.freshUsd[i] as number) * withRetries;
    const reads = (all.readsUsd[i] as number) * withRetries;
    const output = (all.outputUsd[i] as number) * withRetries;
    const search = all.searchUsd[i] as number;
    const leafUnits = unitsPerDollar(fresh + reads + output + search, 1e9);
    const fees = roundHalfUp(search * leafUnits);
    const leaves =
      roundHalfUp(fresh * leafUnits) + roundHalfUp(reads * leafUnits) + roundHalfUp(output * leafUnits) + fees;
    const cost = leaves / leafUnits;
    const monthly = roundUsd(cost * tasksPerMonth, 1e6);

    for (let step = 0; step < steps.length; step++) {
      const run = runs[step] as RunColumns;
      steps[step] = tokensUsdOf(run, i) + (run.searchUsd[i] as number);
    }
    wasteByCause(steps, tokensUsdOf(all, i), work.retryShare, work.failureShare, wastedUsd);
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

    const row = i * figures.length;
    costPerTask[i] = cost;
    rows[row] = cost;
    rows[row + 1] = succeeding > 0 ? roundUsd(cost / succeeding, 1e9) : Number.NaN;
    rows[row + 2] = monthly;
    rows[row + 3] = (whole - rest) / units;
    rows[row + 4] = (wholeMonth - restOfMonth) / monthUnits;
    rows[row + 6] = knowsFee[i] === 1 || searchesPerTask === 0 ? fees / leafUnits : Number.NaN;
    rows[row + 5] = cost === 0 ? 0 : roundHalfUp(Math.min(1, wasted / cost) * 1e6) / 1e4;
  }
}
