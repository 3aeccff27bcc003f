/** What a reader of an estimate must know in addition to its numbers. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { nextPriceAfter, pricesFor } from '../dataset/price-on-day.ts';
import { regionsOf, toolFeeOf } from '../dataset/provider-fees.ts';
import { knownSince, lineagesOf } from '../dataset/sources.ts';
import { isRegionPriceKnown } from '../dataset/terms.ts';
import { failedRunsOf, mostOfWindow } from '../model/assumptions.ts';
import { billFor, effortOn, type ModelBill, type Work } from '../model/bill.ts';
import { cachesByItself, usesCache } from '../model/cache-use.ts';
import { compactAtOn } from '../model/compaction.ts';
import { ownersRangeOf } from '../model/model-error.ts';
import { warmPrefixFor } from '../model/task-prompts.ts';
import { confidence, deprecated, offPeak, overlay, type Priced, promise, standsIn } from '../pricing/price-notes.ts';
import { regionNote } from '../pricing/region-prices.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import { placeCalled } from '../schemas/places.ts';
import { presetFieldNames } from '../schemas/request-fields.ts';
import { daysBetween } from '../values/day.ts';
import { decimal, roundUsd } from '../values/money.ts';
import { roughly, whole } from '../values/rounded.ts';

interface Subject extends Priced {
  catalog: Catalog;
  work: Work;
  bill: ModelBill;
  /** The bill with prompt caching on; null: it is on already, or not offered. */
  cached: ModelBill | null;
  fits: boolean;
}

/** What leads an answer: the work does not fit, the model ends soon, or its price changes soon. In its summary too. */
export const leadingNotes = (subject: Subject): string[] => leading.flatMap((rule) => rule(subject) ?? []);

/** The notes of all rules that apply: `lead`, those that lead, then the others in their order. */
export function notesFor(subject: Subject, lead: readonly string[]): string[] {
  const notes = [...lead];
  for (const rule of rules) {
    const note = rule(subject);
    if (note !== null && !lead.includes(note)) notes.push(note);
  }
  return notes;
}

type Rule = (subject: Subject) => string | null;

const leading: Rule[] = [doesNotFit, endsSoon, changesSoon];

const rules: Rule[] = [
  atHost,
  doesNotFit,
  compactedEarlier,
  termsNotOffered,
  regionWithoutPrice,
  oneSourceOfTerms,
  regionalPrice,
  webSearches,
  longContext,
  cachingNotOffered,
  batchMissesCache,
  prefixTooShort,
  warmPrefixTooShort,
  automaticCaching,
  cachingCostsMore,
  oneHourNotOffered,
  cacheStorage,
  assumedHitEfficiency,
  overlay,
  offPeak,
  promise,
  scheduledChange,
  knownOnlyLater,
  standsIn,
  deprecated,
  confidence,
  failedRuns,
  ownersDiffer,
  effortIsAMultiplier,
  presetIsAssumed,
];

/** The host's own provider sells there at its list price. */
function atHost({ catalog: { host }, model: { provider } }: Subject) {
  if (host === null || provider.id === host.provider) return null;
  return `Uses the prices of ${host.name}, as stated by independent datasets; routes use only models sold there.`;
}

function doesNotFit({ model, bill: { run }, fits }: Subject) {
  if (fits || run.tokens.calls === 0) return null;
  return `The largest prompt, ${whole(Math.ceil(run.tokens.peak))} tokens, does not fit the context window of ${whole(model.facts.contextWindow)}.`;
}

function compactedEarlier({ work, model, bill }: Subject) {
  const { compactAtTokens } = work.workflow;
  const at = compactAtOn(work.workflow, model.facts.contextWindow);
  if (at === null || at === compactAtTokens || bill.run.tokens.compactions === 0) return null;
  return `The transcript is compacted at ${whole(at)} tokens, ${100 * mostOfWindow} % of the context window, which is less than compactAtTokens.`;
}

/** Days before the end of a model, or before a change of its price, from which on an answer begins with it. */
const soonEnds = 60;
const soonChanges = 30;

/** Whether a day is at most so many days after one on which this answer holds, so that no later build is needed to say it. */
const isWithin = (days: number, day: string, { inForce, asOf }: Catalog): boolean =>
  daysBetween(inForce.until ?? asOf, day) <= days;

