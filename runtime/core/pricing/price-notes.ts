/** What a reader of a price must know, whatever is bought at it. */
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { overlayOf } from '../dataset/overlay-prices.ts';
import { hasLapsed, nextPriceAfter, pricesFor } from '../dataset/price-on-day.ts';
import { lastSeenInWords, lastSeenOf, lineagesOf } from '../dataset/sources.ts';
import { insteadOf } from '../dataset/successor.ts';
import { decimal } from '../values/money.ts';

/** A price on the day of a catalog. */
export interface Priced {
  catalog: Pick<Catalog, 'asOf' | 'find'>;
  model: CatalogModel;
}

/** Notes on the price alone, independent of the work. */
export const priceNotes = (priced: Priced): string[] =>
  [overlay, offPeak, promise, standsIn, deprecated, confidence].flatMap((rule) => rule(priced) ?? []);

export function overlay({ model: { price, facts } }: Priced) {
  const name = overlayOf(price);
  return name === null ? null : `The price of ${facts.name} is that of the overlay "${name}", not the list price.`;
}

export function offPeak({ model: { price } }: Priced) {
  if (price.offPeak === undefined) return null;
  const { input, output, peakUtc, peakDays } = price.offPeak;
  return `Priced at the peak rate (${peakUtc.join(', ')} UTC, ${peakDays}); outside these hours input is $${decimal(input)} and output $${decimal(output)} per 1M tokens.`;
}

/** A price that is promised until a day; `scheduledChange` names what follows if it is known. */
export function promise({ catalog, model }: Priced) {
  const { listPrice, facts } = model;
  if (listPrice.holdsUntil === undefined) return null;
  if (hasLapsed(facts.prices, listPrice, catalog.asOf)) {
    return `This price was promised until ${listPrice.holdsUntil}; the price since then is not known${priceBefore(model)}.`;
  }
  if (nextPriceAfter(facts.prices, catalog.asOf) !== undefined) return null;
  return `This price is promised until ${listPrice.holdsUntil}; the price after that is not known${priceBefore(model)}.`;
}

function priceBefore(model: CatalogModel): string {
  const { prices } = model.facts;
  const before = prices[prices.indexOf(model.listPrice) - 1];
  const price = before && pricesFor(model, before, model.terms);
  return price ? `; before this price, input cost $${price.input} and output $${price.output} per 1M tokens` : '';
}

export function standsIn({ model: { inPlaceOf, facts } }: Priced) {
  if (inPlaceOf === null) return null;
  return `${inPlaceOf.name} was shut down on ${inPlaceOf.lifecycle?.shutDown}: calls to it are answered by ${facts.name} and billed at its price, which is used here.`;
}

export function deprecated({ catalog, model }: Priced) {
  const { status, facts, provider } = model;
  const atProvider = endAtProvider(model);
  if (atProvider !== null) {
    const shuts = atProvider <= catalog.asOf ? 'shut' : 'shuts';
    return `${provider.name} ${shuts} it down on ${atProvider}; until when ${facts.name} is sold at this host is not known.`;
  }
  if (status === 'active') return null;
  const { shutDown, successor, billedAs } = facts.lifecycle ?? {};
  const end = shutDown ? ` and will be shut down on ${shutDown}` : '';
  const next = billedAs
    ? `; from then on calls to it are billed as ${billedAs}`
    : successor
      ? `; ${insteadOf(catalog, facts)}`
      : '';
  return `${facts.name} is deprecated${end}${next}.`;
}

/** For a model at another host, without a last day of its own: the day on which its provider shuts it down. */
function endAtProvider({ facts, provider }: CatalogModel): string | null {
  if (facts.lifecycle?.shutDown !== null) return null;
  return provider.models.find(({ id }) => id === facts.id)?.lifecycle?.shutDown ?? null;
}

export function confidence({ model }: Priced) {
  if (model.confidence === 'imported') {
    return lineagesOf(model.listPrice).length > 1
      ? 'This price was imported from datasets that agree; it was not verified on a price page.'
      : 'This price was imported from one dataset alone: no other confirms it, and it was not verified on a price page.';
  }
  return model.confidence === 'high'
    ? null
    : `Confidence in this price is ${model.confidence} (${lastSeenInWords(lastSeenOf(model.seen))}): see the model's notes.`;
}
