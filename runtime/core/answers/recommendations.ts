/** Cheaper routes for the same work. */

import { isMeasuredAt } from '../benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { withPricingTerms } from '../dataset/terms.ts';
import { sharedFailuresOf, worthwhilePct } from '../model/assumptions.ts';
import { billFor, fitsContext, type ModelBill, perSuccess } from '../model/bill.ts';
import { knowsFees } from '../model/cost.ts';
import { type Strategy, strategiesFor } from '../model/route-strategies.ts';
import type { Work } from '../model/work.ts';
import { tiers } from '../schemas/request-fields.ts';
import { roundHalfUp, roundUsd } from '../values/money.ts';
import { judgedFor, provenRoutes, provenRule } from './measured-route.ts';
import type { Route } from './route.ts';
import { cheapestCandidates, isSuggestedOn } from './route-candidates.ts';
import type { Estimate } from './schemas/estimate-schema.ts';
import type { Suggestion } from './schemas/routing-schema.ts';

/**
 * Whether a model can take over: a different one that stays on sale, on the terms asked, whose window holds the largest
 * prompt. If its search fee is unknown, it cannot be compared.
 */
export const canTakeOver = (model: CatalogModel, work: Work, chosen: CatalogModel): boolean =>
  model.facts !== chosen.facts &&
  isSuggestedOn(model, work.workflow) &&
  knowsFees(work.workflow, model) &&
  fitsContext(work, model);

/** Whether a route from `chosen` to `other` goes to a lower tier. */
const isLowerTier = (other: CatalogModel, chosen: CatalogModel): boolean =>
  tiers.indexOf(other.facts.tier) < tiers.indexOf(chosen.facts.tier);

/** How many near misses an answer names. */
const mostNearMisses = 3;

/**
 * Cheaper routes per successful task; null if none saves 10 %. `best` and `bestSameProvider` were measured alongside
 * the chosen model; `unproven` is the cheapest by list price that no measurement speaks against. All are null if the
 * chosen model's search fee is unknown: nothing can be compared with it.
 */
export function routingFor(catalog: Catalog, work: Work, chosen: CatalogModel, bill: ModelBill): Estimate['routing'] {
  const rule = provenRule(catalog, work);
  if (!knowsFees(work.workflow, chosen)) {
    return { best: null, bestSameProvider: null, unproven: null, rule, nearMisses: [] };
  }
  const candidates = cheapestCandidates(catalog, work, chosen, bill, unprovenFor(catalog, work, chosen));
  const routes = candidates.flatMap((model) => routesVia(model, work, chosen, bill));
  const proven = provenRoutes(catalog, work, chosen, bill).filter(({ model }) => canTakeOver(model, work, chosen));
  const best = cheapest(proven, bill);
  const sameProvider = cheapest(
    proven.filter(({ model }) => model.provider === chosen.provider),
    bill,
  );
  const unproven = cheapest(routes, bill);
  return {
    best: best && suggestion(best, work, bill),
    bestSameProvider: sameProvider && suggestion(sameProvider, work, bill),
    unproven: unproven && suggestion({ ...unproven, note: unprovenNote(catalog, unproven, work) }, work, bill),
    rule,
    nearMisses: bill.costPerSuccessfulTask ? nearMissesFor(catalog, work, chosen) : [],
  };
}

/**
 * Whether a model may be named by list price alone. Not if it was measured beside the chosen one and cost more per solved
 * task; nor from two tiers below, where nobody measured whether it can do this kind of work at all.
 */
export function unprovenFor(catalog: Catalog, work: Work, chosen: CatalogModel): (model: CatalogModel) => boolean {
  const { dearer } = judgedFor(catalog, work, chosen);
  const tier = tiers.indexOf(chosen.facts.tier);
  return ({ id, facts }) =>
    !dearer.has(id) && (tier - tiers.indexOf(facts.tier) < 2 || isMeasuredAt(catalog, id, work.preset.id));
}

/** The note of a route by list price, with what is known of the model at this kind of work. */
function unprovenNote(catalog: Catalog, { strategy, note, model }: Route, { preset: { id } }: Work): string {
  const { kind } = sharedFailuresOf(id);
  const carriedOver =
    strategy === 'escalate' && kind !== id ? ` How much more often is carried over from ${kind} work.` : '';
  const known = isMeasuredAt(catalog, model.id, id)
    ? `${model.facts.name} was measured at ${id} work, but not to be a cheaper route from this model.`
    : `No measurement of ${model.facts.name} at ${id} work is known: it is named for its list price alone.`;
  return `${note}${carriedOver} ${known} Test it.`;
}

