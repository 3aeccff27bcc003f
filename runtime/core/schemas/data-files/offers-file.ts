/** The shape of `data/imported/offers.json`, which `npm run prices:import` writes. */
import type { FromSchema } from 'json-schema-to-ts';
import { datedPrice } from './dated-price.ts';
import { day, dayOrNull, slug, sourcedFact, strictObject, text, tokens } from './schema-pieces.ts';

const hostId = { type: 'string', pattern: '^[a-z0-9-]+$', maxLength: 40 } as const;

const host = strictObject(
  {
    id: hostId,
    name: text,
    pricingUrl: { type: 'string', format: 'uri' },
    provider: {
      type: ['string', 'null'],
      description: 'Id of the maker whose models are sold here at their own list price; null: none.',
    },
    passesOn: {
      type: 'array',
      uniqueItems: true,
      items: slug,
      description: 'Of a gateway: ids of the models that it sells at the list price of their makers.',
    },
    passesOnSeen: { ...day, description: 'Day of the list in which that was seen.' },
  },
  ['id', 'name', 'pricingUrl', 'provider'],
);

const offer = strictObject(
  {
    host: { ...hostId, description: 'Id of one of `hosts`.' },
    model: { ...slug, description: 'Id of the model.' },
    hostModelId: { ...text, description: "The host's own name for the model." },
    contextWindow: { ...tokens, description: 'Context at the host, in tokens.' },
    agreement: {
      enum: ['agreed', 'single'],
      description:
        'agreed: two independent lineages state every number. single: some number, or the whole price, rests on one; the price has low confidence and is never suggested as a route.',
    },
    prices: { type: 'array', minItems: 1, items: datedPrice, description: 'Append-only, oldest first.' },
  },
  ['host', 'model', 'hostModelId', 'contextWindow', 'agreement', 'prices'],
);

/** Prices of one million tokens: input, output and, where stated, cached input and cache writes; null: not stated. */
const numbers = { type: 'array', minItems: 2, maxItems: 4, items: { type: ['number', 'null'], minimum: 0 } } as const;

const named = strictObject(
  {
    seller: { ...hostId, description: 'Id of one of `hosts`, or of a maker that sells under these names itself.' },
    source: strictObject({ name: text, on: day }, ['name', 'on']),
    from: {
      ...dayOrNull,
      description:
        'First day of these prices; null: of the first that are known. They hold before the day of their source where `sold` says since when, or that the name ended by then.',
    },
    prices: {
      type: 'object',
      additionalProperties: numbers,
      description: "By the seller's own name, in USD: input, output, cached input, cache write.",
    },
    above: {
      type: 'object',
      additionalProperties: { type: 'array', minItems: 1, items: { ...numbers, minItems: 3, maxItems: 5 } },
      description: 'Of some of these names: prompt tokens above which the prices after it apply, ascending.',
    },
    sold: {
      type: 'object',
      additionalProperties: strictObject({ from: dayOrNull, shutDown: dayOrNull, source: sourcedFact }, [
        'from',
        'shutDown',
        'source',
      ]),
      description:
        'Of some of these names: the first day on which the seller serves it, the first on which it no longer does, and who says so.',
    },
  },
  ['seller', 'source', 'from', 'prices'],
);

export const offersFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Prices of models at other hosts, imported from public datasets',
  ...strictObject(
    {
      $schema: { type: 'string' },
      hosts: { type: 'array', items: host },
      offers: { type: 'array', items: offer },
      named: {
        type: 'array',
        items: named,
        description:
          'Names at sellers that no record of the dataset prices, each at what one dataset states for it: for calls under that name, in no list and no ranking.',
      },
    },
    ['hosts', 'offers'],
  ),
} as const;

export type OffersFile = FromSchema<typeof offersFile>;
export type OfferFile = OffersFile['offers'][number];
export type HostFile = OffersFile['hosts'][number];

export type NamedPrices = NonNullable<OffersFile['named']>[number];

/** Hosts, and what each charges for other providers' models. */
export type Offers = Pick<OffersFile, 'hosts' | 'offers' | 'named'>;

/** The offers of a dataset that has none. */
export const noOffers: Offers = { hosts: [], offers: [] };
