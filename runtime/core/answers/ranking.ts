/** Every model on the same work, cheapest first. */

import { factsOf, sameWorkIn } from '../benchmarks/facts.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { type PricedModels, pricedModelsOf } from '../dataset/terms.ts';
import { billFor, faultCosts, type ModelBill } from '../model/bill.ts';
import { knowsFees } from '../model/cost.ts';
import { peakOf } from '../model/shape.ts';
import { totalOf, wasteIn } from '../model/shares.ts';
import { effortOn, type Work } from '../model/work.ts';
import { memoize } from '../values/memoize.ts';
import { roundHalfUp } from '../values/money.ts';
import { workAssumptions } from './figures.ts';
import type { Ranking } from './schemas/ranking-schema.ts';

export const rankingOf = (catalog: Catalog, work: Work): Ranking => ({
  ...aboutRanking(catalog, work),
  ranking: rankedRows(catalog, work).map(({ rank, facts, figures }) => ({ rank, ...facts, ...figures })),
});

/** A ranking without its rows. */
export const aboutRanking = (catalog: Catalog, work: Work): Omit<Ranking, 'ranking'> => ({
  presetId: work.preset.id,
  host: catalog.host?.id ?? null,
  workflow: work.workflow,
  assumptions: workAssumptions(work),
  sameWork: sameWorkIn(catalog),
});

export interface RankedRow {
  rank: number;
  model: CatalogModel;
  /** What depends on the model alone: the same object in every ranking. */
  facts: ModelFacts;
  figures: Omit<Ranking['ranking'][number], keyof ModelFacts | 'rank'>;
}

/** A model on the work, before it has a place. */
interface Entry {
  model: CatalogModel;
  facts: ModelFacts;
  bill: ModelBill;
  fits: boolean;
  isWhole: boolean;
}

/** Models that fit first, then those fully priced, then by cost per task, output price, id. */
export function rankedRows(catalog: Catalog, work: Work): RankedRow[] {
  const { models } = pricedModelsOf(catalog, work.workflow);
  const facts = modelFactsOf(catalog, work);
  const entries = models.map((model, i): Entry => {
    const bill = billFor(work, model);
    return {
      model,
      facts: facts[i] as ModelFacts,
      bill,
      fits: peakOf(bill.run.shape) <= model.facts.contextWindow,
      isWhole: knowsFees(work.workflow, model),
    };
  });
  entries.sort(inOrder);
  const cheapest = entries[0]?.bill.costPerTask ?? 0;
  return entries.map(({ model, facts, bill, fits }, place) => ({
    rank: place + 1,
    model,
    facts,
    figures: {
      costPerTask: bill.costPerTask,
      costPerSuccessfulTask: bill.costPerSuccessfulTask,
      monthlySpend: bill.monthlySpend,
      waste: totalOf(wasteIn(work, bill, faultCosts(work, model, bill))),
      toolFees: bill.breakdown.toolFees,
      multipleOfCheapest: cheapest > 0 ? roundHalfUp((bill.costPerTask / cheapest) * 1e4) / 1e4 : null,
      fitsContext: fits,
      effortBasis: effortOn(work, model)?.basis ?? null,
    },
  }));
}

/** A total order. Without a fee that it pays a model would seem cheaper than it is. */
const inOrder = (a: Entry, b: Entry): number =>
  Number(b.fits) - Number(a.fits) ||
  Number(b.isWhole) - Number(a.isWhole) ||
  a.bill.costPerTask - b.bill.costPerTask ||
  a.model.price.output - b.model.price.output ||
  (a.model.id < b.model.id ? -1 : 1);

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
