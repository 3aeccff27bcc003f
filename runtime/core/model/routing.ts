/** Cheaper routes for the same work (COST-MODEL, "Cheaper routing"). */

import type { Estimate, Suggestion } from '../api/schemas.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { type Tier, tiers } from '../dataset/fields.ts';
import { cheapestCandidates } from '../fast/route-candidates.ts';
import { extraCalls, extraFailures, splitShare, worthwhilePct } from './assumptions.ts';
import { billFor, type ModelBill, perSuccess, type Work } from './bill.ts';
import type { RunCost } from './cost.ts';
import { roundUsd } from './money.ts';

export const routeNotes = {
  switch: 'The same work at the price of another model; its failure rate is assumed to be the same. Test it.',
  split:
    'Both models write the whole context once. Assumes that the lower tier needs 10 % more calls and that tasks fail 5 points more often. Test it.',
  escalate:
    'Failed tasks run again on the chosen model. Assumes that the lower tier fails 5 points more often; needs a check that notices failures, whose cost is not counted. Test it.',
} as const;

interface Route {
  strategy: keyof typeof routeNotes;
  model: CatalogModel;
  share: number;
  /** USD per task, rounded, and the share of tasks that fail. */
  costPerTask: number;
  failureShare: number;
  perSuccess: number;
}

const rank = (tier: Tier): number => tiers.indexOf(tier);

/**
 * The cheapest route per successful task, overall and within the chosen model's provider; null where none saves 10 %.
 * Deprecated models are not suggested.
 */
export function routingFor(catalog: Catalog, work: Work, chosen: CatalogModel, bill: ModelBill): Estimate['routing'] {
  let best: Route | null = null;
  let bestSameProvider: Route | null = null;
  for (const candidate of cheapestCandidates(catalog, work, chosen, bill)) {
    const sameProvider = candidate.provider === chosen.provider;
    for (const route of routesVia(candidate, work, chosen, bill)) {
      if (pct(saving(route, bill)) < worthwhilePct) continue;
      if (best === null || byCost(route, best) < 0) best = route;
      if (sameProvider && (bestSameProvider === null || byCost(route, bestSameProvider) < 0)) bestSameProvider = route;
    }
  }
  return {
    best: best && suggestion(best, work, bill),
    bestSameProvider: bestSameProvider && suggestion(bestSameProvider, work, bill),
  };
}

/** Every way over one candidate. */
export function routesVia(candidate: CatalogModel, work: Work, chosen: CatalogModel, bill: ModelBill): Route[] {
  const f = work.failureShare;
  const other = billFor(work, candidate);
  const routes: Route[] = [];
  if (rank(candidate.facts.tier) >= rank(chosen.facts.tier)) {
    addRoute(routes, 'switch', candidate, 1, other.costPerTask, f);
    return routes;
  }
  const lowFailures = Math.min(1, f + extraFailures);
  const split = (part(bill.run, 1 - splitShare) + part(other.run, extraCalls * splitShare)) * (1 + work.retryShare);
  addRoute(routes, 'split', candidate, splitShare, roundUsd(split, 1e9), lowFailures);
  const escalated = roundUsd(other.costPerTask + lowFailures * bill.costPerTask, 1e9);
  addRoute(routes, 'escalate', candidate, 1, escalated, lowFailures * f);
  return routes;
}

/** USD of one model's part of a split: it writes the whole context once and has a share of everything else. */
const part = (run: RunCost, share: number): number => run.contextUsd + share * (run.usd - run.contextUsd);

/** Adds a route, unless every task fails on it. */
function addRoute(
  routes: Route[],
  strategy: Route['strategy'],
  model: CatalogModel,
  share: number,
  costPerTask: number,
  failureShare: number,
): void {
  const success = perSuccess(costPerTask, failureShare);
  if (success !== null) routes.push({ strategy, model, share, costPerTask, failureShare, perSuccess: success });
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

const pct = (share: number): number => Math.round(share * 1e6) / 1e4;

function suggestion(route: Route, work: Work, bill: ModelBill): Suggestion {
  const succeeding = 1 - work.failureShare;
  const successes = work.workflow.tasksPerMonth * succeeding;
  return {
    strategy: route.strategy,
    modelId: route.model.id,
    provider: route.model.provider.id,
    tier: route.model.facts.tier,
    sharePct: pct(route.share),
    costPerTask: route.costPerTask,
    costPerSuccessfulTask: route.perSuccess,
    assumedFailureRatePct: pct(route.failureShare),
    monthlySaving: roundUsd(successes * ((bill.costPerSuccessfulTask ?? 0) - route.perSuccess), 1e6),
    savingPct: pct(saving(route, bill)),
    breakEvenFailureRatePct: pct(Math.max(0, 1 - (succeeding * route.costPerTask) / bill.costPerTask)),
    note: routeNotes[route.strategy],
  };
}