/** The nearest misses among the models that could take over. */
function nearMissesFor(catalog: Catalog, work: Work, chosen: CatalogModel): Estimate['routing']['nearMisses'] {
  const misses: Estimate['routing']['nearMisses'] = [];
  for (const { modelId, measured, why } of judgedFor(catalog, work, chosen).near) {
    const listed = catalog.find(modelId);
    const model = listed && withPricingTerms(listed, work.workflow);
    if (model === undefined || !canTakeOver(model, work, chosen)) continue;
    misses.push({ modelId, provider: model.provider.id, why, measured });
    if (misses.length === mostNearMisses) break;
  }
  return misses;
}

function cheapest(routes: readonly Route[], bill: ModelBill): Route | null {
  let least: Route | null = null;
  for (const route of routes) {
    if (pct(saving(route, bill)) < worthwhilePct) continue;
    if (least === null || byCost(route, least) < 0) least = route;
  }
  return least;
}

/** Every route via one candidate, except those on which every task fails. */
export function routesVia(candidate: CatalogModel, work: Work, chosen: CatalogModel, bill: ModelBill): Route[] {
  const other = billFor(work, candidate);
  const routes: Route[] = [];
  for (const strategy of strategiesFor(isLowerTier(candidate, chosen))) {
    const route = routeBy(strategy, candidate, other, work, bill);
    if (route !== null) routes.push(route);
  }
  return routes;
}

/**
 * The route via a candidate by a strategy; null: every task fails on it.
 * @param other bill of the candidate
 */
function routeBy(
  strategy: Strategy,
  candidate: CatalogModel,
  other: ModelBill,
  work: Work,
  bill: ModelBill,
): Route | null {
  const costPerTask = roundUsd(strategy.costPerTask(bill, other, work), 1e9);
  const failureShare = strategy.failureShare(work);
  const success = perSuccess(costPerTask, failureShare);
  if (success === null) return null;
  const breakEven = bill.costPerTask === 0 ? 0 : strategy.breakEven(bill, other, work);
  return {
    strategy: strategy.name,
    note: strategy.note,
    model: candidate,
    costPerTask,
    failureShare,
    perSuccess: success,
    breakEven,
    measured: [],
    range: null,
  };
}

/** Share of the chosen model's cost per successful task that a route saves; 0 where there is nothing to save. */
const saving = (route: Route, bill: ModelBill): number =>
  bill.costPerSuccessfulTask ? 1 - route.perSuccess / bill.costPerSuccessfulTask : 0;

/** A total order: cost per success, then output price, then id, then strategy. */
const byCost = (a: Route, b: Route): number =>
  a.perSuccess - b.perSuccess ||
  a.model.price.output - b.model.price.output ||
  (a.model.id < b.model.id ? -1 : a.model.id > b.model.id ? 1 : 0) ||
  (a.strategy < b.strategy ? -1 : 1);

const pct = (share: number): number => roundHalfUp(share * 1e6) / 1e4;

function suggestion(route: Route, work: Work, bill: ModelBill): Suggestion {
  const spend = work.workflow.tasksPerMonth * (1 - work.failureShare) * route.perSuccess;
  const monthlySpend = roundUsd(spend, 1e6);
  return {
    strategy: route.strategy,
    modelId: route.model.id,
    provider: route.model.provider.id,
    tier: route.model.facts.tier,
    serviceTier: route.model.terms.serviceTier,
    region: route.model.terms.region,
    sharePct: 100,
    costPerTask: route.costPerTask,
    costPerSuccessfulTask: route.perSuccess,
    costPerSuccessfulTaskRange: route.range,
    assumedFailureRatePct: pct(route.failureShare),
    monthlySpend,
    monthlySaving: roundUsd(Math.max(0, bill.monthlySpend - monthlySpend), 1e6),
    savingPct: pct(saving(route, bill)),
    breakEvenFailureRatePct: pct(Math.min(1, Math.max(0, route.breakEven))),
    measured: route.measured,
    note: route.note,
  };
}
