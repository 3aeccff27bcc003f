/** Which models can be the cheapest route, found without working each of them out. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { extraCalls, extraFailures, splitShare } from '../model/assumptions.ts';
import type { ModelBill, Work } from '../model/bill.ts';
import { costOnAll } from './columns.ts';

/**
 * The candidates whose cheapest route costs about the least per successful task, of all and of the chosen model's
 * provider. "About" is far more than rounding can make of it, so the cheapest after rounding, and every tie, is among
 * them; `routesVia` then works these few out to the nano-dollar.
 */
export function cheapestCandidates(
  catalog: Catalog,
  work: Work,
  chosen: CatalogModel,
  bill: ModelBill,
): CatalogModel[] {
  const { columns } = catalog;
  const { failureShare: f, tokens } = work;
  const {
    perSuccess,
    runs: [run],
  } = columns.scratch;
  costOnAll(columns, tokens, work.workflow.promptCaching, run);

  const { models, active, window, tier, provider } = columns;
  const { freshUsd, readsUsd, outputUsd, contextUsd } = run;
  const lowFailures = Math.min(1, f + extraFailures);
  const retries = 1 + work.retryShare;
  const ownPart = bill.run.contextUsd + (1 - splitShare) * (bill.run.usd - bill.run.contextUsd);
  const lowCost = lowFailures * bill.costPerTask;
  const perSwitch = retries / (1 - f);
  const perSplit = retries / Math.max(1e-300, 1 - lowFailures);
  const perEscalation = 1 / (1 - lowFailures * f);
  const own = models.indexOf(chosen);
  const ownTier = tier[own] as number;
  const ownProvider = provider[own] as number;
  let least = Number.POSITIVE_INFINITY;
  let leastSameProvider = Number.POSITIVE_INFINITY;
  for (let i = 0; i < perSuccess.length; i++) {
    if (i === own || active[i] === 0 || (window[i] as number) < tokens.peak) {
      perSuccess[i] = Number.POSITIVE_INFINITY;
      continue;
    }
    const usd = (freshUsd[i] as number) + (readsUsd[i] as number) + (outputUsd[i] as number);
    let cost = usd * perSwitch;
    if ((tier[i] as number) < ownTier) {
      const context = contextUsd[i] as number;
      const split = (ownPart + context + extraCalls * splitShare * (usd - context)) * perSplit;
      const escalation = (usd * retries + lowCost) * perEscalation;
      cost = Math.min(split, escalation);
    }
    perSuccess[i] = cost;
    if (cost < least) least = cost;
    if (cost < leastSameProvider && provider[i] === ownProvider) leastSameProvider = cost;
  }

  const surest = Math.max(1e-300, Math.min(1 - f, lowFailures < 1 ? 1 - lowFailures : 1));
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
}
