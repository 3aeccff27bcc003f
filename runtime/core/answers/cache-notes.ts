/** Notes on an estimate: what the prompt cache does, and what it is billed at. */
import { billFor } from '../model/bill.ts';
import { cachesByItself, ratesOf, usesCache } from '../model/cost.ts';
import { warmPrefixFor } from '../model/shape.ts';
import { unitAt } from '../schemas/billable-units.ts';
import { decimal, roundUsd } from '../values/money.ts';
import { whole } from '../values/rounded.ts';
import { atTier, type Subject } from './context-notes.ts';

export function cachingNotOffered({
  work: { workflow },
  model: { price, listPrice, terms, facts, provider },
}: Subject) {
  if (price.cachedInput !== null) return null;
  if (listPrice.cachedInput !== null && (workflow.promptCaching || provider.caching.mode === 'automatic')) {
    return `No price of cached input is known for ${facts.name} on ${terms.serviceTier} terms: all input is priced at $${decimal(price.input)} per 1M tokens, the input price of those terms.`;
  }
  return workflow.promptCaching ? `${facts.name} has no cached price: promptCaching has no effect.` : null;
}

export function batchMissesCache({ model, bill }: Subject) {
  if (model.terms.serviceTier !== 'batch' || !bill.run.cached) return null;
  return 'The same cache hits as for standard calls are assumed; batch calls may be hours apart, which gives fewer hits.';
}

export function prefixTooShort({ work, model, bill }: Subject) {
  if (bill.run.shape.calls === 0 || bill.run.cached || !usesCache(model, work.workflow)) return null;
  return `No prompt reaches the ${whole(model.minPrefixTokens)} tokens below which ${model.facts.name} caches nothing.`;
}

export function warmPrefixTooShort({ model, bill }: Subject) {
  const { sharedPrefix, warmPrefix } = bill.run.shape;
  if (!bill.run.cached || warmPrefix === warmPrefixFor(bill.run.shape, model.minPrefixTokens)) return null;
  return `warmPrefixPct has no effect: system prompt and tool definitions have ${whole(Math.floor(sharedPrefix))} tokens, and ${model.facts.name} caches nothing shorter than ${whole(model.minPrefixTokens)}.`;
}

export function automaticCaching({ work, model }: Subject) {
  if (work.workflow.promptCaching || !cachesByItself(model)) return null;
  return `${model.provider.name} caches automatically: promptCaching false has no effect, and cached tokens are billed at the cached price.`;
}

export function cachingCostsMore({ work, model, bill, cached }: Subject) {
  if (cached !== null && cached.costPerTask > bill.costPerTask) {
    return `Prompt caching would make this task more expensive, since writing costs more than reading saves: with it, a task costs $${decimal(cached.costPerTask)}.`;
  }
  if (!bill.run.cached || cachesByItself(model)) return null;
  const without = billFor(work, model, { ...work.workflow, promptCaching: false }).costPerTask;
  if (without >= bill.costPerTask) return null;
  return `Prompt caching makes this task more expensive, since writing costs more than reading saves: without it, a task costs $${decimal(without)}.`;
}

export function oneHourNotOffered({ work, model, bill }: Subject) {
  if (work.workflow.cacheTtl !== '1h' || !bill.run.cached) return null;
  if (model.price.cacheWrite1h === null) {
    return `${model.facts.name} has no price for one-hour cache writes${atTier(model)}: cacheTtl 1h is billed at the usual write price.`;
  }
  const lacks = ratesOf(model).rates.findIndex(
    (rates, band) => Number.isNaN(rates[unitAt.cacheWrite1h]) && (bill.run.bands[band]?.calls ?? 0) > 0,
  );
  if (lacks === -1) return null;
  return `${model.facts.name} has no price for one-hour cache writes of more than ${whole(model.thresholds[lacks - 1] as number)} tokens${atTier(model)}: there cacheTtl 1h is billed at the usual write price.`;
}

/** The share of cold calls belongs to a life of the cache: where only the life is changed, it is no longer that of the preset. */
export function lifeChanged({ work: { workflow, preset, given }, bill }: Subject) {
  const { cacheTtl, coldCallsPct } = preset.workflow;
  if (!bill.run.cached || given.has('coldCallsPct') || workflow.cacheTtl === cacheTtl || coldCallsPct === 0)
    return null;
  const fewerOrMore = cacheTtl === '1h' ? 'More' : 'Fewer';
  return `coldCallsPct stays at ${coldCallsPct}, which belongs to cacheTtl ${cacheTtl}. ${fewerOrMore} calls find a cold cache with ${workflow.cacheTtl}: those after a pause of 5 to 60 minutes. State coldCallsPct too.`;
}

export function cacheStorage({ work: { workflow }, model: { price }, bill }: Subject) {
  if (price.cacheStoragePerHour === undefined || workflow.cacheTtl !== '1h' || !bill.run.cached) return null;
  const kept = workflow.systemPromptTokens + workflow.toolSchemaTokens;
  const usd = decimal(roundUsd((kept * price.cacheStoragePerHour) / 1e6, 1e9));
  return `An explicit cache is also charged for storage, $${decimal(price.cacheStoragePerHour)} per 1M tokens per hour, which no sum here includes: the ${whole(kept)} tokens of system prompt and tools cost $${usd} an hour.`;
}

export function assumedHitEfficiency({ bill, model: { hitEfficiency } }: Subject) {
  if (!bill.run.cached || hitEfficiency.basis === 'measured') return null;
  return hitEfficiency.basis === 'sibling'
    ? `Cache hit efficiency ${hitEfficiency.value} is carried over from another model.`
    : `Cache hit efficiency ${hitEfficiency.value} is assumed, not measured.`;
}
