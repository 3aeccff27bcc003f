/**
 * Every shape of the API, once. Types, validators, OpenAPI and the published JSON Schemas come from these objects.
 * A shape with a `title` becomes a named component. Answers are closed here and published open: fields may be added.
 */
import type { FromSchema } from 'json-schema-to-ts';
import { hitBases } from '../dataset/files/caching-facts.ts';
import { serviceTiers } from '../dataset/files/dated-price.ts';
import { providerFile } from '../dataset/files/provider-file.ts';
import { assumptionFields, presetIds, tiers, workflowFieldNames, workflowFields } from '../dataset/request-fields.ts';
import { confidences } from '../dataset/sources.ts';
import { leverEntries } from '../insights/levers.ts';
import { comparison, measuredFact, sameWork } from '../measured/board-shapes.ts';
import { efforts } from '../measured/efforts.ts';
import { causes } from '../model/waste.ts';
import { offer } from '../offers/offer-shapes.ts';
import { strategyNames } from '../routing/strategies.ts';
import { cachedPrice, longContextPrice, oneHourWrite, price, source, writePrice } from './catalogue/price-schemas.ts';
import { arrayOf, closed, named, orNull } from './shape.ts';

const string = { type: 'string' } as const;
const strings = { type: 'array', items: string } as const;
const boolean = { type: 'boolean' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const day = { type: 'string', format: 'date', description: 'YYYY-MM-DD (UTC).' } as const;
const dayOrNull = { type: ['string', 'null'], format: 'date' } as const;
const tokens = { type: 'number', minimum: 0, description: 'Tokens; a mean, so it need not be whole.' } as const;
const tokensOrNull = { type: ['integer', 'null'], minimum: 1 } as const;
const usd = { type: 'number', minimum: 0, description: 'USD, to the nano-dollar.' } as const;
const usdOrNull = { type: ['number', 'null'], minimum: 0 } as const;
const monthly = { type: 'number', minimum: 0, description: 'USD a month, to the micro-dollar.' } as const;
const pct = { type: 'number', minimum: 0, maximum: 100, description: 'Percent, to 4 decimals.' } as const;
const fileCaching = providerFile.properties.caching.properties;
const hitEfficiency = { title: 'HitEfficiency', ...fileCaching.hitEfficiency } as const;

const workflow = named('Workflow', 'All values after overrides.', workflowFields);

const modelFields = {
  id: { ...string, description: 'URL-safe model id.' },
  name: string,
  provider: { ...string, description: 'Provider id.' },
  tier: { enum: tiers },
  inputPerMTok: price,
  outputPerMTok: price,
  cachedInputPerMTok: cachedPrice,
  cacheWritePerMTok: writePrice,
  contextWindow: { ...count, description: 'Tokens.' },
  maxOutputTokens: { ...tokensOrNull, description: 'Tokens; null: no limit stated.' },
  status: { enum: ['active', 'deprecated'] },
  priceFrom: { ...dayOrNull, description: 'First day of the price in force; null: since release or unknown.' },
  verifiedOn: { ...day, description: 'Day on which a source last confirmed the price in force.' },
  confidence: {
    enum: confidences,
    description:
      'imported: taken where independent datasets agree, or from one alone, which the notes then say; verified by nobody, never suggested as a route.',
  },
  seenAtProvider: {
    ...dayOrNull,
    description: 'Day on which it was last seen on a page of its provider; null: never.',
  },
  seenInDatasets: {
    ...dayOrNull,
    description: 'Day on which it was last seen in a dataset or at a third party; null: never.',
  },
  priceHoldsUntil: {
    ...dayOrNull,
    description: 'Last day for which the price in force is promised; null: no end known.',
  },
} as const;

export const model = named('Model', 'A model and its list prices in force.', modelFields);

const serviceTierPrice = named('ServiceTierPrice', 'Prices of another level of service.', {
  inputPerMTok: price,
  outputPerMTok: price,
  cachedInputPerMTok: cachedPrice,
  cacheWritePerMTok: writePrice,
  cacheWrite1hPerMTok: oneHourWrite,
  longContext: arrayOf(longContextPrice),
  sources: arrayOf(source),
});

export const priceRecord = named('PriceRecord', 'One dated price with its sources.', {
  state: { enum: ['past', 'current', 'scheduled'] },
  from: { ...dayOrNull, description: 'First day (UTC); null: since release or unknown.' },
  until: { ...dayOrNull, description: 'First day on which it no longer holds; null: no end known.' },
  holdsUntil: { ...dayOrNull, description: 'Last day for which it is promised; null: no promise of an end.' },
  inputPerMTok: price,
  outputPerMTok: price,
  cachedInputPerMTok: cachedPrice,
  cacheWritePerMTok: writePrice,
  cacheWrite1hPerMTok: oneHourWrite,
  cacheStoragePerMTokHour: {
    ...usdOrNull,
    description: 'USD for 1,000,000 tokens kept in an explicit cache for an hour; null: not sold or unknown.',
  },
  longContext: arrayOf(longContextPrice),
  serviceTiers: named('ServiceTiers', 'Prices of other levels of service; null: not offered or unknown.', {
    batch: orNull(serviceTierPrice),
    flex: orNull(serviceTierPrice),
    priority: { ...orNull(serviceTierPrice), description: 'Sold as priority processing or fast mode.' },
  }),
  offPeak: orNull(
    named('OffPeakPrice', 'Prices outside the peak hours; estimates use the peak price.', {
      inputPerMTok: price,
      outputPerMTok: price,
      cachedInputPerMTok: cachedPrice,
      peakUtc: strings,
      peakDays: string,
    }),
  ),
  announced: { ...boolean, description: 'Taken from an announcement, before it took effect.' },
  confirmed: { type: ['string', 'null'], description: 'Why an unlikely price is right; null: it is not unlikely.' },
  note: { type: ['string', 'null'] },
  sources: arrayOf(source),
  knownSince: {
    ...day,
    description:
      'First day on which a source cited here gave this price; for the days before, its `from` is taken on trust.',
  },
  verifiedOn: day,
});

const fileModel = providerFile.properties.models.items.properties;
const fileProvider = providerFile.properties;
const noteOrNull = { type: ['string', 'null'] } as const;
const toolFee = named('ToolFee', 'USD for `per` `unit` of a tool.', {
  tool: fileProvider.toolFees.items.properties.tool,
  usd: fileProvider.toolFees.items.properties.usd,
  per: { type: 'number', minimum: 0 },
  unit: fileProvider.toolFees.items.properties.unit,
  note: noteOrNull,
  sources: arrayOf(source),
});
const regionalPrice = named('RegionalPrice', 'Every price of the model times `multiplier`.', {
  region: string,
  multiplier: { type: 'number', minimum: 0 },
  note: noteOrNull,
  sources: arrayOf(source),
});
const correction = { title: 'Correction', ...fileProvider.corrections.items } as const;
const fileLifecycle = fileModel.lifecycle.properties;
const lifecycle = orNull(
  named('Lifecycle', 'How the model ends, with the source of each fact.', {
    deprecatedOn: fileLifecycle.deprecatedOn,
    shutDown: fileLifecycle.shutDown,
    notBefore: fileLifecycle.notBefore,
    successor: fileLifecycle.successor,
    billedAs: fileLifecycle.billedAs,
    hosts: fileLifecycle.hosts,
    sources: fileLifecycle.sources,
  }),
);

export const modelDetail = named('ModelDetail', 'One model: prices in force, history, scheduled changes, sources.', {
  ...modelFields,
  status: {
    enum: ['active', 'deprecated', 'shutDown'],
    description: 'shutDown: no longer served; then the price is its last one.',
  },
  aliases: strings,
  tierReason: string,
  releaseDate: dayOrNull,
  sunsetDate: { ...dayOrNull, description: 'First day on which it is no longer served; null: none announced.' },
  lifecycle,
  notes: strings,
  pricingUrl: string,
  caching: named('ModelCaching', 'How prompt caching works for this model.', {
    mode: fileCaching.mode,
    minPrefixTokens: { ...tokensOrNull, description: 'Shortest prefix that is cached; null: none known.' },
    hitEfficiency,
    ownOutputCached: fileCaching.ownOutputCached,
  }),
  webSearchPer1000: {
    ...usdOrNull,
    description: "USD for 1,000 calls of the provider's web search tool; null: not offered or unknown.",
  },
  toolFees: { ...arrayOf(toolFee), description: "What the provider's own tools cost beside the tokens." },
  regions: { ...arrayOf(regionalPrice), description: 'What processing bound to a region costs.' },
  corrections: { ...arrayOf(correction), description: 'Released prices that were wrong, and what they say now.' },
  prices: { ...arrayOf(priceRecord), description: 'Every price, oldest first.' },
  offers: { ...arrayOf(offer), description: 'What other hosts ask for it, by host; never part of its own prices.' },
});

export const provider = named('Provider', 'A provider: pricing page and caching facts.', {
  id: string,
  name: string,
  pricingUrl: string,
  caching: { title: 'ProviderCaching', ...providerFile.properties.caching },
  rules: { ...strings, description: 'Facts that bend a bill and are not in the estimate.' },
  modelCount: count,
});

/** The bounds of an input do not bound an answer. */
const withoutMaximum = <const Fields extends Record<string, { maximum: number }>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { maximum: _, ...schema }]) => [name, schema])) as unknown as {
    readonly [Name in keyof Fields]: Omit<Fields[Name], 'maximum'>;
  };
