/** Cheaper routes for the same work. */

import type { Estimate, Suggestion } from '../api/schemas.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { tiers } from '../dataset/fields.ts';
import { measuredCheaper } from '../measured/proven.ts';
import { worthwhilePct } from './assumptions.ts';
import { billFor, type ModelBill, perSuccess, type Work } from './bill.ts';
import { nearest, roundUsd } from './money.ts';
import { type Strategy, strategiesFor } from './strategies.ts';

/** The models among which the cheapest routes are sought. */
export type CandidateFinder = (
  catalog: Catalog,
  work: Work,
  chosen: CatalogModel,
  bill: ModelBill,
) => readonly CatalogModel[];

/** Whether a model is suggested at all: it stays on sale, and its price is not in doubt. */
export const isSuggested = ({ status, confidence, facts }: CatalogModel): boolean =>
  status === 'active' && confidence !== 'low' && (facts.lifecycle?.shutDown ?? null) === null;

/** Every model that can take over: another one that stays on sale, whose window holds the largest prompt. */
export const everyCandidate: CandidateFinder = ({ models }, work, chosen) =>
  models.filter(
    (model) => model.facts !== chosen.facts && isSuggested(model) && model.facts.contextWindow >= work.tokens.peak,
  );

interface Route {
  strategy: Strategy;
  model: CatalogModel;
  /** USD per task, rounded, and the share of tasks that fail. */
  costPerTask: number;
  failureShare: number;
  perSuccess: number;
}

/** Whether a route from `chosen` to `other` goes to a lower tier. */
const isLowerTier = (other: CatalogModel, chosen: CatalogModel): boolean =>
  tiers.indexOf(other.facts.tier) < tiers.indexOf(chosen.facts.tier);

/**
 * Cheaper routes per successful task; null where none saves 10 %. `best` and `bestSameProvider` were measured beside the
 * chosen model; `unproven` is the cheapest by list price, whatever was measured.
 */
export function routingFor(
  catalog: Catalog,
  work: Work,
  chosen: CatalogModel,
  bill: ModelBill,
  findCandidates: CandidateFinder,
): Estimate['routing'] {
  const routes = findCandidates(catalog, work, chosen, bill).flatMap((model) => routesVia(model, work, chosen, bill));
  const proven = everyCandidate(catalog, work, chosen, bill).flatMap((model) => {
    const evidence = measuredCheaper(catalog, chosen.id, model.id);
    return evidence === null ? [] : provenRoute(model, work, evidence);
  });
  const best = cheapest(proven, bill);
  const sameProvider = cheapest(
    proven.filter(({ model }) => model.provider === chosen.provider),
    bill,
  );
  const unproven = cheapest(routes, bill);
  return {
    best: best && suggestion(best, work, bill),
    bestSameProvider: sameProvider && suggestion(sameProvider, work, bill),
    unproven: unproven && suggestion(unproven, work, bill),
  };
}

function cheapest(routes: readonly Route[], bill: ModelBill): Route | null {
  let least: Route | null = null;
  for (const route of routes) {
    if (pct(saving(route, bill)) < worthwhilePct) continue;
    if (least === null || byCost(route, least) < 0) least = route;
  }
  return least;
}

/** The whole work on a model that was measured, whatever its tier. */
function provenRoute(model: CatalogModel, work: Work, evidence: string): Route[] {
  const { costPerTask, costPerSuccessfulTask } = billFor(work, model);
  if (costPerSuccessfulTask === null) return [];
  const [strategy] = strategiesFor(false);
  if (strategy === undefined) return [];
  const noted = { ...strategy, note: `${strategy.note} ${evidence}` };
  return [{ strategy: noted, model, costPerTask, failureShare: work.failureShare, perSuccess: costPerSuccessfulTask }];
}

/** Every route over one candidate, but for those on which every task fails. */
export function routesVia(candidate: CatalogModel, work: Work, chosen: CatalogModel, bill: ModelBill): Route[] {
  const other = billFor(work, candidate);
  const routes: Route[] = [];
  for (const strategy of strategiesFor(isLowerTier(candidate, chosen))) {
    const costPerTask = roundUsd(strategy.costPerTask(bill, other, work), 1e9);
    const failureShare = strategy.failureShare(work);
    const success = perSuccess(costPerTask, failureShare);
    if (success === null) continue;
    routes.push({
      strategy,
      model: candidate,
      costPerTask,
      failureShare,
      perSuccess: success,
    });
  }
  return routes;
}
/** Share of the chosen model's cost per successful task that a route saves; 0 where there is nothing to save. */
const saving = (route: Route, bill: ModelBill): number =>
  bill.costPerSuccessfulTask ? 1 - route.perSuccess / bill.costPerSuccessfulTask : 0;

/** A total order: cost per success, then output price, then id, then strategy. */
const byCost = (a: Route, b: Route): number =>
  a.perSuccess - b.perSuccess ||
  a.model.price.output - b.model.price.output ||
  (a.model.id < b.model.id ? -1 : a.model.id > b.model.id ? 1 : 0) ||
  (a.strategy.name < b.strategy.name ? -1 : 1);

const pct = (share: number): number => nearest(share * 1e6) / 1e4;

function suggestion(route: Route, work: Work, bill: ModelBill): Suggestion {
  const succeeding = 1 - work.failureShare;
  const successes = work.workflow.tasksPerMonth * succeeding;
  return {
    strategy: route.strategy.name,
    modelId: route.model.id,
    provider: route.model.provider.id,
    tier: route.model.facts.tier,
    sharePct: pct(route.strategy.share),
    costPerTask: route.costPerTask,
    costPerSuccessfulTask: route.perSuccess,
    assumedFailureRatePct: pct(route.failureShare),
    monthlySaving: roundUsd(successes * ((bill.costPerSuccessfulTask ?? 0) - route.perSuccess), 1e6),
    savingPct: pct(saving(route, bill)),
    breakEvenFailureRatePct: pct(Math.max(0, 1 - (succeeding * route.costPerTask) / bill.costPerTask)),
    note: route.strategy.note,
  };
}
