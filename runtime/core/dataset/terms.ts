/** Models on the terms that a caller requests: a level of service, and a region of processing. */
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import { placeCalled } from '../schemas/places.ts';
import { memoize, valueAt } from '../values/memoize.ts';
import type { Catalog, CatalogModel } from './catalog.ts';
import { pricesFor, regionalPrice, type Terms, tiersSold } from './price-on-day.ts';
import { regionsOf } from './provider-fees.ts';
import { seen } from './sources.ts';

/** The regions of a model by name, `global` first: those of its provider, and the places of its price. */
export const regionsSold = (model: CatalogModel): string[] => regionsOfPrice(model, model.listPrice);

/** The regions in which a price of the model, of any day, is known; `global` first. */
export const regionsOfPrice = (model: CatalogModel, { place, places }: DatedPrice): string[] => [
  ...new Set(['global', ...(place === undefined ? [] : [place]), ...Object.keys(places ?? {})]),
  ...new Set(regionsOf(model).map(({ region }) => region)),
];

/** Whether a request for a model may ask for a level of service, and for a region: any place, or one of its own. */
export const sellsTier = ({ listPrice }: CatalogModel, tier: Terms['serviceTier']): boolean =>
  tiersSold(listPrice).includes(tier);
export const takesRegion = (model: CatalogModel, region: string): boolean =>
  placeCalled(region) !== null || regionsSold(model).includes(region);

export const areSame = (a: Terms, b: Terms): boolean => a.serviceTier === b.serviceTier && a.region === b.region;

/**
 * The model at the prices of `asked`. A level of service or region in which it is not sold falls back to standard or
 * global; `terms` of the result has the terms that are priced.
 */
export function withPricingTerms(model: CatalogModel, asked: Terms): CatalogModel {
  if (areSame(model.terms, asked)) return model;
  const terms: Terms = {
    serviceTier: sellsTier(model, asked.serviceTier) ? asked.serviceTier : 'standard',
    region: regionPriced(model, asked),
  };
  return areSame(model.terms, terms) ? model : kept(variantsOf(model), terms, () => pricedOn(model, terms));
}

/** The place whose price is used for the region asked: `global` for the base price, wherever that holds. */
function regionPriced({ listPrice, ...model }: CatalogModel, asked: Terms): string {
  const place = regionalPrice(model, listPrice, asked)?.place ?? 'global';
  return place === listPrice.place ? 'global' : place;
}

/**
 * Whether a price for the region asked is known; without one, that of another place stands in for it. Work that is
 * `global` is bound to no place, so that the base price is its price wherever it holds.
 */
export const isRegionPriceKnown = (model: CatalogModel, asked: Terms): boolean =>
  asked.region === 'global' || (regionalPrice(model, model.listPrice, asked)?.isKnown ?? false);

const variantsOf = memoize((_: CatalogModel) => new Map<string, CatalogModel>());

function pricedOn(model: CatalogModel, terms: Terms): CatalogModel {
  const price = pricesFor(model, model.listPrice, terms) ?? model.listPrice;
  return {
    ...model,
    terms,
    price,
    thresholds: price.longContext.map(({ above }) => above),
    seen: seen(model.provider, price),
  };
}

/** Every model on sale, each as returned by `withPricingTerms`. */
export interface PricedModels {
  asked: Terms;
  /** By the price of output, then by id: the order of those that cost the same. */
  models: readonly CatalogModel[];
}

/** The market for the terms asked: the same object each time, so that data derived from it can be cached. */
export const pricedModelsOf = (catalog: Catalog, { serviceTier, region }: Terms): PricedModels =>
  kept(marketsOf(catalog), { serviceTier, region }, (asked) => ({
    asked,
    models: catalog.models
      .map((model) => withPricingTerms(model, asked))
      .sort((a, b) => a.price.output - b.price.output || (a.id < b.id ? -1 : 1)),
  }));

const marketsOf = memoize((_: Catalog) => new Map<string, PricedModels>());

const kept = <Value extends object>(values: Map<string, Value>, terms: Terms, make: (terms: Terms) => Value): Value =>
  valueAt(values, `${terms.serviceTier} ${terms.region}`, () => make(terms));

/** Whether a model's terms are no worse than those asked for: a known price in the region, and answers as fast. */
export const givesTerms = (model: CatalogModel, asked: Terms): boolean =>
  isRegionPriceKnown(model, asked) && isAsFast(model, asked);

const isAsFast = ({ terms }: CatalogModel, asked: Terms): boolean =>
  terms.serviceTier === asked.serviceTier || asked.serviceTier !== 'priority';