function endsSoon(subject: Subject) {
  const { shutDown } = subject.model.facts.lifecycle ?? {};
  if (!shutDown || !isWithin(soonEnds, shutDown, subject.catalog)) return null;
  return deprecated(subject) ?? `${subject.model.facts.name} will be shut down on ${shutDown}.`;
}

function changesSoon(subject: Subject) {
  const { catalog, model } = subject;
  const { holdsUntil } = model.listPrice;
  if (holdsUntil !== undefined && isWithin(soonChanges, holdsUntil, catalog)) {
    const promised = promise(subject);
    if (promised !== null) return promised;
  }
  const next = nextPriceAfter(model.facts.prices, catalog.asOf);
  return next?.from && isWithin(soonChanges, next.from, catalog) ? scheduledChange(subject) : null;
}

function termsNotOffered({ work: { workflow }, model }: Subject) {
  const { terms, facts } = model;
  const isOtherRegion = placeCalled(workflow.region) === null && workflow.region !== terms.region;
  const missing = [
    ...(workflow.serviceTier === terms.serviceTier ? [] : [`at the service tier ${workflow.serviceTier}`]),
    ...(isOtherRegion ? [`with processing in the region ${workflow.region}`] : []),
  ];
  if (missing.length === 0) return null;
  return `${facts.name} is not sold ${missing.join(' nor ')}: it is priced ${inWords(terms)}.`;
}

const inWords = ({ serviceTier, region }: CatalogModel['terms']): string =>
  `at the service tier ${serviceTier}${region === 'global' ? '' : `, with processing in the region ${region}`}`;

function regionWithoutPrice({ catalog, work: { workflow }, model }: Subject) {
  const region = placeCalled(workflow.region);
  if (region === null || isRegionPriceKnown(model, workflow)) return null;
  const { terms, listPrice } = model;
  const pricedPlace = terms.region === 'global' ? (listPrice.place ?? 'global') : terms.region;
  return regionNote(catalog, { model, host: catalog.host?.id ?? null, region, pricedPlace });
}

function oneSourceOfTerms({ model: { price, terms } }: Subject) {
  const { serviceTier, region } = terms;
  if ((serviceTier === 'standard' && region === 'global') || lineagesOf(price).length > 1) return null;
  const { url, name, on } = price.sources[0] as DatedPrice['sources'][number];
  const what = serviceTier === 'standard' ? `in the region ${region}` : `of the service tier ${serviceTier}`;
  return `The price ${what} rests on one source: ${url ?? name}, ${on}.`;
}

function regionalPrice({ model }: Subject) {
  const regional = regionsOf(model).find(({ region }) => region === model.terms.region);
  if (regional === undefined) return null;
  return `Processing in the region ${regional.region} multiplies the prices of tokens by ${regional.multiplier}.`;
}

function webSearches({ work: { workflow }, model, bill }: Subject) {
  if (workflow.searchesPerTask === 0) return null;
  const searches = `${roughly(bill.run.tokens.searches)} web searches`;
  if (model.webSearchPer1000 === null) {
    return `No fee for web searches is known for ${model.facts.name}: no sum here includes the ${searches} of a task, and no cheaper route is suggested.`;
  }
  const note = toolFeeOf(model, 'webSearch')?.note;
  return `A task makes ${searches}, at $${decimal(model.webSearchPer1000)} per 1,000.${note === undefined ? '' : ` ${note}`}`;
}

function longContext({ model, bill }: Subject) {
  const { tokens } = bill.run;
  const first = model.thresholds[0];
  let over = 0;
  for (const { calls } of bill.run.bands.slice(1)) over += calls;
  if (first === undefined || over === 0) return null;
  const { serviceTier } = model.terms;
  const tier = serviceTier === 'standard' ? undefined : model.listPrice.serviceTiers?.[serviceTier];
  const at =
    tier?.longContext.length === 0
      ? `standard long-context price, since ${serviceTier} is not offered there`
      : 'long-context price';
  return `${roughly(over)} of ${roughly(tokens.calls)} calls send more than ${whole(first)} tokens and are billed at the ${at}.`;
}

