/** Which price applies: on a day, on given terms, and for a prompt of a given length. */

import { byUnit, pricedTokenUnits, type TokenUnit } from '../schemas/billable-units.ts';
import type { DatedPrice, PlacePrice } from '../schemas/data-files/dated-price.ts';
import { type ServiceTier, serviceTierNames } from '../schemas/levels.ts';
import { placeCalled, placesAround } from '../schemas/places.ts';
import type { Workflow } from '../schemas/request-fields.ts';
import { lookUp } from '../values/look-up.ts';
import { roundHalfUp } from '../values/money.ts';
import { regionsOf, type Sold } from './provider-fees.ts';

/** The price in force on `day` (YYYY-MM-DD, UTC), or undefined before the first. `prices` is oldest first. */
export function priceOn(prices: readonly DatedPrice[], day: string): DatedPrice | undefined {
  return prices.findLast(({ from }) => from === null || from <= day);
}

/** The first price that takes effect after `day`, or undefined. */
export function nextPriceAfter(prices: readonly DatedPrice[], day: string): DatedPrice | undefined {
  return prices.find(({ from }) => from !== null && from > day);
}

/**
 * Whether `price` is used on `day` although it was promised only until an earlier day, because what followed is
 * unknown. If `prices` has a later entry in force, the promise ended as planned.
 */
export function hasLapsed(prices: readonly DatedPrice[], price: DatedPrice, day: string): boolean {
  return price.holdsUntil !== undefined && price.holdsUntil < day && priceOn(prices, day) === price;
}

/** On what terms a call is bought: its level of service, and where it is processed. */
export type Terms = Pick<Workflow, 'serviceTier' | 'region'>;

/** Which of a price's numbers hold for calls bound to a region. */
export interface RegionalPrice {
  /** The place whose price it is: the region itself, a zone around it, or where the base price holds. */
  place: string;
  /** Whether a price for the region is known; false: that of `place` stands in for it. */
  isKnown: boolean;
  /** The numbers of that place; null: those of the level of service, times `times`. */
  own: PlacePrice | null;
  times: number;
}

/** Stands in the data for any region, where a provider charges the same for each (OpenAI). */
export const anyRegion = 'data residency';

/**
 * The price for calls bound to a region, the one rule for it: the price of the region, else of a zone around it, else
 * of a single region that the dataset does not name, else the base price. Null: the region is no place, and not one of
 * the provider's either.
 */
export function regionalPrice(model: Sold, price: DatedPrice, { serviceTier, region }: Terms): RegionalPrice | null {
  const base = price.place ?? 'global';
  const at = (place: string, isKnown: boolean): RegionalPrice | null => {
    if (place === base) return { place, isKnown, own: null, times: 1 };
    const own = serviceTier === 'standard' ? lookUp(price.places ?? {}, place) : undefined;
    if (own !== undefined) return { place, isKnown, own, times: 1 };
    const times = regionsOf(model).find((one) => one.region === place)?.multiplier;
    return times === undefined ? null : { place, isKnown, own: null, times };
  };
  if (region === 'global') return { place: base, isKnown: base === 'global', own: null, times: 1 };
  const place = placeCalled(region);
  if (place === null) return at(region, true);
  for (const one of [...placesAround(place), anyRegion]) {
    const found = at(one, true);
    if (found !== null) return found;
  }
  return at('regional', false) ?? at(base, false);
}

/**
 * The price of a model on given terms, as a dated price, or null if it is not sold on them.
 *
 *     pricesFor(model, priceOn(model.facts.prices, day), { serviceTier: 'batch', region: 'global' })?.input
 *
 * A level of service has its own prices and sources. Above a long-context threshold where it is not offered, calls are
 * billed at the standard price. Prices it has as null stay null: nothing is derived. `regionalPrice` says which numbers
 * hold in a region: its own, or those of the level times a factor, rounded to a billionth of a dollar. Tool fees are
 * the same on all terms.
 * @param price the standard price, of any day
 */
