/** Which prices apply to a call: those of its model at a level of service and in a region. */
import type { CatalogModel } from '../dataset/catalog.ts';
import { pricesFor, type Terms, tiersSold } from '../dataset/price-on-day.ts';
import { regionsSold } from '../dataset/terms.ts';
import type { DatedPrice, ServiceTier } from '../schemas/data-files/dated-price.ts';

/** The price of a model on given terms, or a sentence that says why there is none and what is sold. */
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

/** The long-context band that a prompt of this length falls into; undefined: the base price applies. */
export const bandOf = ({ longContext }: DatedPrice, promptTokens: number): Band | undefined =>
  longContext.findLast(({ above }) => promptTokens > above);

/** Whether the standard price applies because the prompt exceeds a threshold above which the level is not sold. */
export function fallsBack({ price }: CatalogModel, { serviceTier }: Terms, promptTokens: number): boolean {
  const tier = serviceTier === 'standard' ? undefined : price.serviceTiers?.[serviceTier];
  return tier !== undefined && tier.longContext.length === 0 && bandOf(price, promptTokens) !== undefined;
}
