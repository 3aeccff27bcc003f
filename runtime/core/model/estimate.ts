/** One workflow on one model: the answer of `/estimate`. */

import { longContextOf } from '../api/models.ts';
import type { Estimate, Ranking } from '../api/schemas.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { Preset } from '../dataset/dataset.ts';
import { callsPerTimeoutLoop } from './assumptions.ts';
import {
  type Bill,
  billFor,
  type ModelBill,
  partOf,
  type Share,
  type Shares,
  sharesOf,
  totalOf,
  type Work,
  wasteIn,
} from './bill.ts';
import { runCost } from './cost.ts';
import { roundTokens } from './money.ts';
import { notesFor } from './notes.ts';
import { routingFor } from './routing.ts';
import { causes } from './waste.ts';

/** What of an estimate is worked out, before it is put in shape; `estimateOf` and `printEstimate` print the same. */
export interface Figures {
  bill: ModelBill;
  /** By cause, in the order of `causes`. */
  waste: Shares;
  promptCaching: Share | null;
  fits: boolean;
  routing: Estimate['routing'];
  notes: string[];
}

export function figuresOf(catalog: Catalog, work: Work, model: CatalogModel): Figures {
  const { workflow, tokens } = work;
  const bill = billFor(work, model);
  const waste = wasteIn(work, bill, {
    faultless: runCost(work.tokensFaultless, model, workflow.promptCaching).usd,
    withHallucinatedTools: runCost(work.tokensWithHallucinatedTools, model, workflow.promptCaching).usd,
    withTimeoutLoops: bill.run.usd,
  });
  const cached = workflow.promptCaching || model.price.cachedInput === null ? null : billFor(work, model, true);
  const fits = tokens.peak <= model.facts.contextWindow;
  return {
    bill,
    waste,
    promptCaching: cached && cachingSaving(work, bill, cached),
    fits,
    routing: routingFor(catalog, work, model, bill),
    notes: notesFor({ catalog, work, model, bill, cached, fits }),
  };
}

export function estimateOf(catalog: Catalog, work: Work, model: CatalogModel): Estimate {
  const { workflow, tokens } = work;
  const { bill, waste, promptCaching, fits, routing, notes } = figuresOf(catalog, work, model);
  return {
    presetId: work.preset.id,
    modelId: model.id,
    provider: model.provider.id,
    workflow,
    assumptions: {
      ...workAssumptions(work),
      ...modelAssumptions(model),
      cachingApplied: bill.run.cached,
    },
    costPerTask: bill.costPerTask,
    costPerSuccessfulTask: bill.costPerSuccessfulTask,
    monthlySpend: bill.monthlySpend,
    tokensPerTask: {
      input: roundTokens(tokens.input),
      cachedInput: roundTokens(bill.run.reads),
      output: roundTokens(tokens.output),
    },
    costBreakdown: bill.breakdown,
    waste: { ...totalOf(waste), causes: causes.map((cause, index) => ({ cause, ...partOf(waste, index) })) },
    savings: { promptCaching },
    context: { peakTokens: roundTokens(tokens.peak), window: model.facts.contextWindow, fits },
    routing,
    pricing: pricingOf(model),
    notes,
  };
}

/** The prices used. */
export const pricingOf = ({ price }: CatalogModel): Estimate['pricing'] => ({
  inputPerMTok: price.input,
  outputPerMTok: price.output,
  cachedInputPerMTok: price.cachedInput,
  cacheWritePerMTok: price.cacheWrite,
  longContext: longContextOf(price),
  inForceSince: price.from,
  verifiedOn: price.verifiedOn,
});

/** What does not depend on the model. */
export const workAssumptions = (work: Work): Ranking['assumptions'] => ({
  ...presetAssumptions(work.preset),
  callsPerTask: roundTokens(work.tokens.calls),
  retryMultiplier: retryMultiplier(work),
});

export const presetAssumptions = ({ assumptions }: Preset) => ({
  callDispersion: assumptions.callDispersion,
  userTokensPerCall: assumptions.userTokensPerCall,
  callsPerTimeoutLoop,
});

export const modelAssumptions = (model: CatalogModel) => ({
  cacheHitEfficiency: model.hitEfficiency.value,
  cacheHitEfficiencyBasis: model.hitEfficiency.basis,
  minCacheablePrefixTokens: model.minPrefixTokens,
});

export const retryMultiplier = ({ retryShare }: Work): number => Math.round((1 + retryShare) * 1e9) / 1e9;

/** What turning prompt caching on would save. */
function cachingSaving(work: Work, now: Bill, cached: Bill): Share {
  const saved = Math.max(0, now.costPerTask - cached.costPerTask);
  return totalOf(sharesOf(now, work.workflow.tasksPerMonth, [saved]));
}
