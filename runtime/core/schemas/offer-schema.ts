/** The shape of an offer in the API. */
import type { FromSchema } from 'json-schema-to-ts';
import { offersFile } from './data-files/offers-file.ts';
import { lastSeen, longContextPrice, pricesOfPlaces, source, tokenPrices } from './price-schemas.ts';
import { arrayOf, named } from './shape.ts';

const string = { type: 'string' } as const;
const fileOffer = offersFile.properties.offers.items.properties;

export const offer = named('Offer', 'Price of a model at another host.', {
  host: { ...string, description: 'Id of the host: the value of `host` in a request.' },
  hostName: string,
  modelId: string,
  provider: { ...string, description: 'Maker under which the model is listed.' },
  hostModelId: { ...string, description: "The host's own name for the model." },
  ...tokenPrices,
  cachedInputPerMTok: {
    ...tokenPrices.cachedInputPerMTok,
    description: 'USD per 1,000,000 tokens read from the cache; null: unknown.',
  },
  longContext: arrayOf(longContextPrice),
  ...pricesOfPlaces,
  contextWindow: { type: 'integer', minimum: 1, description: 'Context at the host, in tokens.' },
  priceFrom: {
    type: ['string', 'null'],
    format: 'date',
    description: 'First day of the price in force; null: since the first import or unknown.',
  },
  priceHoldsUntil: {
    type: ['string', 'null'],
    format: 'date',
    description: 'Last day (UTC) for which the price is promised; null: no promise of an end.',
  },
  verifiedOn: { ...string, format: 'date', description: 'Day of the newest dataset that states it; see lastSeen.' },
  lastSeen,
  agreement: fileOffer.agreement,
  lineages: {
    type: 'array',
    items: string,
    description: 'Independent datasets that state the price; those derived from one another count as one.',
  },
  pricingUrl: { ...string, description: 'Price page of the host.' },
  sources: arrayOf(source),
});

export type Offer = FromSchema<typeof offer>;