const presetAssumptions = withoutMaximum(assumptionFields);

export const preset = named('Preset', 'A ready-made workflow with the evidence behind its numbers.', {
  id: { enum: presetIds },
  name: string,
  description: string,
  defaultModel: string,
  defaultModelReason: string,
  workflow,
  assumptions: named(
    'PresetAssumptions',
    'Fields of the workflow that were assumptions only in earlier versions.',
    presetAssumptions,
  ),
  measured: { ...strings, description: 'Fields that rest on recorded runs.' },
  assumed: { ...strings, description: 'Fields that are assumptions.' },
  evidence: arrayOf({
    title: 'Evidence',
    type: 'object',
    additionalProperties: false,
    required: ['text', 'on'],
    properties: { text: string, url: string, name: string, on: day, note: string },
  }),
});

export const metaData = named('DatasetMeta', 'Version, counts and dates of the dataset.', {
  apiVersion: { enum: ['v1'] },
  datasetVersion: string,
  counts: named('Counts', 'How much there is.', {
    providers: count,
    models: { ...count, description: 'Models on sale: those of /models.' },
    shutDown: { ...count, description: 'Models that are shut down: found by id, listed nowhere.' },
    presets: count,
    offers: { ...count, description: 'Prices of models at other hosts: those of /offers.' },
    prices: { ...count, description: 'Models and offers together.' },
    byTier: closed({ frontier: count, mid: count, fast: count }),
    byProvider: { type: 'object', additionalProperties: count },
    byHost: { type: 'object', additionalProperties: count, description: 'Offers of each host.' },
  }),
  currency: { enum: ['USD'] },
  priceUnit: string,
  pricesAsOf: { ...day, description: 'Prices are those in force on this day (UTC), the first of meta.pricesInForce.' },
  costModelVersion: { ...count, description: 'Raised whenever an estimate of the same data changes.' },
  nextPriceChange: orNull(
    named('NextPriceChange', 'The next scheduled change and whom it concerns.', { on: day, models: strings }),
  ),
});

