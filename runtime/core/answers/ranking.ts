/** Every model on the same work, cheapest first. */

import { factsOf, sameWorkIn } from '../benchmarks/facts.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { type PricedModels, pricedModelsOf } from '../dataset/terms.ts';
import { effortOn, type Work } from '../model/bill.ts';
import {
  billAt,
  columnsOf,
  costsOnAll,
  type PriceColumns,
  type RankedBill,
  type RunColumns,
} from '../model/columns.ts';
import { faults } from '../model/waste.ts';
import { memoize } from '../values/memoize.ts';
import { roundHalfUp } from '../values/money.ts';
import { workAssumptions } from './figures.ts';
import type { Ranking } from './schemas/ranking-schema.ts';

export function rankingOf(catalog: Catalog, work: Work): Ranking {
  const facts = modelFactsOf(catalog, work);
  const ranking: Ranking['ranking'] = [];
  visitRows(catalog, work, (row, i) =>
    ranking.push({
      rank: row.rank,
      ...(facts[i] as ModelFacts),
      costPerTask: row.costPerTask,
      costPerSuccessfulTask: orNull(row.costPerSuccessfulTask),
      monthlySpend: row.monthlySpend,
      waste: { costPerTask: row.wastePerTask, monthly: row.wasteMonthly, pct: row.wastePct },
      toolFees: orNull(row.toolFees),
      multipleOfCheapest: orNull(row.multipleOfCheapest),
      fitsContext: row.fitsContext,
      effortBasis: row.effortBasis,
    }),
  );
  return { ...aboutRanking(catalog, work), ranking };
}

const orNull = (figure: number): number | null => (Number.isNaN(figure) ? null : figure);

/** A ranking without its rows. */
export const aboutRanking = (catalog: Catalog, work: Work): Omit<Ranking, 'ranking'> => ({
  presetId: work.preset.id,
  host: catalog.host?.id ?? null,
  workflow: work.workflow,
  assumptions: workAssumptions(work),
  sameWork: sameWorkIn(catalog),
});

/** What a ranking says about a model on this work. */
export interface RankedRow extends RankedBill {
  rank: number;
  /** NaN: the cheapest costs nothing. */
  multipleOfCheapest: number;
  fitsContext: boolean;
  effortBasis: 'measured' | 'median' | null;
}

/** Reused for every model: an object for each would take as long as its figures. */
const row: RankedRow = {
  rank: 0,
  costPerTask: Number.NaN,
  costPerSuccessfulTask: Number.NaN,
  monthlySpend: Number.NaN,
  wastePerTask: Number.NaN,
  wasteMonthly: Number.NaN,
  wastePct: Number.NaN,
  toolFees: Number.NaN,
  multipleOfCheapest: Number.NaN,
  fitsContext: true,
  effortBasis: null,
};

/**
 * Visits the rows in order: models that fit first, then those fully priced, then by cost per task, output price, id.
 * @param visit gets a row, valid until the next, and the index of its model in `modelFactsOf`
 */
export function visitRows(catalog: Catalog, work: Work, visit: (row: Readonly<RankedRow>, i: number) => void): void {
  const market = pricedModelsOf(catalog, work.workflow);
  const columns = columnsOf(market);
  const { costPerTask } = columns.scratch;
  costsOnAll(columns, work);
  const parts = partsOf(columns, work);
  const order = byPriceOf(market)
    .slice()
    .sort(
      (a, b) => (parts[a] as number) - (parts[b] as number) || (costPerTask[a] as number) - (costPerTask[b] as number),
    );
  const cheapest = costPerTask[order[0] as number] as number;
  for (let place = 0; place < order.length; place++) {
    const i = order[place] as number;
    billAt(columns, work, i, row);
    row.rank = place + 1;
    row.multipleOfCheapest = cheapest > 0 ? roundHalfUp((row.costPerTask / cheapest) * 1e4) / 1e4 : Number.NaN;
    row.fitsContext = (parts[i] as number) < 2;
    row.effortBasis = effortOn(work, market.models[i] as CatalogModel)?.basis ?? null;
    visit(row, i);
  }
}

/** The part of the ranking a model is in; without its search fee a model would seem cheaper than it is. */
function partsOf({ window, knowsFee, scratch }: PriceColumns, { workflow }: Work): Uint8Array {
  const { peak } = scratch.runs[faults.length] as RunColumns;
  const parts = new Uint8Array(window.length);
  for (let i = 0; i < parts.length; i++) {
    const fits = (peak[i] as number) <= (window[i] as number);
    const isWhole = knowsFee[i] === 1 || workflow.searchesPerTask === 0;
    parts[i] = (fits ? 0 : 2) + (isWhole ? 0 : 1);
  }
  return parts;
}

export type ModelFacts = ReturnType<typeof factsOn>;

/** The part of a row that depends on the model alone. */
const factsOn = (catalog: Catalog, model: CatalogModel) => ({
  modelId: model.id,
  provider: model.provider.id,
  tier: model.facts.tier,
  status: model.status === 'active' ? ('active' as const) : ('deprecated' as const),
  serviceTier: model.terms.serviceTier,
  region: model.terms.region,
  confidence: model.confidence,
  measured: factsOf(catalog, model.id),
});

/** The facts of every model at the prices of the work: the same list each time. */
export const modelFactsOf = (catalog: Catalog, { workflow }: Work): readonly ModelFacts[] =>
  factsIn(catalog)(pricedModelsOf(catalog, workflow));

const factsIn = memoize((catalog: Catalog) =>
  memoize(({ models }: PricedModels) => models.map((model) => factsOn(catalog, model))),
);

/** Indices of the models by output price, then id: the order where costs are equal. */
const byPriceOf = memoize(({ models }: PricedModels) =>
  Uint32Array.from(models.keys()).sort((a, b) => byOutputPrice(models[a] as CatalogModel, models[b] as CatalogModel)),
);

const byOutputPrice = (a: CatalogModel, b: CatalogModel): number =>
  a.price.output - b.price.output || (a.id < b.id ? -1 : 1);
