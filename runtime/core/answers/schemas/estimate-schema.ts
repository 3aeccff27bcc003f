/** The shape of an estimate: what one workflow costs on one model, what is waste, and what would be cheaper. */
import type { FromSchema } from 'json-schema-to-ts';
import { leverEntries } from '../../model/levers.ts';
import { hitBases, ownOutputCached } from '../../schemas/data-files/caching-facts.ts';
import { lastSeen, longContextPrice, termsApplied, tokenPrices, verifiedOn } from '../../schemas/price-schemas.ts';
import { presetIds, tiers, workflowFieldNames } from '../../schemas/request-fields.ts';
import { arrayOf, named, orNull } from '../../schemas/shape.ts';
import {
  boolean,
  count,
  dayOrNull,
  monthly,
  share,
  string,
  strings,
  tokens,
  usd,
  usdOrNull,
} from '../../schemas/units.ts';
import { costBreakdown, costRange, tokensPerTask, tokensPerTaskWithRetries, waste } from './cost-schemas.ts';
import { model } from './model-schemas.ts';
import { routing } from './routing-schema.ts';
import { effortStep, workAssumptions, workflow } from './workflow-schemas.ts';

const fieldNames = arrayOf({ enum: workflowFieldNames });

const inputs = named('Inputs', 'Where each value of the workflow comes from.', {
  caller: { ...fieldNames, description: "Not the preset's value." },
  measured: { ...fieldNames, description: "The preset's value, based on recorded runs." },
  assumed: { ...fieldNames, description: "The preset's value, an assumption or a choice." },
});

const assumptions = named('EstimateAssumptions', 'What the estimate assumes.', {
  ...workAssumptions,
  cacheHitEfficiency: { type: 'number', minimum: 0, maximum: 1, description: 'Share of ideal cache hits.' },
  cacheHitEfficiencyBasis: {
    enum: hitBases,
    description:
      'measured: on runs of this model; sibling: carried over from another model; assumed: neither. Its source is at /models/{id}.',
  },
  ownOutputCached: {
    ...ownOutputCached,
    description:
      "Share of a call's output that the next call finds in the cache; its basis is that of cacheHitEfficiency.",
  },
  minCacheablePrefixTokens: { ...count, description: 'Shortest prefix that is cached; 0: none known.' },
  cachingApplied: boolean,
  effort: orNull(effortStep),
});

const fieldValue = {
  oneOf: [{ type: 'number' }, { type: 'string' }, { type: ['boolean', 'null'] }],
  description: 'A value of the field.',
} as const;

const levers = {
  ...arrayOf(
    named('Lever', 'One change to the request, and what it would save on the same model.', {
      lever: { enum: leverEntries.map(({ name }) => name) },
      description: string,
      changes: arrayOf(
        named('LeverChange', 'A field of the request: send `to` to get the estimate after the change.', {
          field: { enum: workflowFieldNames },
          from: fieldValue,
          to: fieldValue,
        }),
      ),
      costPerTask: { ...usd, description: 'USD, after the change.' },
      monthlySpend: { ...monthly, description: 'USD a month, after the change.' },
      saving: named('LeverSaving', "The estimate's figure minus that after the change.", share),
    }),
  ),
  description: 'What single changes would save, the largest saving first; those that save nothing are left out.',
} as const;

const pricing = named('Pricing', 'The prices used.', {
  ...tokenPrices,
  longContext: arrayOf(longContextPrice),
  inForceSince: { ...dayOrNull, description: 'null: since release or unknown.' },
  verifiedOn,
  lastSeen,
  ...termsApplied,
  region: {
    ...termsApplied.region,
    description:
      "Where calls are processed: the place asked for, or global where the model cannot be bound to a provider's own region.",
  },
  regionPriceKnown: {
    type: 'boolean',
    description: 'false: no price of that place is known, so that of another one is used, as a note says.',
  },
  webSearchPer1000: { ...usdOrNull, description: 'USD for 1,000 web searches; null: not offered or unknown.' },
  cacheWriteUsedPerMTok: {
    ...usdOrNull,
    description: 'USD per 1,000,000 tokens written to the cache for cacheTtl; null: nothing is written.',
  },
});

export const estimate = named('Estimate', 'What one workflow costs on one model.', {
  presetId: { enum: presetIds },
  modelId: string,
  provider: string,
  host: { type: ['string', 'null'], description: 'Host whose prices were used; null: the providers themselves.' },
  tier: { enum: tiers },
  status: model.properties.status,
  currency: { enum: ['USD'] },
  workflow,
  inputs,
  assumptions,
  costPerTask: usd,
  costPerSuccessfulTask: { ...usdOrNull, description: 'USD; null when every task fails.' },
  monthlySpend: monthly,
  dailySpend: { ...monthly, description: 'USD a day: twelve times monthlySpend, divided by 365.' },
  yearlySpend: { ...monthly, description: 'USD a year: twelve times monthlySpend.' },
  range: costRange,
  summary: {
    ...string,
    description:
      'The estimate in a sentence or two, rounded; it begins with what makes it void or short-lived: work that does not fit, an end within 60 days, a price that changes within 30.',
  },
  tokensPerTask,
  tokensPerTaskWithRetries,
  costBreakdown,
  waste,
  levers,
  savings: named('Savings', 'What a setting could save.', {
    promptCaching: {
      ...orNull(named('Saving', 'Saved by turning prompt caching on.', share)),
      description: 'null: caching is on, not offered, or would save nothing; a note says where it would cost more.',
    },
  }),
  context: named('ContextFit', 'The largest prompt compared with the context window.', {
    peakTokens: tokens,
    window: count,
    fits: boolean,
  }),
  routing,
  pricing,
  notes: strings,
});

export type Estimate = FromSchema<typeof estimate>;
