/**
 * What a ranking says of every model, column by column like the runs it is worked out from: no object and no list for
 * a model (70 ns in place of 400). The plain versions are `billOf` and `wasteIn`; these are the same bits.
 */
import type { Work } from '../model/bill.ts';
import { unitsPerDollar } from '../model/money.ts';
import { wasteByCause } from '../model/waste.ts';
import { costOnAll, type PriceColumns, usdOf } from './columns.ts';

/** Numbers in a row of `BillRows`. */
export const rowLength = 7;

export interface BillRows {
  /** USD, by model. */
  costPerTask: Float64Array;
  /**
   * Model after model: cost per task, per successful task (NaN: every task fails) and a month, the waste in each
   * (per task, monthly, percent), and room for the multiple of the cheapest.
   */
  rows: Float64Array;
}

export const billRows = (count: number): BillRows => ({
  costPerTask: new Float64Array(count),
  rows: new Float64Array(count * rowLength),
});

/** Works out the work on every model; `columns.scratch` is used for it. */
export function billOnAll(columns: PriceColumns, work: Work, { costPerTask, rows }: BillRows): void {
  const [all, faultless, hallucinating] = columns.scratch.runs;
  const { promptCaching, tasksPerMonth } = work.workflow;
  costOnAll(columns, work.tokens, promptCaching, all);
  costOnAll(columns, work.tokensFaultless, promptCaching, faultless);
  costOnAll(columns, work.tokensWithHallucinatedTools, promptCaching, hallucinating);

  const withRetries = 1 + work.retryShare;
  const succeeding = 1 - work.failureShare;
  for (let i = 0; i < costPerTask.length; i++) {
    const fresh = (all.freshUsd[i] as number) * withRetries;
    const reads = (all.readsUsd[i] as number) * withRetries;
    const output = (all.outputUsd[i] as number) * withRetries;
    const leafUnits = unitsPerDollar(fresh + reads + output, 1e9);
    const leaves = nearest(fresh * leafUnits) + nearest(reads * leafUnits) + nearest(output * leafUnits);
    const cost = leaves / leafUnits;
    const monthly = rounded(cost * tasksPerMonth, 1e6);

    const wasted = wasteByCause(
      {
        faultless: usdOf(faultless, i),
        withHallucinatedTools: usdOf(hallucinating, i),
        withTimeoutLoops: usdOf(all, i),
      },
      work.retryShare,
      work.failureShare,
    );
    const units = unitsPerDollar(cost, 1e9);
    const whole = nearest(cost * units);
    const tools = Math.min(whole, nearest((wasted[0] as number) * units));
    const loops = Math.min(whole - tools, nearest((wasted[1] as number) * units));
    const retries = Math.min(whole - tools - loops, nearest((wasted[2] as number) * units));
    const failures = Math.min(whole - tools - loops - retries, nearest((wasted[3] as number) * units));
    const toolsUsd = tools / units;
    const loopsUsd = loops / units;
    const retriesUsd = retries / units;
    const failuresUsd = failures / units;
    const wastedUsd = toolsUsd + loopsUsd + retriesUsd + failuresUsd;

    const monthUnits = unitsPerDollar(monthly, 1e6);
    const wholeMonth = nearest(monthly * monthUnits);
    let rest = wholeMonth;
    rest -= Math.min(rest, nearest(toolsUsd * tasksPerMonth * monthUnits));
    rest -= Math.min(rest, nearest(loopsUsd * tasksPerMonth * monthUnits));
    rest -= Math.min(rest, nearest(retriesUsd * tasksPerMonth * monthUnits));
    rest -= Math.min(rest, nearest(failuresUsd * tasksPerMonth * monthUnits));

    const row = i * rowLength;
    costPerTask[i] = cost;
    rows[row] = cost;
    rows[row + 1] = succeeding > 0 ? rounded(cost / succeeding, 1e9) : Number.NaN;
    rows[row + 2] = monthly;
    rows[row + 3] = (tools + loops + retries + failures) / units;
    rows[row + 4] = (wholeMonth - rest) / monthUnits;
    rows[row + 5] = cost === 0 ? 0 : nearest(Math.min(1, wastedUsd / cost) * 1e6) / 1e4;
  }
}

/**
 * `Math.round` of 0 or more. Math.round compiles to a branch that is guessed wrongly every second time: with it this
 * file takes twice as long (270 us in place of 120, 2,000 models). Adding the number next below a half is right for
 * every double; adding a half is not for 0.49999999999999994.
 */
export const nearest = (amount: number): number => Math.floor(amount + (0.5 - Number.EPSILON / 4));

/** `roundUsd`. */
function rounded(usd: number, finest: 1e9 | 1e6): number {
  const units = unitsPerDollar(usd, finest);
  return nearest(usd * units) / units;
}
