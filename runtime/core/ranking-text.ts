/**
 * A ranking as bytes: what `JSON.stringify(rankingOf(...))` gives, in a sixth of the time. Bills are worked out column
 * by column and every row is printed as soon as its place is known: no object for a model. `rankingOf` is the
 * definition; the arithmetic of `billOf` and `wasteIn` stands here again for one row, without their lists, and tests
 * hold every byte against it.
 */
import { perSuccess, type Work } from './bill.ts';
import type { Catalog, CatalogModel } from './catalog.ts';
import { costOnAll, type PriceColumns, usdOf } from './columns.ts';
import { modelTexts, presetTexts, printWork } from './estimate-text.ts';
import { roundUsd, unitsPerDollar } from './money.ts';
import { once } from './once.ts';
import { Order } from './order.ts';
import { type Fragment, fragment, type Printer, template } from './print.ts';
import { wasteByCause } from './waste.ts';

const texts = {
  ranking: fragment('},"ranking":['),
  first: fragment('{"rank":'),
  next: fragment(',{"rank":'),
  end: fragment(']}'),
};
const rowThat = (fits: boolean) =>
  template(
    `,"costPerTask":#,"costPerSuccessfulTask":#,"monthlySpend":#,"waste":{"costPerTask":#,"monthly":#,"pct":#},"multipleOfCheapest":#,"fitsContext":${fits}}`,
  );
const rowThatFits = rowThat(true);
const rowThatDoesNot = rowThat(false);

/** What a ranking needs beside the columns. */
const ledgerOf = once(({ models }: PriceColumns) => ({
  /** Indices of the models by output price, then id: the order of equal costs. */
  byPrice: Uint32Array.from(models.keys()).sort((a, b) =>
    byOutputPrice(models[a] as CatalogModel, models[b] as CatalogModel),
  ),
  names: models.map((model) => modelTexts(model).nameAndTier),
  order: new Order(models.length),
  costPerTask: new Float64Array(models.length),
}));

const byOutputPrice = (a: CatalogModel, b: CatalogModel): number =>
  a.price.output - b.price.output || (a.id < b.id ? -1 : 1);

export function printRanking(out: Printer, { columns }: Catalog, work: Work): void {
  const { byPrice, names, order, costPerTask } = ledgerOf(columns);
  const { models, window } = columns;
  const { peak } = work.tokens;
  fillCosts(columns, work, costPerTask);
  order.indices.set(byPrice);
  order.sort(costPerTask);

  out.text(presetTexts(work.preset).id);
  printWork(out, work);
  out.text(texts.ranking);
  let rank = 0;
  let cheapest = 0;
  for (const fits of [true, false]) {
    const row = fits ? rowThatFits : rowThatDoesNot;
    for (let place = 0; place < models.length; place++) {
      const i = order.indices[place] as number;
      if (peak <= (window[i] as number) !== fits) continue;
      const cost = costPerTask[i] as number;
      if (rank === 0) cheapest = cost;
      out.text(rank === 0 ? texts.first : texts.next);
      rank++;
      out.number(rank);
      out.text(names[i] as Fragment);
      out.fill(row, figuresOf(columns, work, i, cost, cheapest));
    }
  }
  out.text(texts.end);
}

/** Works out the runs of `columns.scratch`, and the cost of the task on every model as `billOf` does. */
function fillCosts(columns: PriceColumns, work: Work, costPerTask: Float64Array): void {
  const [all, faultless, hallucinating] = columns.scratch.runs;
  const { promptCaching } = work.workflow;
  costOnAll(columns, work.tokens, promptCaching, all);
  costOnAll(columns, work.tokensFaultless, promptCaching, faultless);
  costOnAll(columns, work.tokensWithHallucinatedTools, promptCaching, hallucinating);
  const withRetries = 1 + work.retryShare;
  for (let i = 0; i < costPerTask.length; i++) {
    const fresh = (all.freshUsd[i] as number) * withRetries;
    const reads = (all.readsUsd[i] as number) * withRetries;
    const output = (all.outputUsd[i] as number) * withRetries;
    const units = unitsPerDollar(fresh + reads + output, 1e9);
    costPerTask[i] = (Math.round(fresh * units) + Math.round(reads * units) + Math.round(output * units)) / units;
  }
}

/** The numbers of the row of model `i`, in their order. */
function figuresOf(columns: PriceColumns, work: Work, i: number, cost: number, cheapest: number): number[] {
  const [all, faultless, hallucinating] = columns.scratch.runs;
  const { tasksPerMonth } = work.workflow;
  const monthly = roundUsd(cost * tasksPerMonth, 1e6);
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
  const wastedUnits = roundParts(cost, wasted, units);
  let running = 0;
  for (let cause = 0; cause < wasted.length; cause++) {
    const usd = (wasted[cause] as number) / units;
    running += usd;
    wasted[cause] = usd * tasksPerMonth;
  }
  const monthlyUnits = unitsPerDollar(monthly, 1e6);
  return [
    cost,
    perSuccess(cost, work.failureShare) ?? Number.NaN,
    monthly,
    wastedUnits / units,
    roundParts(monthly, wasted, monthlyUnits) / monthlyUnits,
    cost === 0 ? 0 : Math.round(Math.min(1, running / cost) * 1e6) / 1e4,
    cheapest > 0 ? Math.round((cost / cheapest) * 1e4) / 1e4 : Number.NaN,
  ];
}

/** Rounds `parts` (USD) to whole units in place and adds them up, as `partsOf` does: never above `total`. */
function roundParts(total: number, parts: number[], units: number): number {
  const whole = Math.round(total * units);
  let rest = whole;
  for (let i = 0; i < parts.length; i++) {
    const part = Math.min(rest, Math.round((parts[i] as number) * units));
    rest -= part;
    parts[i] = part;
  }
  return whole - rest;
}
