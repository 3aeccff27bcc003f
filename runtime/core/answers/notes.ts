/** What a reader of an estimate must know in addition to its numbers. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { nextPriceAfter, pricesFor } from '../dataset/price-on-day.ts';
import { regionsOf, toolFeeOf } from '../dataset/provider-fees.ts';
import { resoldAt } from '../dataset/sellers.ts';
import { knownSince, lineagesOf } from '../dataset/sources.ts';
import { isRegionPriceKnown } from '../dataset/terms.ts';
import { failedRunsOf } from '../model/assumptions.ts';
import { ownersRangeOf } from '../model/cost-range.ts';
import { usesOfTool } from '../model/shape.ts';
import { effortOn } from '../model/work.ts';
import { confidence, deprecated, offPeak, overlay, promise, standsIn } from '../pricing/price-notes.ts';
import { regionNote } from '../pricing/region-prices.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import { placeCalled } from '../schemas/places.ts';
import { presetFieldNames } from '../schemas/request-fields.ts';
import { daysBetween } from '../values/day.ts';
import { decimal } from '../values/money.ts';
import { roughly } from '../values/rounded.ts';
import {
  assumedHitEfficiency,
  automaticCaching,
  batchMissesCache,
  cacheStorage,
  cachingCostsMore,
  cachingNotOffered,
  lifeChanged,
  oneHourNotOffered,
  prefixTooShort,
  warmPrefixTooShort,
} from './cache-notes.ts';
import {
  answerTooLong,
  atTier,
  compactedEarlier,
  compactsEveryCall,
  doesNotFit,
  keptPrefixIsLonger,
  longContext,
  longTasksDoNotFit,
  neverCompacted,
  type Rule,
  type Subject,
  spreadNotMet,
} from './context-notes.ts';

/** What leads an answer: the work does not fit, the model ends soon, or its price changes soon. In its summary too. */
export const leadingNotes = (subject: Subject): string[] => leading.flatMap((rule) => rule(subject) ?? []);

/** The notes of all rules that apply: `lead`, those that lead, then the others in their order, which may say the same. */
export function notesFor(subject: Subject, lead: readonly string[]): string[] {
  const notes = [...lead];
  for (const rule of rules) {
    const note = rule(subject);
    if (note !== null && !lead.includes(note)) notes.push(note);
  }
  return notes;
}

const leading: Rule[] = [
  answerTooLong,
  doesNotFit,
  longTasksDoNotFit,
  compactsEveryCall,
  neverCompacted,
  endsSoon,
  changesSoon,
];

const rules: Rule[] = [
  atHost,
  compactedEarlier,
  keptPrefixIsLonger,
  spreadNotMet,
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
  lifeChanged,
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
function atHost({ catalog, model }: Subject) {
  const { host } = catalog;
  if (host === null) {
    const resold = resoldAt(catalog, model);
    return resold && `Priced ${resold}; other hosts have other prices.`;
  }
  if (model.provider.id === host.provider) return null;
  return `Uses the prices of ${host.name}, as stated by independent datasets; routes use only models sold there.`;
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
    ...(workflow.serviceTier === terms.serviceTier ? [] : [`on ${workflow.serviceTier} terms`]),
    ...(isOtherRegion ? [`with processing in the region ${workflow.region}`] : []),
  ];
  if (missing.length === 0) return null;
  return `${facts.name} is not sold ${missing.join(' nor ')}: it is priced ${inWords(terms)}.`;
}

const inWords = ({ serviceTier, region }: CatalogModel['terms']): string =>
  `on ${serviceTier} terms${region === 'global' ? '' : `, with processing in the region ${region}`}`;

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
  const what = serviceTier === 'standard' ? `in the region ${region}` : `on ${serviceTier} terms`;
  return `The price ${what} rests on one source: ${url ?? name}, ${on}.`;
}

function regionalPrice({ model }: Subject) {
  const regional = regionsOf(model).find(({ region }) => region === model.terms.region);
  if (regional === undefined) return null;
  return `Processing in the region ${regional.region} multiplies the prices of tokens by ${regional.multiplier}.`;
}

function webSearches({ work: { workflow }, model, bill }: Subject) {
  if (workflow.searchesPerTask === 0) return null;
  const searches = `${roughly(usesOfTool(bill.run.shape, 'webSearch'))} web searches`;
  if (model.webSearchPer1000 === null) {
    return `No fee for web searches is known for ${model.facts.name}: no sum here includes the ${searches} of a task, and no cheaper route is suggested.`;
  }
  const note = toolFeeOf(model, 'webSearch')?.note;
  return `A task makes ${searches}, at $${decimal(model.webSearchPer1000)} per 1,000.${note === undefined ? '' : ` ${note}`}`;
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
  const counted = 'Failed tasks count at the mean cost of a task';
  const recorded = failedRunsOf(preset.id);
  if (recorded === null)
    return `${counted}; whether they cost more than others was not measured for ${preset.id} work.`;
  const { ratio, low, high, groups, benchmarks } = recorded;
  const share = Math.round((1000 * f * ratio) / (1 - f + f * ratio)) / 10;
  return `${counted}. On ${benchmarks} a failed run cost ${ratio} times a solved one (middle of ${groups} groups, half of them ${low} to ${high}): so failures would be ${share} % of the spend, not ${Math.round(1000 * f) / 10} %.`;
}

/** Why the range is wider than its tasks. */
function ownersDiffer({ catalog, work, bill }: Subject) {
  const found = ownersRangeOf(catalog.evidence, work);
  if (found === null || bill.costPerTask === 0) return null;
  const { runs, owners, oneInTenFactor } = found;
  return `Owners differ by more than the calls of their tasks: oneInTen is raised ${roughly(oneInTenFactor)} times, and then held for nine of ten of ${runs} recorded runs (${owners} owners). With a callDispersion of your own it is not.`;
}

function effortIsAMultiplier({ work, model }: Subject) {
  const step = effortOn(work, model);
  if (step === null) {
    const asked = work.workflow.reasoningEffort;
    return asked && `${model.facts.name} does not reason: reasoningEffort ${asked} has no effect.`;
  }
  const { effort, callsMultiplier, outputMultiplier, successPoints, basis, models, benchmark } = step;
  const whose = basis === 'measured' ? `measured for ${model.facts.name}` : `the median of ${models} other models`;
  const points = Math.round(10 * Math.abs(successPoints)) / 10;
  const solved =
    points === 0 ? 'as many tasks' : `${points} points ${successPoints < 0 ? 'fewer' : 'more'} of the tasks`;
  return `Effort ${effort} is modelled as ${roughly(callsMultiplier)} times the calls and ${roughly(outputMultiplier)} times the output of high, ${whose} on ${benchmark}, where ${solved} were solved; taskFailureRatePct is unchanged.`;
}

function presetIsAssumed({ work: { preset, given } }: Subject) {
  // Without the calls of recorded runs, nothing is known of the shape of a task.
  if (preset.measured.includes('modelCallsPerTask')) return null;
  if (presetFieldNames.every((name) => given.has(name))) return null;
  const but = preset.measured.length === 0 ? '' : `, except ${preset.measured.join(', ')},`;
  return `The preset ${preset.id} is not based on recorded runs: its numbers${but} are assumptions.`;
}
