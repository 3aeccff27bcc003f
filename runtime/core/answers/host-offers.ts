/** Offers in the shape of the API. */

import type { Catalog } from '../dataset/catalog.ts';
import { type InForceOffer, offersFor, offersIn } from '../dataset/host-catalog.ts';
import { lastSeenOf, lineagesOf } from '../dataset/sources.ts';
import type { Offer } from '../schemas/offer-schema.ts';
import { longContextOf, placesOf } from './price-parts.ts';

/** Every offer in force, by host and model. */
export const offersOf = (catalog: Catalog): Offer[] => offersIn(catalog).map(shown);

/** What other hosts charge for one model. */
export const offersOfModel = (catalog: Catalog, id: string): Offer[] => offersFor(catalog, id).map(shown);

const shown = ({ host, offer, model: { id, provider, price, seen, facts } }: InForceOffer): Offer => ({
  host: host.id,
  hostName: host.name,
  modelId: id,
  provider: provider.id,
  hostModelId: offer.hostModelId,
  inputPerMTok: price.input,
  outputPerMTok: price.output,
  cachedInputPerMTok: price.cachedInput,
  cacheWritePerMTok: price.cacheWrite,
  longContext: longContextOf(price),
  ...placesOf(price),
  contextWindow: facts.contextWindow,
  priceFrom: price.from,
  priceHoldsUntil: price.holdsUntil ?? null,
  verifiedOn: price.verifiedOn,
  lastSeen: lastSeenOf(seen),
  agreement: offer.agreement,
  lineages: lineagesOf(price),
  pricingUrl: host.pricingUrl,
  sources: price.sources,
});
