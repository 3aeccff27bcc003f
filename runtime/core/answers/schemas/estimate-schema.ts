/** The shape of an estimate: what one workflow costs on one model, what is waste, and what would be cheaper. */
import type { FromSchema } from 'json-schema-to-ts';
import { costBreakdown, costRange, failures, tokensPerTask, waste } from '../../schemas/cost-schemas.ts';
import { hitBases, ownOutputCached } from '../../schemas/data-files/caching-facts.ts';
import { lastSeen, longContextPrice, termsApplied, tokenPrices } from '../../schemas/price-schemas.ts';
import { presetIds, tiers } from '../../schemas/request-fields.ts';
import { arrayOf, named, orNull, someOf } from '../../schemas/shape.ts';
import { boolean, count, dayOrNull, monthly, string, strings, tokens, usd, usdOrNull } from '../../schemas/units.ts';
import { effortStep, fits, workAssumptions, workflow } from '../../schemas/workflow-schemas.ts';
import { suggestion } from './advice-schema.ts';
import { model } from './model-schemas.ts';

const assumptions = someOf('EstimateAssumptions', 'What the estimate assumes, where it is not the usual.', {
  ...workAssumptions,
  cacheHitEfficiency: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'Share of ideal cache hits; absent: assumed, as a note says.',
  },
  cacheHitEfficiencyBasis: {
    enum: hitBases,
    description:
      'measured: on runs of this model; sibling: carried over from another model. Its source is at /models/{id}.',
  },
  ownOutputCached: {
    ...ownOutputCached,
    description:
      "Share of a call's output that the next call finds in the cache; its basis is that of cacheHitEfficiency. Absent: 0.",
  },
  minCacheablePrefixTokens: { ...count, description: 'Shortest prefix that is cached; absent: none known.' },
  cachingApplied: { ...boolean, description: 'Absent: as promptCaching asks.' },
  effort: { ...effortStep, description: `${effortStep.description} Absent: none is asked for.` },
});

const pricing = named('Pricing', 'The prices used.', {
  ...tokenPrices,
  longContext: arrayOf(longContextPrice),
  inForceSince: { ...dayOrNull, description: 'null: since release or unknown.' },
  lastSeen,
  ...termsApplied,
  region: {
    ...termsApplied.region,
    description:
      "Where calls are processed: the place asked for, or global where the model cannot be bound to a maker's own region.",
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
  host: { type: ['string', 'null'], description: 'Host whose prices were used; null: the makers themselves.' },
  tier: { enum: tiers },
  status: model.properties.status,
  currency: { enum: ['USD'] },
  workflow,
  assumptions,
  costPerTask: usd,
  costPerSuccessfulTask: { ...usdOrNull, description: 'USD; null when every task fails.' },
  failures,
  monthlySpend: monthly,
  range: costRange,
  summary: {
    ...string,
    description:
      'The estimate in a sentence or two, rounded; it begins with what makes it void or short-lived: work that does not fit, an end within 60 days, a price that changes within 30.',
  },
  tokensPerTask,
  costBreakdown,
  waste,
  context: named('ContextFit', 'The largest prompt compared with the context.', {
    peakTokens: tokens,
    window: count,
    fits,
  }),
  routing: {
    ...orNull(suggestion),
    description:
      'The first route of /advice: measured beside the chosen model or, where none was, cheapest by list price; null: none saves 10 % or more.',
  },
  pricing,
  notes: strings,
});

export type Estimate = FromSchema<typeof estimate>;
