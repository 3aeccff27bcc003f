/** The shape of `data/plans.json`: subscriptions with quotas, in the makers' own terms. */
import type { FromSchema } from 'json-schema-to-ts';
import { slug, sources, strictObject, text } from './schema-pieces.ts';

/** How long the windows are in which a plan counts. */
const windowKinds = ['fiveHours', 'day', 'week', 'month'] as const;

const textOrNull = { type: ['string', 'null'], minLength: 1 } as const;

const planWindow = strictObject(
  {
    window: { enum: windowKinds, description: 'How long it lasts.' },
    amount: {
      type: ['number', 'null'],
      minimum: 0,
      description: 'What it holds, in `unit`; null: the maker does not say.',
    },
    unit: {
      type: ['string', 'null'],
      enum: ['credits', 'requests', 'prompts', 'usd', null],
      description: 'null: the maker names none.',
    },
    terms: { ...textOrNull, description: 'What the maker says of it beside; null: nothing.' },
  },
  ['window', 'amount', 'unit', 'terms'],
);

export const plan = strictObject(
  {
    id: slug,
    name: text,
    provider: { ...slug, description: 'Who sells it.' },
    usdPerMonth: {
      type: ['number', 'null'],
      minimum: 0,
      description: 'USD a month, billed monthly, without taxes; null: no page of the maker states it.',
    },
    perSeat: { type: 'boolean', description: 'Whether it is for each member of a team.' },
    agents: { type: 'array', uniqueItems: true, items: text, description: 'Programs whose calls can go through it.' },
    windows: { type: 'array', items: planWindow, description: 'Its quotas.' },
    note: text,
    sources,
  },
  ['id', 'name', 'provider', 'usdPerMonth', 'perSeat', 'agents', 'windows', 'sources'],
);

export const plansFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Plans with quotas, what they cost and what their makers say they hold',
  ...strictObject({ $schema: { type: 'string' }, plans: { type: 'array', items: plan } }, ['plans']),
} as const;

export type PlansFile = FromSchema<typeof plansFile>;
export type PlanFacts = PlansFile['plans'][number];
