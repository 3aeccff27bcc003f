/** Shapes of a priced call: the request and the answer. */
import type { FromSchema } from 'json-schema-to-ts';
import { daySchema } from '../values/day.ts';
import { billableUnits, byUnit, promptUnits } from './billable-units.ts';
import { serviceTiers } from './levels.ts';
import { lastSeen, source, verifiedOn } from './price-schemas.ts';
import { arrayOf, named, orNull } from './shape.ts';
import { string, textOrNull, usdOrNull } from './units.ts';

export const callRequest = {
  title: 'Call',
  description: `One model call. Its prompt is ${promptUnits.map(({ count }) => count).join(' + ')}: no token is counted twice.`,
  type: 'object',
  additionalProperties: false,
  required: ['model'],
  properties: {
    model: { ...string, description: 'A model id or alias, or its name at a gateway or a cloud.' },
    ...byUnit(billableUnits, 'count', ({ counted }) => {
      return { type: 'integer', minimum: 0, maximum: 1e9, description: `${counted}; default 0.` } as const;
    }),
    on: { ...daySchema, description: 'a date such as 2026-11-21 (UTC); default: the day of the dataset' },
    serviceTier: { enum: serviceTiers, description: 'Terms; default standard.' },
    host: {
      ...string,
      description:
        'Who serves the model (azure, bedrock, ...), at whose price it is billed where an offer is known; local: your own machine, $0; default: the host in the name, else the maker.',
    },
    region: {
      ...string,
      description:
        "Where processing is bound to: global, a zone (us, eu, jp, au, in, ca, apac, us-gov, data-zone), regional (a single region), a cloud's region such as us-east-1, or a region of the maker; default: the place in the name of the model, else global.",
    },
  },
} as const;

export const pricedCall = named('PricedCall', 'What one call costs, line by line.', {
  model: { ...textOrNull, description: 'Id of the model whose price was used; null: the name is not known.' },
  provider: textOrNull,
  on: { ...string, format: 'date', description: 'Day (UTC) for which it is priced.' },
  serviceTier: callRequest.properties.serviceTier,
  host: { ...textOrNull, description: 'Host that the call or the name of its model names; null: none.' },
  region: {
    ...string,
    description: 'Where processing is bound to, as called or as the name of the model says; global: nowhere.',
  },
  regionPriceKnown: {
    type: 'boolean',
    description:
      'Whether the price is that of the region. false: no price of the region is known and that of another place is used, as a note says, or there is no price at all.',
  },
  promptTokens: {
    type: 'integer',
    minimum: 0,
    description: 'All tokens of the prompt: they determine the price band.',
  },
  usd: { ...usdOrNull, description: 'USD to the nano-dollar, the exact sum of the lines; null: see `unpriced`.' },
  unpriced: { ...textOrNull, description: 'Why there is no total, and what to do about it; null: there is one.' },
  near: { type: 'array', items: string, description: 'Ids that an unknown name may mean, nearest first.' },
  lines: arrayOf(
    named('PricedLine', 'One part of a call: quantity times rate over `per`.', {
      part: { enum: billableUnits.map(({ part }) => part) },
      quantity: { type: 'integer', minimum: 1 },
      unit: { enum: [...new Set(billableUnits.map(({ unit }) => unit))] },
      rate: { ...usdOrNull, description: 'USD for `per` units; null: there is no such price.' },
      per: {
        type: 'number',
        description: 'Units the rate is for: 1,000,000 tokens, or as many calls as the fee is for.',
      },
      usd: { ...usdOrNull, description: 'USD to the nano-dollar; null: not priced.' },
      source: { ...textOrNull, description: 'Address or name of a source of the rate.' },
    }),
  ),
  pricing: orNull(
    named('CallPricing', 'The entry of the dataset that was used.', {
      source: { enum: ['list', 'overlay'], description: 'list: a public list price; overlay: changed by an overlay.' },
      from: {
        ...textOrNull,
        format: 'date',
        description: 'First day it applies (UTC); null: since release or unknown.',
      },
      until: {
        ...textOrNull,
        format: 'date',
        description: 'First day on which it no longer applies; null: none known.',
      },
      verifiedOn,
      lastSeen,
      aboveTokens: {
        type: ['integer', 'null'],
        description: 'The prompt is longer than this, so the long-context price applies; null: the base price.',
      },
      url: { ...textOrNull, description: 'Address of the source of lastSeen; null: it has none, as a package has.' },
      sources: arrayOf(source),
    }),
  ),
  notes: { type: 'array', items: string },
});

export const pricedCalls = named('PricedCalls', 'What several calls cost.', {
  usd: { ...usdOrNull, description: 'USD of all calls; null where one of them is not priced.' },
  usdOfPriced: { type: 'number', minimum: 0, description: 'USD of those that are priced.' },
  unpriced: { type: 'integer', minimum: 0, description: 'How many have no price.' },
  calls: arrayOf(pricedCall),
});

export type Call = FromSchema<typeof callRequest>;
export type PricedCall = FromSchema<typeof pricedCall>;
export type PricedCalls = FromSchema<typeof pricedCalls>;