export const estimateRequest = {
  title: 'EstimateRequest',
  description: 'A preset as baseline plus optional overrides.',
  type: 'object',
  additionalProperties: false,
  properties: {
    presetId: { enum: presetIds, description: 'Baseline; default coding.' },
    modelId: { ...string, description: "A model id or alias; default the preset's model." },
    host: {
      type: ['string', 'null'],
      description: 'Host whose prices are used, and to whose models a ranking and routes keep; null: the provider.',
    },
    ...workflowFields,
    compare: { ...boolean, description: 'true ranks every model instead of pricing one; default false.' },
  },
} as const;

const workAssumptions = {
  ...presetAssumptions,
  callsPerTimeoutLoop: { ...count, description: 'Model calls (and tool calls) in one fruitless loop.' },
  callsPerTask: {
    type: 'number',
    minimum: 0,
    description: 'Model calls really made, faults included, retries not; in a ranking those at effort high.',
  },
  webSearchesPerTask: {
    type: 'number',
    minimum: 0,
    description: 'Web searches really made, faults included; retries of model calls repeat none.',
  },
  retryMultiplier: { type: 'number', minimum: 1, description: 'Dollars are multiplied by this: 1 + r + r^2.' },
} as const;

const termsApplied = {
  serviceTier: {
    enum: serviceTiers,
    description: 'Level of service that is priced: standard where the model is not sold at the one asked for.',
  },
  region: {
    ...string,
    description: 'Region that is priced: global where processing by this model cannot be bound to the one asked for.',
  },
} as const;

