/** The rows of a ranking as bytes, from columns, without an object per model. */

import { rowFacts } from '../answers/ranking.ts';
import { ranking } from '../answers/schemas/ranking-schema.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { type PricedModels, pricedModelsOf } from '../dataset/terms.ts';
import { effortOn, type Work } from '../model/bill.ts';
import { faults } from '../model/waste.ts';
import { memoize } from '../values/memoize.ts';
import { roundHalfUp } from '../values/money.ts';
import { billOnAll, billRows, figures } from './bill-columns.ts';
import { columnsOf, type RunColumns } from './columns.ts';
import { type Fragment, fragment, type Printer, template } from './print.ts';
import { Order } from './ranking-order.ts';

/** The figures of a row as JSON, from the schema, with a hole for each. */
function figuresText(): string {
  const printed = new Set(figures.map((path) => path.split('.')[0]));
  const properties = Object.entries(ranking.properties.ranking.items.properties);
  const ofFigures = Object.fromEntries(properties.filter(([name]) => printed.has(name)));
  const found: string[] = [];
  const holesOf = (properties: object, path: string): string =>
    Object.entries(properties)
      .map(([name, schema]: [string, { properties?: object }]) => {
        if (schema.properties) return `"${name}":{${holesOf(schema.properties, `${path}${name}.`)}}`;
        found.push(`${path}${name}`);
        return `"${name}":#`;
      })
      .join(',');
  const text = holesOf(ofFigures, '');
  if (found.join() !== figures.join()) throw new Error(`a row has ${found.join()}, but ${figures.join()} are printed`);
  return text;
}

/** Row templates by whether the model fits, and by the basis of its effort ladder. */
const rowsOf = (fitsContext: boolean) => {
  const end = (basis: string | null) =>
    template(`${figuresText()},"fitsContext":${fitsContext},"effortBasis":${JSON.stringify(basis)}}`);
  return { none: end(null), measured: end('measured'), median: end('median') };
};
const row = { fits: rowsOf(true), doesNotFit: rowsOf(false) };

/** The parts of a ranking, in order; without web searches every model is fully priced. */
const allWhole = [true, false].map((fits) => ({ fits, whole: null }));
const someWhole = [true, false].flatMap((fits) => [true, false].map((whole) => ({ fits, whole })));

const start = fragment('[');
const first = fragment('{"rank":');
const next = fragment(',{"rank":');
const end = fragment(']');

/** What a ranking needs in addition to the columns. */
const ledgersOf = memoize((catalog: Catalog) =>
  memoize(({ models }: PricedModels) => ({
    /** Indices of the models by output price, then id: the tie-break for equal costs. */
    byPrice: Uint32Array.from(models.keys()).sort((a, b) =>
      byOutputPrice(models[a] as CatalogModel, models[b] as CatalogModel),
    ),
    /** The part of a row that depends on the model alone. */
    facts: models.map((model) => fragment(`,${JSON.stringify(rowFacts(catalog, model)).slice(1, -1)},`)),
    order: new Order(models.length),
    bills: billRows(models.length),
  })),
);

const byOutputPrice = (a: CatalogModel, b: CatalogModel): number =>
  a.price.output - b.price.output || (a.id < b.id ? -1 : 1);

/** Prints the `ranking` of `rankingOf`. */
export function printRows(out: Printer, catalog: Catalog, work: Work): void {
  const market = pricedModelsOf(catalog, work.workflow);
  const { byPrice, facts, order, bills } = ledgersOf(catalog)(market);
  const columns = columnsOf(market);
  const { models, window, knowsFee } = columns;
  const { peak } = columns.scratch.runs[faults.length] as RunColumns;
  const { costPerTask, rows } = bills;
  billOnAll(columns, work, bills);
  order.indices.set(byPrice);
  order.sort(costPerTask);

  out.text(start);
  let rank = 0;
  let cheapest = 0;
  for (const { fits, whole } of work.workflow.searchesPerTask === 0 ? allWhole : someWhole) {
    for (let place = 0; place < models.length; place++) {
      const i = order.indices[place] as number;
      if ((peak[i] as number) <= (window[i] as number) !== fits) continue;
      if (whole !== null && (knowsFee[i] === 1) !== whole) continue;
      const cost = costPerTask[i] as number;
      if (rank === 0) cheapest = cost;
      out.text(rank === 0 ? first : next);
      rank++;
      out.number(rank);
      out.text(facts[i] as Fragment);
      const at = i * figures.length;
      rows[at + figures.length - 1] = cheapest > 0 ? roundHalfUp((cost / cheapest) * 1e4) / 1e4 : Number.NaN;
      const basis = effortOn(work, models[i] as CatalogModel)?.basis ?? 'none';
      out.fill((fits ? row.fits : row.doesNotFit)[basis], rows, at, figures.length);
    }
  }
  out.text(end);
}
