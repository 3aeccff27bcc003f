/**
 * A ranking as bytes: what `JSON.stringify(rankingOf(...))` gives, in a quarter of the time (102 models: 45 us
 * in place of 186). Its numbers come from columns, and every row is printed from there: no object for a model. `rankingOf` is the definition: tests hold every
 * byte against it.
 */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { Work } from '../model/bill.ts';
import { billOnAll, billRows, nearest, rowLength } from './bill-columns.ts';
import type { PriceColumns } from './columns.ts';
import { modelTexts, presetTexts, printWork } from './estimate-text.ts';
import { once } from './memoize.ts';
import { Order } from './order.ts';
import { type Fragment, fragment, type Printer, template } from './print.ts';

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
  bills: billRows(models.length),
}));

const byOutputPrice = (a: CatalogModel, b: CatalogModel): number =>
  a.price.output - b.price.output || (a.id < b.id ? -1 : 1);

export function printRanking(out: Printer, { columns }: Catalog, work: Work): void {
  const { byPrice, names, order, bills } = ledgerOf(columns);
  const { models, window } = columns;
  const { peak } = work.tokens;
  const { costPerTask, rows } = bills;
  billOnAll(columns, work, bills);
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
      rows[i * rowLength + 6] = cheapest > 0 ? nearest((cost / cheapest) * 1e4) / 1e4 : Number.NaN;
      out.fill(row, rows, i * rowLength);
    }
  }
  out.text(texts.end);
}