const toolFees = {
  ...usdOrNull,
  description: 'Web searches, USD a task, within its cost; null: their fee is not known, and they are not in any sum.',
} as const;

const share = { costPerTask: usd, monthly, pct } as const;
const fieldValue = {
  oneOf: [{ type: 'number' }, { type: 'string' }, { type: ['boolean', 'null'] }],
  description: 'A value of the field.',
} as const;
const fieldNames = arrayOf({ enum: workflowFieldNames });
const errorPct = { type: 'number', minimum: 0, description: 'Mean absolute error, in percent.' } as const;

const suggestion = named('RoutingSuggestion', 'A cheaper route worth testing.', {
  strategy: { enum: strategyNames, description: 'split is no longer suggested: it was never the cheapest route.' },
  modelId: string,
  provider: string,
  tier: { enum: tiers },
  ...termsApplied,
  sharePct: {
    ...pct,
    description: 'Share of the tasks that go to this model, at first (escalate) or at all (switch).',
  },
  costPerTask: usd,
  costPerSuccessfulTask: usd,
  costPerSuccessfulTaskRange: {
    ...orNull(closed({ low: usd, high: usd })),
    description: 'Over the boards of `measured`; null: nothing was measured.',
  },
  assumedFailureRatePct: { ...pct, description: 'Failure rate of the whole route.' },
  monthlySpend: { ...monthly, description: 'USD a month, for the same number of successful tasks.' },
  monthlySaving: { ...monthly, description: "The chosen model's monthlySpend less that of this route." },
  savingPct: { ...pct, description: 'Saving per successful task.' },
  breakEvenFailureRatePct: {
    ...pct,
    description: 'Failure rate of the suggested model at which the route stops paying.',
  },
  measured: { ...arrayOf(comparison), description: 'What speaks for it, by board; empty: nothing measured does.' },
  note: string,
});

const effortBases = ['measured', 'median'] as const;
const effortStep = named('EffortStep', 'What the reasoning effort asked for does to the work, relative to high.', {
  effort: { enum: efforts },
  callsMultiplier: { type: 'number', minimum: 0, description: 'Of model calls and tool calls.' },
  outputMultiplier: { type: 'number', minimum: 0, description: 'Of the output tokens of the task.' },
  successPoints: {
    type: 'number',
    minimum: -100,
    maximum: 100,
    description: 'By how many points more tasks were solved, or fewer; no dollars follow from it.',
  },
  basis: { enum: effortBases, description: 'measured: this very model; median: of all models that were.' },
  models: { ...count, description: 'Models behind the numbers.' },
  benchmark: { ...string, description: 'Where they were measured.' },
});

