/** The figures of an estimate: what a task costs and of what, without advice or notes. A page shows them first. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { Terms } from '../dataset/price-on-day.ts';
import { lastSeenOf } from '../dataset/sources.ts';
import { faultCosts, type ModelBill, wasteIn } from '../model/bill.ts';
import { type CacheUse, writePrice } from '../model/cost.ts';
import { rangeOf } from '../model/cost-range.ts';
import { fitsShare } from '../model/limits.ts';
import { peakOf, type Shape, usesOfTool } from '../model/shape.ts';
import { acrossBands } from '../model/used.ts';
import { effortOn, type Work } from '../model/work.ts';
import { causes } from '../schemas/answer-words.ts';
import { placeCalled } from '../schemas/places.ts';
import type { WorkflowField } from '../schemas/request-fields.ts';
import { roundHalfUp, roundTokens } from '../values/money.ts';
import { longContextOf } from './price-parts.ts';
import type { Estimate } from './schemas/estimate-schema.ts';
import type { Ranking } from './schemas/ranking-schema.ts';

/** What is advice or words in an estimate. */
type Advice = 'summary' | 'routing' | 'notes';
export type Figures = Omit<Estimate, Advice>;

/** @param bill of the work on the model */
export function figuresOf(catalog: Catalog, work: Work, model: CatalogModel, bill: ModelBill): Figures {
  const { workflow } = work;
  const { run } = bill;
  const { shape } = run;
  const [input, output] = [acrossBands(run.bands, 'prompts'), acrossBands(run.bands, 'output')];
  const waste = wasteIn(work, bill, faultCosts(work, model, bill));
  return {
    presetId: work.preset.id,
    modelId: model.id,
    provider: model.provider.id,
    host: catalog.host?.id ?? null,
    tier: model.facts.tier,
    status: model.status === 'active' ? 'active' : 'deprecated',
    currency: 'USD',
    workflow,
    assumptions: assumptionsOf(work, model, bill),
    costPerTask: bill.costPerTask,
    costPerSuccessfulTask: bill.costPerSuccessfulTask,
    failures: failuresIn(work),
    monthlySpend: bill.monthlySpend,
    range: rangeOf(catalog, work, model, bill),
    tokensPerTask: {
      input: roundTokens(input),
      cachedInput: roundTokens(run.reads),
      output: roundTokens(output),
    },
    costBreakdown: bill.breakdown,
    waste: {
      costPerTask: waste.costPerTask.total,
      monthly: waste.monthly.total,
      pct: waste.pct.total,
      causes: causes.flatMap(({ name }, index) => {
        const costPerTask = waste.costPerTask.parts[index] as number;
        return costPerTask === 0 ? [] : [{ cause: name, costPerTask, pct: waste.pct.parts[index] as number }];
      }),
    },
    context: {
      peakTokens: roundTokens(peakOf(shape)),
      window: model.facts.contextWindow,
      fits: fitsShare(work, model),
    },
    pricing: pricingOf(model, workflow, run.cached ? workflow : null),
  };
}

/** The share of tasks that is counted as failed, and whose figure it is. */
export const failuresIn = (work: Work): Estimate['failures'] => ({
  pct: work.workflow.taskFailureRatePct,
  basis: sourceOf(work, 'taskFailureRatePct'),
});

/** Where a value of the workflow comes from: the caller, or the preset, where it was measured or assumed. */
export const sourceOf = ({ preset, given }: Work, name: WorkflowField): Estimate['failures']['basis'] =>
  given.has(name) ? 'caller' : preset.measured.includes(name) ? 'measured' : 'assumed';

/** What is assumed, without what is usual. */
function assumptionsOf(work: Work, model: CatalogModel, { run }: ModelBill): Estimate['assumptions'] {
  const { value, basis } = model.hitEfficiency;
  const effort = effortOn(work, model);
  return {
    ...workAssumptions(work, run.shape),
    ...(basis !== 'assumed' && { cacheHitEfficiency: value, cacheHitEfficiencyBasis: basis }),
    ...(model.ownOutputCached !== 0 && { ownOutputCached: model.ownOutputCached }),
    ...(model.minPrefixTokens !== 0 && { minCacheablePrefixTokens: model.minPrefixTokens }),
    ...(run.cached !== work.workflow.promptCaching && { cachingApplied: run.cached }),
    ...(effort !== null && { effort }),
  };
}

/** The assumptions that do not depend on the price of a model. */
export function workAssumptions({ workflow, retryShare }: Work, shape: Shape): Ranking['assumptions'] {
  const callsPerTask = roundTokens(shape.calls);
  const webSearchesPerTask = roundTokens(usesOfTool(shape, 'webSearch'));
  return {
    ...(callsPerTask !== workflow.modelCallsPerTask && { callsPerTask }),
    ...(webSearchesPerTask !== workflow.searchesPerTask && { webSearchesPerTask }),
    ...(retryShare !== 0 && { retryMultiplier: roundHalfUp((1 + retryShare) * 1e9) / 1e9 }),
  };
}

/** The prices used; `written` is null where nothing is written to the cache. */
const pricingOf = (model: CatalogModel, asked: Terms, written: CacheUse | null): Estimate['pricing'] => {
  const { price, seen, terms, webSearchPer1000 } = model;
  return {
    inputPerMTok: price.input,
    outputPerMTok: price.output,
    cachedInputPerMTok: price.cachedInput,
    cacheWritePerMTok: price.cacheWrite,
    longContext: longContextOf(price),
    inForceSince: price.from,
    lastSeen: lastSeenOf(seen),
    serviceTier: terms.serviceTier,
    region: placeCalled(asked.region) ?? terms.region,
    webSearchPer1000,
    cacheWriteUsedPerMTok: written && writePrice(model, written),
  };
};
