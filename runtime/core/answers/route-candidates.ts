/** The models that may be suggested, and those of them that can be the cheapest route, without pricing each in full. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { Terms } from '../dataset/price-on-day.ts';
import { givesTerms, type PricedModels, pricedModelsOf } from '../dataset/terms.ts';
import type { Bill } from '../model/bill.ts';
import { billingOf, feesOf, knowsFees, priceUsed, type RunUsd } from '../model/cost.ts';
import { type Strategy, strategiesFor } from '../model/route-strategies.ts';
import { peakOf, type Shape } from '../model/shape.ts';
import { meanOn } from '../model/walk.ts';
import { type Work, workOn } from '../model/work.ts';
import { tiers } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';

/**
 * Whether a model may be suggested at all: no end is known, at its provider or at the host, and its price was entered by a person and is not in doubt.
 * Medium confidence is enough: that nobody looked at the provider's page for a while makes no price wrong.
 */
export const isSuggested = ({ status, confidence, facts }: CatalogModel): boolean =>
  status === 'active' &&
  confidence !== 'low' &&
  confidence !== 'imported' &&
  (facts.lifecycle?.shutDown ?? facts.lifecycle?.deprecatedOn ?? null) === null;

/** Whether a model may be suggested if these terms are requested. */
export const isSuggestedOn = (model: CatalogModel, asked: Terms): boolean =>
  isSuggested(model) && givesTerms(model, asked);

/** Reused for every model: only its numbers change. */
const other = { costPerTask: 0 };
const run: RunUsd = { reads: 0, freshUsd: 0, readsUsd: 0, outputUsd: 0 };

interface Route {
  strategy: Strategy;
  /** Share of tasks that succeed, more than 0. */
  succeeding: number;
}

const routesThatSucceed = (strategies: readonly Strategy[], work: Work): Route[] =>
  strategies
    .map((strategy) => ({ strategy, succeeding: 1 - strategy.failureShare(work) }))
    .filter(({ succeeding }) => succeeding > 0);

/** The models that may be suggested; the others need no price here. */
const suggestedOf = memoize((market: PricedModels) =>
  market.models.filter((model) => isSuggestedOn(model, market.asked)),
);

/**
 * The candidates whose cheapest route costs about the least per successful task. The tolerance is far larger than any
 * rounding, so the cheapest after rounding, and every tie, is among them; `routesVia` then computes these few to the
 * nano-dollar.
 * @param isAdvice whether a model may be named at all
 */
export function cheapestCandidates(
  catalog: Catalog,
  work: Work,
  chosen: CatalogModel,
  bill: Bill,
  isAdvice: (model: CatalogModel) => boolean,
): CatalogModel[] {
  const models = suggestedOf(pricedModelsOf(catalog, work.workflow));
  const toLowerTier = routesThatSucceed(strategiesFor(true), work);
  const toOtherTiers = routesThatSucceed(strategiesFor(false), work);
  const ownTier = tiers.indexOf(chosen.facts.tier);
  const surest = [...toLowerTier, ...toOtherTiers].reduce((least, route) => Math.min(least, route.succeeding), 1);
  const perSuccess: number[] = [];
  let limit = Number.POSITIVE_INFINITY;
  let [known, peak]: [Shape | null, number] = [null, 0];
  for (const model of models) {
    let cost = Number.POSITIVE_INFINITY;
    const { shape } = workOn(work, model);
    if (shape !== known) [known, peak] = [shape, peakOf(shape)];
    // The stand-in for a shut-down model is another object with the same facts.
    if (model.facts !== chosen.facts && knowsFees(work.workflow, model) && peak <= model.facts.contextWindow) {
      priceUsed(meanOn(shape, model), billingOf(model, work.workflow), run);
      other.costPerTask = (run.freshUsd + run.readsUsd + run.outputUsd) * (1 + work.retryShare) + feesOf(shape, model);
      for (const { strategy, succeeding } of tiers.indexOf(model.facts.tier) < ownTier ? toLowerTier : toOtherTiers) {
        cost = Math.min(cost, strategy.costPerTask(bill, other, work) / succeeding);
      }
    }
    // Whether it may be named is asked of those alone that are cheap enough: the limit only falls.
    if (cost > limit || (cost !== Number.POSITIVE_INFINITY && !isAdvice(model))) cost = Number.POSITIVE_INFINITY;
    perSuccess.push(cost);
    limit = Math.min(limit, cost * (1 + 1e-6) + 1e-8 / surest);
  }
  return models.filter((_, i) => perSuccess[i] !== Number.POSITIVE_INFINITY && (perSuccess[i] as number) <= limit);
}