export const estimate = named('Estimate', 'What one workflow costs on one model.', {
  presetId: { enum: presetIds },
  modelId: string,
  provider: string,
  host: { type: ['string', 'null'], description: 'Host whose prices were used; null: the providers themselves.' },
  tier: { enum: tiers },
  status: modelFields.status,
  currency: { enum: ['USD'] },
  workflow,
  inputs: named('Inputs', 'Whose each value of the workflow is.', {
    caller: { ...fieldNames, description: "Not the preset's value." },
    measured: { ...fieldNames, description: "The preset's value, which rests on recorded runs." },
    assumed: { ...fieldNames, description: "The preset's value, an assumption or a choice." },
  }),
  assumptions: named('EstimateAssumptions', 'What the estimate takes for granted.', {
    ...workAssumptions,
    cacheHitEfficiency: { type: 'number', minimum: 0, maximum: 1, description: 'Share of ideal cache hits.' },
    cacheHitEfficiencyBasis: {
      enum: hitBases,
      description:
        'measured: on runs of this very model; sibling: carried over from another model; assumed: neither. Its source is at /models/{id}.',
    },
    ownOutputCached: {
      ...fileCaching.ownOutputCached,
      description:
        "Share of a call's output that the next call finds in the cache; its basis is that of cacheHitEfficiency.",
    },
    minCacheablePrefixTokens: { ...count, description: 'Shortest prefix that is cached; 0: none known.' },
    cachingApplied: boolean,
    effort: orNull(effortStep),
  }),
  costPerTask: usd,
  costPerSuccessfulTask: { ...usdOrNull, description: 'USD; null when every task fails.' },
  monthlySpend: monthly,
  dailySpend: { ...monthly, description: 'USD a day: twelve times monthlySpend over 365.' },
  yearlySpend: { ...monthly, description: 'USD a year: twelve times monthlySpend.' },
  range: named('CostRange', 'How much tasks differ in cost, and how sure the estimate is.', {
    typicalTask: { ...usd, description: 'USD; half of the tasks cost less.' },
    oneInTen: { ...usd, description: 'USD; one task in ten costs more.' },
    modelError: orNull(
      named('ModelError', 'How far the cost model was from recorded runs, on average; null: none are in the data.', {
        dollarsPct: errorPct,
        inputTokensPct: errorPct,
        basis: {
          enum: ['measured', 'unseen'],
          description:
            'measured: runs of this model and kind of work were among them; unseen: the error on agents of which none were.',
        },
      }),
    ),
  }),
  summary: { ...string, description: 'The estimate in one sentence, rounded.' },
  tokensPerTask: named('TokensPerTask', 'Tokens of one run of the task, before retries.', {
    input: { ...tokens, description: 'All input tokens, cached ones included.' },
    cachedInput: { ...tokens, description: 'Input tokens read from the cache.' },
    output: tokens,
  }),
  tokensPerTaskWithRetries: named(
    'BilledTokensPerTask',
    'The same with calls that are sent again: what costPerTask pays for.',
    {
      input: tokens,
      cachedInput: tokens,
      output: tokens,
    },
  ),
  costBreakdown: named('CostBreakdown', 'Adds up to costPerTask exactly; retries of model calls included.', {
    freshInput: { ...usd, description: 'Input that was not read from the cache, writing it included.' },
    cachedInput: { ...usd, description: 'Input read from the cache.' },
    output: usd,
    toolFees,
  }),
  waste: named('Waste', 'Spend that produced nothing; the causes add up to it exactly.', {
    ...share,
    causes: arrayOf(
      named('WasteCause', 'One cause, switched on after the ones before it.', {
        cause: {
          enum: causes.map(({ name }) => name),
          description: causes.map(({ name, description }) => `${name}: ${description}`).join(' '),
        },
        ...share,
      }),
    ),
  }),
  levers: {
    ...arrayOf(
      named('Lever', 'One change of the request, and what it would save on the same model.', {
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
        saving: named('LeverSaving', "The estimate's figure less that after the change.", share),
      }),
    ),
    description: 'What single changes would save, the largest saving first; those that save nothing are left out.',
  },
  savings: named('Savings', 'What could be saved by a setting.', {
    promptCaching: orNull(named('Saving', 'Saved by turning prompt caching on.', share)),
  }),
  context: named('ContextFit', 'The largest prompt against the context window.', {
    peakTokens: tokens,
    window: count,
    fits: boolean,
  }),
  routing: named('Routing', 'Cheaper routes; null: none saves 10 % per successful task.', {
    best: {
      ...orNull(suggestion),
      description:
        'Measured beside the chosen model on two boards of this kind of work or more, and at least 25 % cheaper per solved task on every board that both are on.',
    },
    bestSameProvider: { ...orNull(suggestion), description: 'The same, of the same provider.' },
    unproven: {
      ...orNull(suggestion),
      description: 'The cheapest by list price, the same work and success assumed; nothing measured speaks for it.',
    },
  }),
  pricing: named('Pricing', 'The prices used.', {
    inputPerMTok: price,
    outputPerMTok: price,
    cachedInputPerMTok: cachedPrice,
    cacheWritePerMTok: writePrice,
    longContext: arrayOf(longContextPrice),
    inForceSince: { ...dayOrNull, description: 'null: since release or unknown.' },
    verifiedOn: day,
    ...termsApplied,
    webSearchPer1000: { ...usdOrNull, description: 'USD for 1,000 web searches; null: not offered or unknown.' },
    cacheWriteUsedPerMTok: {
      ...usdOrNull,
      description: 'USD per 1,000,000 tokens written to the cache, as cacheTtl asks for it; null: nothing is written.',
    },
  }),
  notes: strings,
});

