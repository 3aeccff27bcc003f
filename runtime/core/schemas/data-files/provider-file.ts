/** The shape of `data/providers/*.json`: a provider's facts, fees, regions and corrections, and its models. */
import type { FromSchema } from 'json-schema-to-ts';
import { toolUnits, uncountedTools } from '../billable-units.ts';
import { providerCaching } from './caching-facts.ts';
import { modelEntry } from './model-file.ts';
import { day, dayOrNull, slug, sources, strictObject, text } from './schema-pieces.ts';

const modelIds = { type: 'array', minItems: 1, uniqueItems: true, items: slug } as const;

/** What one of the provider's own tools costs in addition to tokens. */
export const toolFee = strictObject(
  {
    tool: { enum: [...toolUnits, ...uncountedTools].map(({ part }) => part) },
    usd: { type: 'number', minimum: 0, description: 'USD for `per` `unit`.' },
    per: { type: 'number', exclusiveMinimum: 0 },
    unit: { enum: ['calls', 'minutes'] },
    models: {
      ...modelIds,
      description: 'Models it applies to; absent: every model of the maker that no other fee names.',
    },
    note: text,
    sources,
  },
  ['tool', 'usd', 'per', 'unit', 'sources'],
);

/** What processing bound to a region costs: every price of the listed models times `multiplier`. */
const regionalPrice = strictObject(
  {
    region: text,
    multiplier: { type: 'number', exclusiveMinimum: 0, maximum: 5 },
    models: { ...modelIds, description: 'Models it applies to; absent: every model of the maker.' },
    note: text,
    sources,
  },
  ['region', 'multiplier', 'sources'],
);

/** The correction of a released price that was wrong: the old value, the new one, and the reason. */
export const correction = strictObject(
  {
    model: slug,
    from: { ...dayOrNull, description: '`from` of the price as released.' },
    was: { type: 'object', minProperties: 1, description: 'The fields that change, as released.' },
    now: {
      type: ['object', 'null'],
      description: 'The same fields as they are now; null: the whole price is removed.',
    },
    why: text,
    on: day,
    sources,
  },
  ['model', 'from', 'was', 'now', 'why', 'on', 'sources'],
);

export const providerFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'One maker: facts, caching, and its models with dated prices',
  ...strictObject(
    {
      $schema: { type: 'string' },
      id: { type: 'string', pattern: '^[a-z0-9]+$', maxLength: 40, description: 'lower-case letters and digits' },
      name: text,
      pricingUrl: { type: 'string', format: 'uri' },
      caching: providerCaching,
      domains: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', pattern: '^[a-z0-9.-]+$' },
        description: "Domains of the maker's own pages: a source under one of them counts as seen at the maker.",
      },
      ownPages: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', format: 'uri' },
        description:
          'How addresses elsewhere begin under which the maker itself publishes, such as its npm packages: a source under one of them counts as seen at the maker, too.',
      },
      rules: { type: 'array', items: text },
      makes: {
        ...modelIds,
        description:
          "Of a maker that is a host: the models that it made itself. The others are other makers': their names alone have no price, only with a host.",
      },
      toolFees: { type: 'array', items: toolFee },
      regions: { type: 'array', items: regionalPrice },
      corrections: {
        type: 'array',
        items: correction,
        description: 'Every change of a price that was already released, oldest first.',
      },
      models: {
        type: 'array',
        items: modelEntry,
        description: 'Empty only for a host whose models are all imported.',
      },
    },
    ['id', 'name', 'pricingUrl', 'domains', 'caching', 'rules', 'models'],
  ),
} as const;

export type ProviderFile = FromSchema<typeof providerFile>;