function cachingNotOffered({ work: { workflow }, model: { price, listPrice, terms, facts, provider } }: Subject) {
  if (price.cachedInput !== null) return null;
  if (listPrice.cachedInput !== null && (workflow.promptCaching || provider.caching.mode === 'automatic')) {
    return `No price of cached input is known for ${facts.name} at the service tier ${terms.serviceTier}: all input is priced at $${decimal(price.input)} per 1M tokens, the input price of that tier.`;
  }
  return workflow.promptCaching ? `${facts.name} has no cached price: promptCaching has no effect.` : null;
}

function batchMissesCache({ model, bill }: Subject) {
  if (model.terms.serviceTier !== 'batch' || !bill.run.cached) return null;
  return 'The same cache hits as for standard calls are assumed; batch calls may be hours apart, which gives fewer hits.';
}

function prefixTooShort({ work, model, bill }: Subject) {
  if (bill.run.tokens.calls === 0 || bill.run.cached || !usesCache(model, work.workflow)) return null;
  return `No prompt reaches the ${whole(model.minPrefixTokens)} tokens below which ${model.facts.name} caches nothing.`;
}

function warmPrefixTooShort({ model, bill }: Subject) {
  const { sharedPrefix, warmPrefix } = bill.run.tokens;
  if (!bill.run.cached || warmPrefix === warmPrefixFor(bill.run.tokens, model.minPrefixTokens)) return null;
  return `warmPrefixPct has no effect: system prompt and tool definitions have ${whole(Math.floor(sharedPrefix))} tokens, and ${model.facts.name} caches nothing shorter than ${whole(model.minPrefixTokens)}.`;
}

function automaticCaching({ work, model }: Subject) {
  if (work.workflow.promptCaching || !cachesByItself(model)) return null;
  return `${model.provider.name} caches automatically: promptCaching false has no effect, and cached tokens are billed at the cached price.`;
}

function cachingCostsMore({ work, model, bill, cached }: Subject) {
  if (cached !== null && cached.costPerTask > bill.costPerTask) {
    return `Prompt caching would make this task more expensive, since writing costs more than reading saves: with it, a task costs $${decimal(cached.costPerTask)}.`;
  }
  if (!bill.run.cached || cachesByItself(model)) return null;
  const without = billFor(work, model, { ...work.workflow, promptCaching: false }).costPerTask;
  if (without >= bill.costPerTask) return null;
  return `Prompt caching makes this task more expensive, since writing costs more than reading saves: without it, a task costs $${decimal(without)}.`;
}

function oneHourNotOffered({ work, model, bill }: Subject) {
  if (work.workflow.cacheTtl !== '1h' || !bill.run.cached) return null;
  if (model.price.cacheWrite1h === null) {
    return `${model.facts.name} has no price for one-hour cache writes${atTier(model)}: cacheTtl 1h is billed at the usual write price.`;
  }
  const lacks = model.priceBands.findIndex(
    ({ cacheWrite1h }, band) => cacheWrite1h === null && (bill.run.bands[band]?.calls ?? 0) > 0,
  );
  if (lacks === -1) return null;
  return `${model.facts.name} has no price for one-hour cache writes of more than ${whole(model.thresholds[lacks - 1] as number)} tokens${atTier(model)}: there cacheTtl 1h is billed at the usual write price.`;
}

const atTier = ({ terms: { serviceTier } }: CatalogModel): string =>
  serviceTier === 'standard' ? '' : ` at the service tier ${serviceTier}`;

function cacheStorage({ work: { workflow }, model: { price }, bill }: Subject) {
  if (price.cacheStoragePerHour === undefined || workflow.cacheTtl !== '1h' || !bill.run.cached) return null;
  const kept = workflow.systemPromptTokens + workflow.toolSchemaTokens;
  const usd = decimal(roundUsd((kept * price.cacheStoragePerHour) / 1e6, 1e9));
  return `An explicit cache is also charged for storage, $${decimal(price.cacheStoragePerHour)} per 1M tokens per hour, which no sum here includes: the ${whole(kept)} tokens of system prompt and tools cost $${usd} an hour.`;
}

