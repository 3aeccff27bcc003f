/** Every model on the same work, cheapest first. */

import { factsOf, sameWorkIn } from '../benchmarks/facts.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { pricedModelsOf } from '../dataset/terms.ts';
import { billFor, effortOn, fitsContext, type ModelBill, type Work } from '../model/bill.ts';
import { totalOf, wasteIn } from '../model/shares.ts';
import { roundHalfUp } from '../values/money.ts';
import { faultCosts, workAssumptions } from './estimate.ts';
import type { Ranking } from './schemas/ranking-schema.ts';

interface Entry {
  model: CatalogModel;
  bill: ModelBill;
  fits: boolean;
}

export function rankingOf(catalog: Catalog, work: Work): Ranking {
  const entries = pricedModelsOf(catalog, work.workflow)
    .models.map((model) => ({ model, bill: billFor(work, model), fits: fitsContext(work, model) }))
    .sort(byCost);
  const cheapest = entries[0]?.bill.costPerTask ?? 0;
  return {
    presetId: work.preset.id,
    host: catalog.host?.id ?? null,
    workflow: work.workflow,
    assumptions: workAssumptions(work),
    sameWork: sameWorkIn(catalog),
    ranking: entries.map(({ model, bill, fits }, index) => ({
      rank: index + 1,
      ...rowFacts(catalog, model),
      costPerTask: bill.costPerTask,
      costPerSuccessfulTask: bill.costPerSuccessfulTask,
      monthlySpend: bill.monthlySpend,
      waste: totalOf(wasteIn(work, bill, faultCosts(work, model, bill))),
      toolFees: bill.breakdown.toolFees,
      multipleOfCheapest: cheapest > 0 ? roundHalfUp((bill.costPerTask / cheapest) * 1e4) / 1e4 : null,
      fitsContext: fits,
      effortBasis: effortOn(work, model)?.basis ?? null,
    })),
  };
}

/** The part of a row that depends on the model alone. */
export const rowFacts = (catalog: Catalog, model: CatalogModel) => ({
  modelId: model.id,
  provider: model.provider.id,
  tier: model.facts.tier,
  serviceTier: model.terms.serviceTier,
  region: model.terms.region,
  confidence: model.confidence,
  measured: factsOf(catalog, model.id),
});

/** A total order: models that fit first, then those fully priced, then by cost per task, output price, id. */
function byCost(a: Entry, b: Entry): number {
  return (
    Number(b.fits) - Number(a.fits) ||
    Number(isWhole(b)) - Number(isWhole(a)) ||
    a.bill.costPerTask - b.bill.costPerTask ||
    a.model.price.output - b.model.price.output ||
    (a.model.id < b.model.id ? -1 : 1)
  );
}

/** Without its search fee a model would seem cheaper than it is. */
const isWhole = ({ bill }: Entry): boolean => bill.breakdown.toolFees !== null;
