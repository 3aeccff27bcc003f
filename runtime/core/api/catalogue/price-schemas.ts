/** Shapes of prices, for models, offers and estimates alike. */
import { providerFile } from '../../dataset/files/provider-file.ts';
import { named } from '../shape.ts';

export const price = { type: 'number', minimum: 0, description: 'USD per 1,000,000 tokens.' } as const;

export const cachedPrice = {
  type: ['number', 'null'],
  minimum: 0,
  description: 'USD per 1,000,000 tokens read from the cache; null: not offered.',
} as const;

export const writePrice = {
  type: ['number', 'null'],
  minimum: 0,
  description: 'USD per 1,000,000 tokens written to the cache; null: no premium over the input price.',
} as const;

export const oneHourWrite = {
  type: ['number', 'null'],
  minimum: 0,
  description: 'USD per 1,000,000 tokens for a one-hour cache write; null: not offered or unknown.',
} as const;

const filePrice = providerFile.properties.models.items.properties.prices.items.properties;
export const source = { title: 'Source', ...filePrice.sources.items } as const;

export const longContextPrice = named('LongContextPrice', 'Prices of a call whose prompt is longer than a threshold.', {
  aboveTokens: {
    type: 'integer',
    minimum: 0,
    description: 'A call whose prompt is longer than this is billed wholly at these prices.',
  },
  inputPerMTok: price,
  outputPerMTok: price,
  cachedInputPerMTok: cachedPrice,
  cacheWritePerMTok: writePrice,
  cacheWrite1hPerMTok: oneHourWrite,
});
