/** The shape of one dated price in the data files. */
import type { FromSchema } from 'json-schema-to-ts';
import { byUnit, pricedTokenUnits, type TokenUnit } from '../billable-units.ts';
import { boundPlaceIds } from '../places.ts';
import { day, dayOrNull, price, priceOrNull, sources, strictObject, text, tokens } from './schema-pieces.ts';

const placeId = { type: 'string', enum: boundPlaceIds } as const;

type AlwaysSold = Extract<TokenUnit, { whenNull: 'never' }>['part'];

/** A price for each unit of tokens. Those that every file must state are required below. */
const tokenPrices = {
  ...(byUnit(pricedTokenUnits, 'part', ({ whenNull }) => (whenNull === 'never' ? price : priceOrNull)) as {
    [Part in TokenUnit['part']]: Part extends AlwaysSold ? typeof price : typeof priceOrNull;
  }),
  cacheWrite1h: { ...priceOrNull, description: 'Price of a one-hour cache write; null: not offered or unknown.' },
};

const longContextPrice = strictObject(
  {
    above: { ...tokens, description: 'A call whose prompt is longer than this is billed entirely at these prices.' },
    ...tokenPrices,
  },
  ['above', 'input', 'output', 'cachedInput', 'cacheWrite'],
);

const offPeakPrice = strictObject(
  {
    input: price,
    output: price,
    cachedInput: priceOrNull,
    peakUtc: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', pattern: '^\\d\\d:\\d\\d-\\d\\d:\\d\\d$', description: 'hours such as 01:00-04:00' },
    },
    peakDays: text,
  },
  ['input', 'output', 'cachedInput', 'peakUtc', 'peakDays'],
);

/** The prices of another level of service; an empty `longContext` means that calls above a threshold are not offered. */
const serviceTierPrice = strictObject(
  {
    ...tokenPrices,
    longContext: { type: 'array', items: longContextPrice },
    sources,
  },
  ['input', 'output', 'cachedInput', 'cacheWrite', 'longContext', 'sources'],
);

/** The standard price where processing is bound to a place. */
const placePrice = strictObject(
  {
    ...tokenPrices,
    longContext: { type: 'array', items: longContextPrice },
    hostModelId: { ...text, description: "The host's own name for the model there." },
    sources,
  },
  ['input', 'output', 'cachedInput', 'cacheWrite', 'longContext', 'sources'],
);

export const datedPrice = strictObject(
  {
    from: { ...dayOrNull, description: 'First day of this price (UTC); null: since release or unknown.' },
    holdsUntil: {
      ...day,
      description: 'Last day (UTC) for which this price is promised; without a later price, what follows is unknown.',
    },
    ...tokenPrices,
    cacheWrite: { ...priceOrNull, description: 'Price of writing to the cache; null: no premium over input.' },
    cacheStoragePerHour: {
      ...price,
      description: 'USD per 1,000,000 tokens that an explicit cache keeps for an hour.',
    },
    longContext: { type: 'array', items: longContextPrice },
    offPeak: offPeakPrice,
    serviceTiers: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: { batch: serviceTierPrice, flex: serviceTierPrice, priority: serviceTierPrice },
    },
    place: {
      ...placeId,
      description: 'Where the prices above hold, if no global price is known; absent: global, or the only price.',
    },
    places: {
      type: 'object',
      additionalProperties: placePrice,
      minProperties: 1,
      propertyNames: placeId,
      description: 'Prices where processing is bound to a place: eu, jp, data-zone, regional (a single region) ...',
    },
    announced: { const: true, description: 'Taken from an announcement, before it took effect.' },
    confirmed: { ...text, description: 'Why an implausible price is right; required by the data check.' },
    note: text,
    sources,
    verifiedOn: { ...day, description: 'Day on which a source last confirmed the number.' },
  },
  ['from', 'input', 'output', 'cachedInput', 'cacheWrite', 'cacheWrite1h', 'longContext', 'sources', 'verifiedOn'],
);

/** What a call costs where processing is bound to a place. */
export type PlacePrice = FromSchema<typeof placePrice>;
export type DatedPrice = FromSchema<typeof datedPrice>;
export type Source = DatedPrice['sources'][number];
export type LongContextPrice = DatedPrice['longContext'][number];
