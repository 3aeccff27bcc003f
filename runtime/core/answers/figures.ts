/** The figures of an estimate: what a task costs and of what, without advice or notes. A page shows them first. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { Terms } from '../dataset/price-on-day.ts';
import { lastSeenOf } from '../dataset/sources.ts';
import { isRegionPriceKnown } from '../dataset/terms.ts';
import { callsPerTimeoutLoop } from '../model/assumptions.ts';
import { faultCosts, fitsContext, type ModelBill } from '../model/bill.ts';
import { type CacheUse, writePrice } from '../model/cost.ts';
import { rangeOf } from '../model/cost-range.ts';
import { peakOf, usesOfTool } from '../model/shape.ts';
import { wasteIn } from '../model/shares.ts';
import { acrossBands } from '../model/used.ts';
import { causes } from '../model/waste.ts';
import { effortOn, type Work } from '../model/work.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import { placeCalled } from '../schemas/places.ts';
import { type WorkflowField, workflowFieldNames } from '../schemas/request-fields.ts';
import { roundHalfUp, roundTokens, roundUsd } from '../values/money.ts';
import { longContextOf } from './price-parts.ts';
import type { Estimate } from './schemas/estimate-schema.ts';
import type { Ranking } from './schemas/ranking-schema.ts';

/** What is advice or words in an estimate. */
type Advice = 'summary' | 'levers' | 'savings' | 'routing' | 'notes';
export type Figures = Omit<Estimate, Advice>;

/** @param bill of the work on the model */
export function figuresOf(catalog: Catalog, work: Work, model: CatalogModel, bill: ModelBill): Figures {
  const { workflow } = work;
  const { run } = bill;
  const { shape } = run;
  const [input, output] = [acrossBands(run.bands, 'prompts'), acrossBands(run.bands, 'output')];
  const waste = wasteIn(work, bill, faultCosts(work, model, bill));
  const withRetries = 1 + work.retryShare;
  return {
    presetId: work.preset.id,
    modelId: model.id,
    provider: model.provider.id,
    host: catalog.host?.id ?? null,
    tier: model.facts.tier,
    status: model.status === 'active' ? 'active' : 'deprecated',
    currency: 'USD',
    workflow,
    inputs: inputsOf(work),
    assumptions: {
      callDispersion: workflow.callDispersion,
      userTokensPerCall: workflow.userTokensPerCall,
      callsPerTimeoutLoop,
      callsPerTask: roundTokens(shape.calls),
      webSearchesPerTask: roundTokens(usesOfTool(shape, 'webSearch')),
      retryMultiplier: retryMultiplier(work),
      cacheHitEfficiency: model.hitEfficiency.value,
      cacheHitEfficiencyBasis: model.hitEfficiency.basis,
      ownOutputCached: model.ownOutputCached,
      minCacheablePrefixTokens: model.minPrefixTokens,
      cachingApplied: run.cached,
      effort: effortOn(work, model),
    },
    costPerTask: bill.costPerTask,
    costPerSuccessfulTask: bill.costPerSuccessfulTask,
    monthlySpend: bill.monthlySpend,
    dailySpend: roundUsd((bill.monthlySpend * 12) / 365, 1e6),
    yearlySpend: roundUsd(bill.monthlySpend * 12, 1e6),
    range: rangeOf(catalog, work, model, bill),
    tokensPerTask: {
      input: roundTokens(input),
      cachedInput: roundTokens(run.reads),
      output: roundTokens(output),
    },
    tokensPerTaskWithRetries: {
      input: roundTokens(input * withRetries),
      cachedInput: roundTokens(run.reads * withRetries),
      output: roundTokens(output * withRetries),
    },
    costBreakdown: bill.breakdown,
    waste: {
      costPerTask: waste.costPerTask.total,
      monthly: waste.monthly.total,
      pct: waste.pct.total,
      causes: causes.map(({ name }, index) => ({
        cause: name,
        costPerTask: waste.costPerTask.parts[index] as number,
        monthly: waste.monthly.parts[index] as number,
        pct: waste.pct.parts[index] as number,
      })),
    },
    context: {
      peakTokens: roundTokens(peakOf(shape)),
      window: model.facts.contextWindow,
      fits: fitsContext(work, model),
    },
    pricing: pricingOf(model, workflow, run.cached ? workflow : null),
  };
}

/** Where each value of the workflow comes from: the caller, or the preset, where it was measured or assumed. */
function inputsOf({ preset, given }: Work): Estimate['inputs'] {
  const inputs: Estimate['inputs'] = { caller: [], measured: [], assumed: [] };
  for (const name of workflowFieldNames) inputs[given.has(name) ? 'caller' : sourceOf(preset, name)].push(name);
  return inputs;
}

const sourceOf = ({ measured }: Preset, name: WorkflowField): 'measured' | 'assumed' =>
  measured.includes(name) ? 'measured' : 'assumed';

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
    verifiedOn: price.verifiedOn,
    lastSeen: lastSeenOf(seen),
    serviceTier: terms.serviceTier,
    region: placeCalled(asked.region) ?? terms.region,
    regionPriceKnown: isRegionPriceKnown(model, asked),
    webSearchPer1000,
    cacheWriteUsedPerMTok: written && writePrice(model, written),
  };
};

/** The assumptions that do not depend on the model. */
export const workAssumptions = (work: Work): Ranking['assumptions'] => ({
  callDispersion: work.workflow.callDispersion,
  userTokensPerCall: work.workflow.userTokensPerCall,
  callsPerTimeoutLoop,
  callsPerTask: roundTokens(work.shape.calls),
  webSearchesPerTask: roundTokens(usesOfTool(work.shape, 'webSearch')),
  retryMultiplier: retryMultiplier(work),
});

const retryMultiplier = ({ retryShare }: Work): number => roundHalfUp((1 + retryShare) * 1e9) / 1e9;
