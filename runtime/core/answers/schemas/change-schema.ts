/** The shape of a change: a model that was released, or a price that changed or will change. */
import type { FromSchema } from 'json-schema-to-ts';
import { source, tokenPrices } from '../../schemas/price-schemas.ts';
import { arrayOf, named, orNull } from '../../schemas/shape.ts';
import { boolean, day, string, textOrNull } from '../../schemas/units.ts';

export const change = named('Change', 'A new model, or a price that changed or is scheduled to change.', {
  on: { ...day, description: 'First day (UTC) on which it applies.' },
  kind: { enum: ['released', 'changed', 'scheduled'] },
  modelId: string,
  modelName: string,
  provider: string,
  host: { type: ['string', 'null'], description: 'Host of the offer; null: the maker itself.' },
  before: orNull(named('PriceBefore', 'Prices until then, USD per 1,000,000 tokens.', tokenPrices)),
  after: named('PriceAfter', 'Prices from then on, USD per 1,000,000 tokens.', tokenPrices),
  priceHoldsUntil: {
    type: ['string', 'null'],
    format: 'date',
    description: 'Last day (UTC) for which the new price is promised; null: no promise of an end.',
  },
  longContextChanged: { ...boolean, description: 'Whether the long-context prices changed too.' },
  alsoChanged: {
    ...arrayOf(string),
    description: 'What else changes, in words: terms that begin, end or change price, one-hour cache writes, places.',
  },
  note: textOrNull,
  sources: arrayOf(source),
});

export type Change = FromSchema<typeof change>;
