/** The figures of an estimate: what a task costs and of what, without advice or notes. A page shows them first. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { PriceBand, Terms } from '../dataset/price-on-day.ts';
import { lastSeenOf } from '../dataset/sources.ts';
import { isRegionPriceKnown } from '../dataset/terms.ts';
import { callsPerTimeoutLoop } from '../model/assumptions.ts';
import { effortOn, fitsContext, type ModelBill, type Work, workOn } from '../model/bill.ts';
import { type CacheUse, writePrice } from '../model/cache-use.ts';
import { runCost } from '../model/cost.ts';
import { rangeOf } from '../model/cost-range.ts';
import { wasteIn } from '../model/shares.ts';
import { causes } from '../model/waste.ts';
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
  const { tokens } = workOn(work, model);
  const { run } = bill;
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
      callsPerTask: roundTokens(tokens.calls),
      webSearchesPerTask: roundTokens(tokens.searches),
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
      input: roundTokens(tokens.input),
      cachedInput: roundTokens(run.reads),
      output: roundTokens(tokens.output),
    },
    tokensPerTaskWithRetries: {
      input: roundTokens(tokens.input * withRetries),
      cachedInput: roundTokens(run.reads * withRetries),
      output: roundTokens(tokens.output * withRetries),
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
      peakTokens: roundTokens(tokens.peak),
      window: model.facts.contextWindow,
      fits: fitsContext(work, model),
    },
    pricing: pricingOf(model, workflow, run.cached ? workflow : null),
  };
}

/** Where each value of the workflow comes from: the caller if it differs from the preset, else measured or assumed. */
function inputsOf({ preset, workflow }: Work): Estimate['inputs'] {
  const inputs: Estimate['inputs'] = { caller: [], measured: [], assumed: [] };
  for (const name of workflowFieldNames) {
    const origin = workflow[name] !== preset.workflow[name] ? 'caller' : sourceOf(preset, name);
    inputs[origin].push(name);
  }
  return inputs;
}

const sourceOf = ({ measured }: Preset, name: WorkflowField): 'measured' | 'assumed' =>
  measured.includes(name) ? 'measured' : 'assumed';

/** USD of a run on one model without faults, with the first fault, and so on up to all faults, the run of the bill. */
const faultCosts = (work: Work, model: CatalogModel, { run }: ModelBill): number[] =>
  workOn(work, model).faultSteps.map((tokens) =>
    tokens === run.tokens ? run.usd : runCost(tokens, model, work.workflow).usd,
  );

/** The prices used; `written` is null where nothing is written to the cache. */
const pricingOf = (model: CatalogModel, asked: Terms, written: CacheUse | null): Estimate['pricing'] => {
  const { price, priceBands, seen, terms, webSearchPer1000 } = model;
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
    cacheWriteUsedPerMTok: written && writePrice(priceBands[0] as PriceBand, written),
  };
};

/** The assumptions that do not depend on the model. */
export const workAssumptions = (work: Work): Ranking['assumptions'] => ({
  callDispersion: work.workflow.callDispersion,
  userTokensPerCall: work.workflow.userTokensPerCall,
  callsPerTimeoutLoop,
  callsPerTask: roundTokens(work.tokens.calls),
  webSearchesPerTask: roundTokens(work.tokens.searches),
  retryMultiplier: retryMultiplier(work),
});

const retryMultiplier = ({ retryShare }: Work): number => roundHalfUp((1 + retryShare) * 1e9) / 1e9;
