/** Shape of a price overlay: a user's own prices and discounts, on top of the list prices. */
import type { FromSchema } from 'json-schema-to-ts';
import { dayPattern } from '../../values/day.ts';
import { byUnit, pricedTokenUnits, type TokenUnit } from '../billable-units.ts';
import { serviceTiers } from '../levels.ts';
import { tiers } from '../request-fields.ts';

const day = {
  type: 'string',
  pattern: dayPattern,
} as const;
const price = { type: 'number', minimum: 0, description: 'USD per 1,000,000 tokens; 0 is free.' } as const;
const priceOrNull = {
  type: ['number', 'null'],
  minimum: 0,
  description: 'USD per 1,000,000 tokens; null: there is no such price.',
} as const;

const rule = {
  title: 'OverlayRule',
  type: 'object',
  additionalProperties: false,
  properties: {
    provider: { type: 'string', description: 'Id of a maker; default: all of them.' },
    model: { type: 'string', description: 'Id or another name of a model; default: all of them.' },
    tier: { enum: tiers, description: 'Models of this tier; default: of all of them.' },
    serviceTier: {
      enum: serviceTiers,
      description: 'The terms it is for; default: all of them for discountPct, standard for prices.',
    },
    discountPct: {
      type: 'number',
      minimum: -1000,
      maximum: 100,
      description: 'Percent off every token price, long-context prices too; below 0 a surcharge.',
    },
    prices: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      description: 'Prices that replace the named ones; long-context prices stay unless longContext names them.',
      properties: {
        ...byUnit(pricedTokenUnits, 'part', ({ whenNull }) => (whenNull === 'never' ? price : priceOrNull)),
        longContext: { enum: ['none'], description: 'none: prompts of any length cost the same.' },
      },
    },
    from: { ...day, description: 'a date such as 2026-11-21: the first day (UTC); default: always' },
    until: { ...day, description: 'a date such as 2026-12-31: the last day (UTC), included; default: no end' },
    note: { type: 'string' },
  },
  oneOf: [{ required: ['discountPct'] }, { required: ['prices'] }],
} as const;

export const overlay = {
  title: 'Overlay',
  description: 'Own prices and discounts. Rules are applied in order, each to the result of those before it.',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'rules'],
  properties: {
    $schema: { type: 'string' },
    name: { type: 'string', description: 'Identifies the overlay in every answer that it changes.' },
    rules: { type: 'array', items: rule },
  },
} as const;

export interface OverlayRule {
  provider?: string;
  model?: string;
  tier?: (typeof tiers)[number];
  serviceTier?: (typeof serviceTiers)[number];
  discountPct?: number;
  prices?: {
    [Unit in TokenUnit as Unit['part']]?: Unit['whenNull'] extends 'never' ? number : number | null;
  } & { longContext?: 'none' };
  from?: string;
  until?: string;
  note?: string;
}

export interface Overlay extends Omit<FromSchema<typeof overlay>, 'rules'> {
  rules: OverlayRule[];
}
