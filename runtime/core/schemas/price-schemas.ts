/** Shapes of prices, in force and dated, for models, offers and estimates. */
import type { FromSchema } from 'json-schema-to-ts';
import { byUnit, pricedTokenUnits, type TokenUnit } from './billable-units.ts';
import { source as dataSource } from './data-files/schema-pieces.ts';
import { serviceTiers } from './levels.ts';
import { arrayOf, named, orNull } from './shape.ts';
import { boolean, day, dayOrNull, string, strings, textOrNull, usdOrNull } from './units.ts';

interface Price {
  type: 'number';
  minimum: 0;
  description: string;
}
interface PriceOrNull extends Omit<Price, 'type'> {
  type: readonly ['number', 'null'];
}

/** The price of every unit of tokens. */
const allTokenPrices = byUnit(
  pricedTokenUnits,
  'priceField',
  ({ whenNull, priced: description }): Price | PriceOrNull => ({
    type: whenNull === 'never' ? 'number' : (['number', 'null'] as const),
    minimum: 0,
    description,
  }),
) as { [Unit in TokenUnit as Unit['priceField']]: Unit['whenNull'] extends 'never' ? Price : PriceOrNull };

const { inputPerMTok, outputPerMTok, cachedInputPerMTok, cacheWritePerMTok } = allTokenPrices;

/** The prices that lists of models have. */
export const tokenPrices = { inputPerMTok, outputPerMTok, cachedInputPerMTok, cacheWritePerMTok };

export const source = { title: 'Source', ...dataSource } as const;

export const longContextPrice = named('LongContextPrice', 'Prices of a call whose prompt is longer than a threshold.', {
  aboveTokens: {
    type: 'integer',
    minimum: 0,
    description: 'A call whose prompt is longer than this is billed entirely at these prices.',
  },
  ...allTokenPrices,
});

const serviceTierPrice = named('ServiceTierPrice', 'Prices on other terms.', {
  ...allTokenPrices,
  longContext: arrayOf(longContextPrice),
  sources: arrayOf(source),
});

const basePlace = {
  ...textOrNull,
  description:
    'Where these prices hold, if no global one is known (us, regional ...); null: global, or the only price.',
} as const;

/** Where the base prices hold, and the prices of other places. */
export const pricesOfPlaces = {
  place: basePlace,
  places: {
    ...arrayOf(
      named('PlacePrice', 'The standard prices where processing is bound to a place.', {
        place: {
          ...string,
          description:
            'us, eu, jp, au, in, ca, apac, us-gov, data-zone, or regional: a single region, which is not named.',
        },
        hostModelId: { ...textOrNull, description: "The host's own name for the model there; null: the same." },
        ...allTokenPrices,
        longContext: arrayOf(longContextPrice),
        sources: arrayOf(source),
      }),
    ),
    description: 'Prices of other places. A call to one that is not listed is priced at another one, and told so.',
  },
} as const;

/** Beside every `verifiedOn`, whose name promises more than it holds. */
export const lastSeen = named('LastSeen', 'The best that is known of a price: where it was seen, and when.', {
  on: { ...day, description: 'The last day on which it was seen there.' },
  where: {
    enum: ['provider', 'dataset'],
    description:
      'provider: on a page or in a catalogue of its own maker, so it is verified. dataset: never there, only in datasets or at third parties, so it is not.',
  },
});

export const verifiedOn = {
  ...day,
  description:
    'Day on which any source, a dataset as well as the maker, last gave this price. Whether it was verified at its maker, and when, is in lastSeen.',
} as const;

export const priceRecord = named('PriceRecord', 'One dated price with its sources.', {
  state: { enum: ['past', 'current', 'scheduled'] },
  from: { ...dayOrNull, description: 'First day (UTC); null: since release or unknown.' },
  until: { ...dayOrNull, description: 'First day on which it no longer holds; null: no end known.' },
  holdsUntil: { ...dayOrNull, description: 'Last day for which it is promised; null: no promise of an end.' },
  ...allTokenPrices,
  cacheStoragePerMTokHour: {
    ...usdOrNull,
    description: 'USD for 1,000,000 tokens kept in an explicit cache for an hour; null: not sold or unknown.',
  },
  longContext: arrayOf(longContextPrice),
  serviceTiers: named('ServiceTiers', 'Prices on other terms; null: not offered or unknown.', {
    batch: orNull(serviceTierPrice),
    flex: orNull(serviceTierPrice),
    priority: { ...orNull(serviceTierPrice), description: 'Sold as priority processing or fast mode.' },
  }),
  offPeak: orNull(
    named('OffPeakPrice', 'Prices outside the peak hours; estimates use the peak price.', {
      inputPerMTok,
      outputPerMTok,
      cachedInputPerMTok,
      peakUtc: strings,
      peakDays: string,
    }),
  ),
  ...pricesOfPlaces,
  announced: { ...boolean, description: 'Taken from an announcement, before it took effect.' },
  confirmed: { ...textOrNull, description: 'Why an implausible price is right; null: it is plausible.' },
  note: textOrNull,
  sources: arrayOf(source),
  knownSince: {
    ...day,
    description:
      'First day on which a source cited here gave this price; for the days before, its `from` is taken on trust.',
  },
  verifiedOn,
  lastSeen,
});

/** The terms that are priced, which may differ from those requested. */
export const termsApplied = {
  serviceTier: {
    enum: serviceTiers,
    description: 'Terms that are priced: standard where the model is not sold at the requested one.',
  },
  region: {
    ...string,
    description: 'Region that is priced: global where processing by this model cannot be bound to the requested one.',
  },
} as const;

export type PriceRecord = FromSchema<typeof priceRecord>;
