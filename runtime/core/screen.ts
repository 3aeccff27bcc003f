/** Which models can be the cheapest route, found without working each of them out. */
import { extraCalls, extraFailures, splitShare } from './assumptions.ts';
import type { ModelBill, Work } from './bill.ts';
import type { Catalog, CatalogModel } from './catalog.ts';
import { costOnAll, usdOf } from './columns.ts';
import { tiers } from './fields.ts';

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

  const lowFailures = Math.min(1, f + extraFailures);
  const retries = 1 + work.retryShare;
  const ownPart = bill.run.contextUsd + (1 - splitShare) * (bill.run.usd - bill.run.contextUsd);
  const chosenTier = tiers.indexOf(chosen.facts.tier);
  perSuccess.fill(Number.POSITIVE_INFINITY);
  let least = Number.POSITIVE_INFINITY;
  let leastSameProvider = Number.POSITIVE_INFINITY;
  for (let i = 0; i < perSuccess.length; i++) {
    if (columns.active[i] === 0 || (columns.window[i] as number) < tokens.peak) continue;
    const model = columns.models[i] as CatalogModel;
    if (model === chosen) continue;
    const usd = usdOf(run, i);
    let cost: number;
    if ((columns.tier[i] as number) >= chosenTier) cost = (usd * retries) / (1 - f);
    else {
      const context = run.contextUsd[i] as number;
      const split = (ownPart + context + extraCalls * splitShare * (usd - context)) * retries;
      const escalate = usd * retries + lowFailures * bill.costPerTask;
      cost = Math.min(
        lowFailures < 1 ? split / (1 - lowFailures) : Number.POSITIVE_INFINITY,
        escalate / (1 - lowFailures * f),
      );
    }
    perSuccess[i] = cost;
    if (cost < least) least = cost;
    if (cost < leastSameProvider && model.provider === chosen.provider) leastSameProvider = cost;
  }

  const surest = Math.max(1e-300, Math.min(1 - f, lowFailures < 1 ? 1 - lowFailures : 1));
  const slack = 1e-8 / surest;
  const limit = least * (1 + 1e-6) + slack;
  const limitSameProvider = leastSameProvider * (1 + 1e-6) + slack;
  const candidates: CatalogModel[] = [];
  for (let i = 0; i < perSuccess.length; i++) {
    const cost = perSuccess[i] as number;
    if (cost === Number.POSITIVE_INFINITY) continue;
    const model = columns.models[i] as CatalogModel;
    if (cost <= limit || (cost <= limitSameProvider && model.provider === chosen.provider)) candidates.push(model);
  }
  return candidates;
}
