/** What a reader of an estimate must know beside its numbers. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { DatedPrice } from '../dataset/dataset.ts';
import { knownSince } from '../dataset/sources.ts';
import type { Bill, ModelBill, Work } from './bill.ts';
import { roundTokens } from './money.ts';
import { hasLapsed, nextPriceAfter } from './prices.ts';
import { callsUpTo } from './tokens.ts';

interface Subject {
  catalog: Catalog;
  work: Work;
  model: CatalogModel;
  bill: ModelBill;
  /** The bill with prompt caching; null where it is on or the model does not offer it. */
  cached: Bill | null;
  fits: boolean;
}

/** Every rule below that applies, in this order. */
export function notesFor(subject: Subject): string[] {
  const notes: string[] = [];
  for (const rule of rules) {
    const note = rule(subject);
    if (note !== null) notes.push(note);
  }
  return notes;
}

const rules: ((subject: Subject) => string | null)[] = [
  doesNotFit,
  longContext,
  cachingNotOffered,
  prefixTooShort,
  automaticCaching,
  assumedHitEfficiency,
  offPeak,
  promise,
  scheduledChange,
  knownOnlyLater,
  standsIn,
  deprecated,
  confidence,
  failuresAreALowerBound,
  presetIsAssumed,
];

function doesNotFit({ work, model, fits }: Subject) {
  if (fits || work.tokens.calls === 0) return null;
  return `The largest prompt, ${roundTokens(work.tokens.peak)} tokens, does not fit the context window of ${model.facts.contextWindow}.`;
}

function longContext({ work: { tokens }, model }: Subject) {
  const first = model.price.longContext[0];
  if (first === undefined || tokens.calls === 0 || tokens.peak <= first.above) return null;
  const over = roundTokens(tokens.calls - callsUpTo(first.above, tokens));
  return `${over} of ${roundTokens(tokens.calls)} calls send more than ${first.above} tokens and are billed at the long-context price.`;
}

function cachingNotOffered({ work, model }: Subject) {
  if (!work.workflow.promptCaching || model.price.cachedInput !== null) return null;
  return `${model.facts.name} has no cached price: promptCaching changes nothing.`;
}

function prefixTooShort({ work, model }: Subject) {
  if (!work.workflow.promptCaching || model.price.cachedInput === null) return null;
  if (work.tokens.peak >= model.minPrefixTokens) return null;
  return `No prompt reaches the ${model.minPrefixTokens} tokens below which ${model.facts.name} caches nothing.`;
}

function automaticCaching({ model, cached }: Subject) {
  if (cached === null || model.provider.caching.mode !== 'automatic') return null;
  return `${model.provider.name} discounts cached tokens whether asked or not: with the discount a task costs $${cached.costPerTask}.`;
}

function assumedHitEfficiency({ bill, model: { hitEfficiency } }: Subject) {
  if (!bill.run.cached || hitEfficiency.basis === 'measured') return null;
  return `The cache hit efficiency of ${hitEfficiency.value} is an assumption, not a measurement.`;
}

function offPeak({ model: { price } }: Subject) {
  if (price.offPeak === undefined) return null;
  const { input, output, peakUtc, peakDays } = price.offPeak;
  return `Priced at the peak rate (${peakUtc.join(', ')} UTC, ${peakDays}); outside these hours input is $${input} and output $${output} per 1M tokens.`;
}

function scheduledChange({ catalog, model }: Subject) {
  const next = nextPriceAfter(model.facts.prices, catalog.asOf);
  if (next === undefined) return null;
  return `From ${next.from} input costs $${next.input} and output $${next.output} per 1M tokens.`;
}

/** Of prices of the past: nobody vouched for them on the day itself. */
function knownOnlyLater({ catalog: { inForce }, model: { price } }: Subject) {
  const known = knownSince(price);
  if (inForce.until === null || known <= inForce.until) return null;
  return `The oldest source of this price is of ${known}; that it was in force by ${inForce.until} rests on its start date alone.`;
}

/** A price that is promised for a time; what follows is told by `scheduledChange` where it is known. */
function promise({ catalog, model: { price, facts } }: Subject) {
  if (price.holdsUntil === undefined) return null;
  if (hasLapsed(facts.prices, price, catalog.asOf)) {
    return `This price was promised until ${price.holdsUntil}; what holds since is not known${priceBefore(facts.prices, price)}.`;
  }
  if (nextPriceAfter(facts.prices, catalog.asOf) !== undefined) return null;
  return `This price is promised until ${price.holdsUntil}; what follows is not known${priceBefore(facts.prices, price)}.`;
}

function priceBefore(prices: readonly DatedPrice[], price: DatedPrice): string {
  const before = prices[prices.indexOf(price) - 1];
  return before === undefined
    ? ''
    : `, before it input cost $${before.input} and output $${before.output} per 1M tokens`;
}

function standsIn({ model: { inPlaceOf, facts } }: Subject) {
  if (inPlaceOf === null) return null;
  return `${inPlaceOf.name} was shut down on ${inPlaceOf.lifecycle?.shutDown}: calls to it are answered by ${facts.name} and billed at its price, which is used here.`;
}

function deprecated({ model: { status, facts } }: Subject) {
  if (status === 'active') return null;
  const { shutDown, successor, billedAs } = facts.lifecycle ?? {};
  const end = shutDown ? ` and will be shut down on ${shutDown}` : '';
  const next = billedAs
    ? `; from then on calls to it are billed as ${billedAs}`
    : successor
      ? `; its provider recommends ${successor}`
      : '';
  return `${facts.name} is deprecated${end}${next}.`;
}

function confidence({ model }: Subject) {
  return model.confidence === 'high'
    ? null
    : `Confidence in this price is ${model.confidence}: see the model's notes and sources.`;
}

function failuresAreALowerBound({ work, bill }: Subject) {
  if (work.failureShare === 0 || bill.costPerTask === 0) return null;
  return 'Waste by task failures is a lower bound: recorded failing runs cost about 1.9 times a successful one.';
}

function presetIsAssumed({ work }: Subject) {
  if (work.preset.measured.length > 0) return null;
  return `No recorded runs stand behind the preset ${work.preset.id}: its numbers are assumptions.`;
}
