/** Which models can be the cheapest route, found without working each of them out. */

import type { CatalogModel } from '../dataset/catalog.ts';
import { marketOf } from '../dataset/terms.ts';
import type { Work } from '../model/bill.ts';
import { knowsFees } from '../model/cost.ts';
import type { CandidateFinder } from '../routing/routing.ts';
import { type Strategy, strategiesFor } from '../routing/strategies.ts';
import { columnsOf, costOnAll, type RunColumns, tokensUsdOf } from './columns.ts';

/** Used again for every model: only its numbers change. */
const other = { costPerTask: 0 };

interface Route {
  strategy: Strategy;
  /** Share of tasks that succeed, more than 0. */
  succeeding: number;
}

const routesThatSucceed = (strategies: readonly Strategy[], work: Work): Route[] =>
  strategies
    .map((strategy) => ({ strategy, succeeding: 1 - strategy.failureShare(work) }))
    .filter(({ succeeding }) => succeeding > 0);

/**
 * The candidates whose cheapest route costs about the least per successful task, of all and of the chosen model's
 * provider. "About" is far more than rounding can make of it, so the cheapest after rounding, and every tie, is among
 * them; `routesVia` then works these few out to the nano-dollar.
 */
export const cheapestCandidates: CandidateFinder = (catalog, work, chosen, bill) => {
  const columns = columnsOf(marketOf(catalog, work.workflow));
  const { models, suggested, window, tier, provider, knowsFee } = columns;
  if (!knowsFees(work.workflow, chosen)) return [];
  const { runs, perSuccess } = columns.scratch;
  const all = runs.length - 1;
  const run = runs[all] as RunColumns;
  costOnAll(columns, work, all, run);
  const retries = 1 + work.retryShare;
  const toLowerTier = routesThatSucceed(strategiesFor(true), work);
  const toOtherTiers = routesThatSucceed(strategiesFor(false), work);
  // A model that stands in for one that is shut down is another object with the same facts.
  const own = models.findIndex(({ facts }) => facts === chosen.facts);
  const ownTier = tier[own] as number;
  const ownProvider = provider[own] as number;
  let least = Number.POSITIVE_INFINITY;
  let leastSameProvider = Number.POSITIVE_INFINITY;
  for (let i = 0; i < models.length; i++) {
    let cost = Number.POSITIVE_INFINITY;
    const comparable = knowsFee[i] === 1 || work.workflow.searchesPerTask === 0;
    if (i !== own && comparable && suggested[i] === 1 && (window[i] as number) >= (run.peak[i] as number)) {
      other.costPerTask = tokensUsdOf(run, i) * retries + (run.searchUsd[i] as number);
      const routes = (tier[i] as number) < ownTier ? toLowerTier : toOtherTiers;
      for (let s = 0; s < routes.length; s++) {
        const { strategy, succeeding } = routes[s] as Route;
        cost = Math.min(cost, strategy.costPerTask(bill, other, work) / succeeding);
      }
    }
    perSuccess[i] = cost;
    if (cost < least) least = cost;
    if (cost < leastSameProvider && provider[i] === ownProvider) leastSameProvider = cost;
  }
  const surest = [...toLowerTier, ...toOtherTiers].reduce((least, route) => Math.min(least, route.succeeding), 1);
  const slack = 1e-8 / surest;
  const limit = least * (1 + 1e-6) + slack;
  const limitSameProvider = leastSameProvider * (1 + 1e-6) + slack;
  const candidates: CatalogModel[] = [];
  for (let i = 0; i < perSuccess.length; i++) {
    const cost = perSuccess[i] as number;
    if (cost === Number.POSITIVE_INFINITY) continue;
    if (cost <= limit || (cost <= limitSameProvider && provider[i] === ownProvider)) {
      candidates.push(models[i] as CatalogModel);
    }
  }
  return candidates;
};
