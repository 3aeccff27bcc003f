/** One workflow on one model: the answer of `/estimate`. */
import { callsPerTimeoutLoop } from './assumptions.ts';
import { billFor, partOf, sharesOf, totalOf, type Work, wasteIn } from './bill.ts';
import type { Catalog, CatalogModel } from './catalog.ts';
import { runCost } from './cost.ts';
import { longContextOf } from './models.ts';
import { roundTokens } from './money.ts';
import { notesFor } from './notes.ts';
import { routingFor } from './routing.ts';
import type { Estimate, Ranking } from './schemas.ts';
import { causes } from './waste.ts';

export function estimateOf(catalog: Catalog, work: Work, model: CatalogModel): Estimate {
  const { workflow, tokens } = work;
  const bill = billFor(work, model);
  const waste = wasteIn(work, bill, {
    faultless: runCost(work.tokensFaultless, model, workflow.promptCaching).usd,
    withHallucinatedTools: runCost(work.tokensWithHallucinatedTools, model, workflow.promptCaching).usd,
    withTimeoutLoops: bill.run.usd,
  });
  const promptCaching = cachingSaving(work, model);
  const fits = tokens.peak <= model.facts.contextWindow;
  return {
    presetId: work.preset.id,
    modelId: model.id,
    provider: model.provider.id,
    workflow,
    assumptions: {
      ...workAssumptions(work),
      cacheHitEfficiency: model.hitEfficiency.value,
      cacheHitEfficiencyBasis: model.hitEfficiency.basis,
      minCacheablePrefixTokens: model.minPrefixTokens,
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
    routing: routingFor(catalog, work, model, bill),
    pricing: {
      inputPerMTok: model.price.input,
      outputPerMTok: model.price.output,
      cachedInputPerMTok: model.price.cachedInput,
      cacheWritePerMTok: model.price.cacheWrite,
      longContext: longContextOf(model.price),
      inForceSince: model.price.from,
      verifiedOn: model.price.verifiedOn,
    },
    notes: notesFor({ catalog, work, model, bill, fits, promptCaching }),
  };
}

/** What does not depend on the model. */
export const workAssumptions = (work: Work): Ranking['assumptions'] => ({
  callDispersion: work.preset.assumptions.callDispersion,
  userTokensPerCall: work.preset.assumptions.userTokensPerCall,
  callsPerTimeoutLoop,
  callsPerTask: roundTokens(work.tokens.calls),
  retryMultiplier: Math.round((1 + work.retryShare) * 1e9) / 1e9,
});

/** What turning prompt caching on would save; null when it is on or the model does not offer it. */
function cachingSaving(work: Work, model: CatalogModel): Estimate['savings']['promptCaching'] {
  if (work.workflow.promptCaching || model.price.cachedInput === null) return null;
  const now = billFor(work, model);
  const cached = billFor(work, model, true);
  const saved = Math.max(0, now.costPerTask - cached.costPerTask);
  return totalOf(sharesOf(now, work.workflow.tasksPerMonth, [saved]));
}
