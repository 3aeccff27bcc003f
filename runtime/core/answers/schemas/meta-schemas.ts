/** Shapes of the dataset's metadata: the answer to /meta, and the `meta` of every answer. */
import type { FromSchema } from 'json-schema-to-ts';
import { named, orNull, strictObject } from '../../schemas/shape.ts';
import { count, day, dayOrNull, string, strings } from '../../schemas/units.ts';

export const metaData = named('DatasetMeta', 'Version, counts and dates of the dataset.', {
  apiVersion: { enum: ['v1'] },
  datasetVersion: string,
  counts: named('Counts', 'Numbers of entries in the dataset.', {
    providers: count,
    models: { ...count, description: 'Models on sale: those of /models.' },
    shutDown: { ...count, description: 'Models that are shut down: available by id, but not listed.' },
    presets: count,
    offers: { ...count, description: 'Prices of models at other hosts: those of /offers.' },
    prices: { ...count, description: 'Models and offers together.' },
    byTier: strictObject({ frontier: count, mid: count, fast: count }),
    byProvider: { type: 'object', additionalProperties: count },
    byHost: { type: 'object', additionalProperties: count, description: 'Offers of each host.' },
  }),
  currency: { enum: ['USD'] },
  priceUnit: string,
  pricesAsOf: { ...day, description: 'Prices are those in force on this day (UTC), the first of meta.pricesInForce.' },
  costModelVersion: { ...count, description: 'Raised whenever an estimate of the same data changes.' },
  newestLook: {
    ...day,
    description:
      'Newest day on which a price was seen, anywhere. Count the days from here: after 14, take newer prices.',
  },
  nextPriceChange: orNull(
    named('NextPriceChange', 'The next scheduled change and the models it affects.', { on: day, models: strings }),
  ),
});

const freshness = strictObject({
  oldest: dayOrNull,
  newest: dayOrNull,
  models: { ...count, description: 'Number of models for which it is known.' },
});

export const meta = named('Meta', 'Freshness and terms of every answer.', {
  pricesVerified: {
    ...day,
    description: 'Every price that pricesVerifiedCovers counts was seen at its maker on or after this day.',
  },
  pricesVerifiedCovers: {
    ...string,
    description: 'How many models pricesVerified covers, and what is known of the others.',
  },
  usedPricesSeen: {
    ...dayOrNull,
    description:
      'Every price that usedPricesSeenCovers counts was seen, at its maker or in a dataset, on or after this day; null: there are none.',
  },
  usedPricesSeenCovers: {
    ...string,
    description: 'How many models usedPricesSeen covers: those that presets and boards name.',
  },
  seenAtProvider: { ...freshness, description: "Prices in force, as last seen on a page of the model's own maker." },
  seenInDatasets: { ...freshness, description: 'Prices in force, as last seen in a dataset or at a third party.' },
  pricesUpdated: { ...day, description: 'Day on which a price last changed.' },
  disclaimer: string,
  datasetVersion: {
    ...string,
    description: 'Identifies these numbers: first day of pricesInForce, digest of data and cost model.',
  },
  pricesInForce: named('PricesInForce', 'First and last day (UTC) for which this answer is valid.', {
    from: day,
    until: {
      ...dayOrNull,
      description: 'The day before a model is released, changes its price or is retired; null: nothing is scheduled.',
    },
  }),
});

export type DatasetMeta = FromSchema<typeof metaData>;
export type Meta = FromSchema<typeof meta>;