export function pricesFor(model: Sold, price: DatedPrice, terms: Terms): DatedPrice | null {
  const { serviceTier } = terms;
  const tier = serviceTier === 'standard' ? price : price.serviceTiers?.[serviceTier];
  const there = regionalPrice(model, price, terms);
  if (tier === undefined || there === null) return null;
  const { own, times } = there;
  if (own === null && tier === price && times === 1) return price;
  const numbers = own ?? tier;
  const { serviceTiers: _, places: __, place: ___, offPeak, ...entry } = price;
  const isBase = numbers === price;
  const { longContext } = own !== null || tier.longContext.length > 0 ? numbers : price;
  return {
    ...entry,
    ...multiplied(allTokenPrices(numbers), times),
    longContext: longContext.map((band) => ({ above: band.above, ...multiplied(allTokenPrices(band), times) })),
    ...(isBase && offPeak && { offPeak: multiplied(offPeak, times) }),
    sources: numbers.sources,
    verifiedOn: isBase ? price.verifiedOn : newestOf(numbers.sources),
  };
}

/**
 * The first price after `day` that is another one on these terms than that of the day: calls on other terms may be all
 * that it changes. Undefined: none is known.
 */
export function nextPriceFor(model: Sold, prices: readonly DatedPrice[], day: string, terms: Terms) {
  const numbersOf = (price: DatedPrice | undefined): string => {
    const there = price && pricesFor(model, price, terms);
    if (!there) return '';
    return JSON.stringify([allTokenPrices(there), there.longContext, there.offPeak, there.cacheStoragePerHour]);
  };
  const now = numbersOf(priceOn(prices, day));
  return prices.find((price) => price.from !== null && price.from > day && numbersOf(price) !== now);
}

/** The levels of service that a price has, the standard one first. */
export const tiersSold = ({ serviceTiers }: DatedPrice): ServiceTier[] => [
  'standard',
  ...serviceTierNames.filter((name) => serviceTiers?.[name] !== undefined),
];

/** Prices of tokens, by the parts of a bill: those of a dated price, of a band, or of a level of service. */
export type TokenPrices = { readonly [Part in TokenUnit['part']]?: number | null };

/** The price of every unit of tokens, null where `prices` has none. */
export const allTokenPrices = (prices: TokenPrices): Pick<DatedPrice, TokenUnit['part']> =>
  byUnit(pricedTokenUnits, 'part', ({ part }) => prices[part] ?? null) as Pick<DatedPrice, TokenUnit['part']>;

/** The same with every price of tokens times a factor; those it lacks stay null or absent. */
export function multiplied<Prices extends TokenPrices>(prices: Prices, times: number): Prices {
  const product: { -readonly [Part in keyof TokenPrices]: TokenPrices[Part] } = {};
  for (const { part } of pricedTokenUnits) {
    const price = prices[part];
    if (price !== undefined) product[part] = price === null ? null : productOf(price, times);
  }
  return { ...prices, ...product };
}

/** 0.05 * 1.1 is 0.055, as on paper. */
const productOf = (price: number, times: number): number =>
  times === 1 ? price : roundHalfUp(price * times * 1e9) / 1e9;

const newestOf = (sources: DatedPrice['sources']): string =>
  sources
    .map(({ on }) => on)
    .sort()
    .at(-1) as string;

/** USD per 1,000,000 tokens for prompts of one length. */
export interface PriceBand {
  input: number;
  output: number;
  /** Equals `input` where no discount is stated. */
  cachedInput: number;
  /** Of writes that live as long as is asked for; equals `input` where writing carries no premium. */
  cacheWrite: number;
}

/** The prices up to the first long-context threshold, above it, and so on; `price.longContext` has the thresholds. */
export const priceBandsOf = (price: DatedPrice, cacheTtl: Workflow['cacheTtl']): PriceBand[] =>
  [price, ...price.longContext].map(({ input, output, cachedInput, cacheWrite, cacheWrite1h }) => ({
    input,
    output,
    cachedInput: cachedInput ?? input,
    cacheWrite: (cacheTtl === '1h' ? cacheWrite1h : null) ?? cacheWrite ?? input,
  }));