export const ranking = named('Ranking', 'Every model on the same work, cheapest first.', {
  presetId: { enum: presetIds },
  host: { type: ['string', 'null'], description: 'Host whose prices were used; null: the providers themselves.' },
  workflow,
  assumptions: named('RankingAssumptions', 'What the ranking takes for granted.', workAssumptions),
  sameWork,
  ranking: arrayOf(
    named(
      'RankedModel',
      'Last are models whose window is too small, before them those whose fee for the searches is unknown.',
      {
        rank: { type: 'integer', minimum: 1 },
        modelId: string,
        provider: string,
        tier: { enum: tiers },
        ...termsApplied,
        confidence: { enum: confidences, description: 'How far its price can be trusted.' },
        measured: {
          ...arrayOf(measuredFact),
          description: 'What was measured of the model, by board; empty: nothing.',
        },
        costPerTask: usd,
        costPerSuccessfulTask: { ...usdOrNull, description: 'USD; null when every task fails.' },
        monthlySpend: monthly,
        waste: named('RankedWaste', 'Spend that produced nothing.', share),
        toolFees,
        multipleOfCheapest: {
          type: ['number', 'null'],
          minimum: 0,
          description: 'Cost over that of rank 1; null when rank 1 costs nothing.',
        },
        fitsContext: boolean,
        effortBasis: {
          type: ['string', 'null'],
          enum: [...effortBases, null],
          description:
            'Whose ladder of effort is used: measured, that of this very model; median, of all that were measured. null: no effort is asked for.',
        },
      },
    ),
  ),
});

const changePrice = {
  inputPerMTok: price,
  outputPerMTok: price,
  cachedInputPerMTok: cachedPrice,
  cacheWritePerMTok: writePrice,
} as const;

export const change = named('Change', 'A model that came, or a price that changed or is scheduled to.', {
  on: { ...day, description: 'First day (UTC) on which it holds.' },
  kind: { enum: ['released', 'changed', 'scheduled'] },
  modelId: string,
  modelName: string,
  provider: string,
  host: { type: ['string', 'null'], description: 'Host whose offer it is; null: the provider itself.' },
  before: orNull(named('PriceBefore', 'Prices until then, USD per 1,000,000 tokens.', changePrice)),
  after: named('PriceAfter', 'Prices from then on, USD per 1,000,000 tokens.', changePrice),
  longContextChanged: { ...boolean, description: 'Whether the long-context prices changed too.' },
  note: { type: ['string', 'null'] },
  sources: arrayOf(source),
});

const freshness = closed({
  oldest: dayOrNull,
  newest: dayOrNull,
  models: { ...count, description: 'How many models it is known of.' },
});

export const meta = named('Meta', 'Freshness and terms of every answer.', {
  pricesVerified: {
    ...day,
    description: 'Every price that pricesVerifiedCovers counts was seen at its provider on or after this day.',
  },
  pricesVerifiedCovers: { ...string, description: 'How many models pricesVerified speaks of, and what of the others.' },
  seenAtProvider: { ...freshness, description: "Prices in force, as last seen on a page of the model's own provider." },
  seenInDatasets: { ...freshness, description: 'Prices in force, as last seen in a dataset or at a third party.' },
  pricesUpdated: { ...day, description: 'Day on which a price last changed.' },
  disclaimer: string,
  datasetVersion: {
    ...string,
    description: 'The name of these numbers: first day of pricesInForce, digest of data and cost model.',
  },
  pricesInForce: named('PricesInForce', 'The days (UTC, both included) on which this answer holds.', {
    from: day,
    until: {
      ...dayOrNull,
      description: 'The day before a model is released, changes its price or is retired; null: nothing is scheduled.',
    },
  }),
});

export const errorBody = named('Error', 'The body of every refusal.', {
  error: closed({ code: string, message: string }),
});

export type Model = FromSchema<typeof model>;
export type ModelDetail = FromSchema<typeof modelDetail>;
export type PriceRecord = FromSchema<typeof priceRecord>;
export type Provider = FromSchema<typeof provider>;
export type EstimateRequest = FromSchema<typeof estimateRequest>;
export type Estimate = FromSchema<typeof estimate>;
export type Suggestion = FromSchema<typeof suggestion>;
export type Ranking = FromSchema<typeof ranking>;
export type Change = FromSchema<typeof change>;
export type DatasetMeta = FromSchema<typeof metaData>;
export type Meta = FromSchema<typeof meta>;
export type PublishedPreset = FromSchema<typeof preset>;
