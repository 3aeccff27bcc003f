/** Under which prices a call falls: those of its model under a level of service and in a region. */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { DatedPrice, ServiceTier } from '../dataset/files/dated-price.ts';
import { regionsSold } from '../dataset/terms.ts';
import { pricesFor, type Terms, tiersSold } from '../model/price-on-day.ts';

/** The price of a model on terms, or a sentence about why there is none and what is sold. */
export function priceOnTerms(model: CatalogModel, terms: Terms): DatedPrice | string {
  const price = pricesFor(model, model.price, terms);
  if (price !== null) return price;
  const { name } = model.facts;
  const tiers: readonly ServiceTier[] = tiersSold(model.price);
  if (!tiers.includes(terms.serviceTier)) {
    return `${name} has no ${terms.serviceTier} price; known are ${tiers.join(', ')}.`;
  }
  const regions = regionsSold(model);
  return `${name} has no price for the region ${JSON.stringify(terms.region)}; known are ${regions.join(', ')}.`;
}

type Band = DatedPrice['longContext'][number];

/** The band of a price that a prompt of so many tokens falls into: above the last threshold it exceeds, or the base. */
export const bandOf = ({ longContext }: DatedPrice, promptTokens: number): Band | undefined =>
  longContext.findLast(({ above }) => promptTokens > above);

/** Whether a level of service is not sold above a threshold that the prompt exceeds, so that the standard price holds. */
export function fallsBack({ price }: CatalogModel, { serviceTier }: Terms, promptTokens: number): boolean {
  const tier = serviceTier === 'standard' ? undefined : price.serviceTiers?.[serviceTier];
  return tier !== undefined && tier.longContext.length === 0 && bandOf(price, promptTokens) !== undefined;
}