function assumedHitEfficiency({ bill, model: { hitEfficiency } }: Subject) {
  if (!bill.run.cached || hitEfficiency.basis === 'measured') return null;
  return hitEfficiency.basis === 'sibling'
    ? `The cache hit efficiency of ${hitEfficiency.value} was measured on another model and is carried over.`
    : `The cache hit efficiency of ${hitEfficiency.value} is an assumption, not a measurement.`;
}

function scheduledChange({ catalog, model }: Subject) {
  const next = nextPriceAfter(model.facts.prices, catalog.asOf);
  if (next === undefined) return null;
  const price = pricesFor(model, next, model.terms);
  if (price === null) return `From ${next.from} the price changes; the new price${atTier(model)} is not known.`;
  // What changes may be the price of longer prompts or of another level of service.
  if (price.input === model.price.input && price.output === model.price.output) return null;
  return `From ${next.from} input costs $${decimal(price.input)} and output $${decimal(price.output)} per 1M tokens.`;
}

/** For a past price that no source confirmed at the time. */
function knownOnlyLater({ catalog: { inForce }, model: { price } }: Subject) {
  const known = knownSince(price);
  if (inForce.until === null || known <= inForce.until) return null;
  return `The oldest source of this price is dated ${known}; that it was in force by ${inForce.until} is known only from its start date.`;
}

function failedRuns({ work, bill }: Subject) {
  const { failureShare: f, preset } = work;
  if (bill.costPerTask === 0) return null;
  if (f === 0) {
    const isUnknown = preset.measured.includes('modelCallsPerTask') && failedRunsOf(preset.id) === null;
    return isUnknown ? `No task is counted as failed: the records of ${preset.id} work do not say what failed.` : null;
  }
  const counted = 'Failed tasks are counted at the mean cost of a task';
  const recorded = failedRunsOf(preset.id);
  if (recorded === null)
    return `${counted}; whether they cost more than others was not measured for ${preset.id} work.`;
  const { ratio, low, high, groups, benchmarks } = recorded;
  const share = Math.round((1000 * f * ratio) / (1 - f + f * ratio)) / 10;
  return `${counted}. On ${benchmarks} a failed run cost ${ratio} times a solved one (median of ${groups} groups of runs; half of them ${low} to ${high}): at that ratio failures would be ${share} % of the spend, not ${Math.round(1000 * f) / 10} %.`;
}

/** Why the range is wider than its tasks. */
function ownersDiffer({ catalog, work: { preset, workflow }, bill }: Subject) {
  const found = ownersRangeOf(catalog.evidence, preset, workflow);
  if (found === null || bill.costPerTask === 0 || bill.run.tokens.taskCalls.length === 1) return null;
  const { runs, owners, oneInTenFactor } = found;
  return `Owners differ by more than the calls of their tasks: what one task in ten exceeds is raised ${roughly(oneInTenFactor)} times. Made from an owner's own means, and nothing else of theirs, it then held for nine of ten of ${runs} recorded runs (${owners} owners). With a callDispersion of your own it is not raised.`;
}

function effortIsAMultiplier({ work, model }: Subject) {
  const step = effortOn(work, model);
  if (step === null) return null;
  const { effort, callsMultiplier, outputMultiplier, successPoints, basis, models, benchmark } = step;
  const whose = basis === 'measured' ? `measured for ${model.facts.name}` : `the median of ${models} other models`;
  const points = Math.round(10 * Math.abs(successPoints)) / 10;
  const solved =
    points === 0 ? 'as many tasks' : `${points} points ${successPoints < 0 ? 'fewer' : 'more'} of the tasks`;
  return `Effort ${effort} is modelled as ${roughly(callsMultiplier)} times the calls and ${roughly(outputMultiplier)} times the output of high, ${whose} on ${benchmark}, where ${solved} were solved; taskFailureRatePct is unchanged.`;
}

function presetIsAssumed({ work: { preset, workflow } }: Subject) {
  // Without the calls of recorded runs, nothing is known of the shape of a task.
  if (preset.measured.includes('modelCallsPerTask')) return null;
  if (presetFieldNames.every((name) => workflow[name] !== preset.workflow[name])) return null;
  const but = preset.measured.length === 0 ? '' : `, except ${preset.measured.join(', ')},`;
  return `The preset ${preset.id} is not based on recorded runs: its numbers${but} are assumptions.`;
}
