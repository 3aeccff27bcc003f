/** The plain versions of what the answers compute and print faster. Shared with the benchmark. */

import { workAssumptions } from '../../../runtime/core/answers/figures.ts';
import { canTakeOver, routesVia, unprovenFor } from '../../../runtime/core/answers/recommendations.ts';
import type { Route } from '../../../runtime/core/answers/route.ts';
import type { Ranking } from '../../../runtime/core/answers/schemas/ranking-schema.ts';
import { factsOf, sameWorkIn } from '../../../runtime/core/benchmarks/facts.ts';
import type { Catalog, CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { pricedModelsOf } from '../../../runtime/core/dataset/terms.ts';
import { billFor, fitsContext, type ModelBill } from '../../../runtime/core/model/bill.ts';
import { runCost } from '../../../runtime/core/model/cost.ts';
import { totalOf, wasteIn } from '../../../runtime/core/model/shares.ts';
import { effortOn, type Work, workOn } from '../../../runtime/core/model/work.ts';
import { decimal, roundHalfUp } from '../../../runtime/core/values/money.ts';

const hasExponent = /\de[+-]/;
const stringOrExponent = /"(?:[^"\\]|\\.)*"|-?[\d.]+e[+-]\d+/g;

/** `JSON.stringify`, its exponents replaced. */
export function plainText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!hasExponent.test(text)) return text;
  return text.replace(stringOrExponent, (part) => (part.startsWith('"') ? part : decimal(Number(part))));
}

interface Entry {
  model: CatalogModel;
  bill: ModelBill;
  fits: boolean;
}

/** `rankingOf`, model by model: each with its own bill. */
export function plainRanking(catalog: Catalog, work: Work): Ranking {
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
      modelId: model.id,
      provider: model.provider.id,
      tier: model.facts.tier,
      status: model.status === 'active' ? 'active' : 'deprecated',
      serviceTier: model.terms.serviceTier,
      region: model.terms.region,
      confidence: model.confidence,
      measured: factsOf(catalog, model.id),
      costPerTask: bill.costPerTask,
      costPerSuccessfulTask: bill.costPerSuccessfulTask,
      monthlySpend: bill.monthlySpend,
      waste: totalOf(wasteIn(work, bill, faultCosts(work, model))),
      toolFees: bill.breakdown.toolFees,
      multipleOfCheapest: cheapest > 0 ? roundHalfUp((bill.costPerTask / cheapest) * 1e4) / 1e4 : null,
      fitsContext: fits,
      effortBasis: effortOn(work, model)?.basis ?? null,
    })),
  };
}

const faultCosts = (work: Work, model: CatalogModel): number[] =>
  workOn(work, model)
    .faultSteps()
    .map((shape) => runCost(shape, model, work.workflow).usd);

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

const isWhole = ({ bill }: Entry): boolean => bill.breakdown.toolFees !== null;

/** Every route via every model that can take over. */
const everyRoute = (catalog: Catalog, work: Work, chosen: CatalogModel, bill: ModelBill): Route[] =>
  pricedModelsOf(catalog, work.workflow)
    .models.filter((model) => canTakeOver(model, work, chosen))
    .flatMap((model) => routesVia(model, work, chosen, bill));

/** The cheapest per successful task of every route that may be named; among equals the cheapest output, then the first id and strategy. */
export const cheapestOfEvery = (catalog: Catalog, work: Work, chosen: CatalogModel, bill: ModelBill): Route | null =>
  everyRoute(catalog, work, chosen, bill)
    .filter(({ model }) => unprovenFor(catalog, work, chosen)(model))
    .sort(
      (a, b) =>
        a.perSuccess - b.perSuccess ||
        a.model.price.output - b.model.price.output ||
        (a.model.id < b.model.id ? -1 : a.model.id > b.model.id ? 1 : a.strategy < b.strategy ? -1 : 1),
    )[0] ?? null;
