/** Made-up models and workflows: small enough to compute by hand. */

import { adviceFor, answer } from '../../../runtime/core/answers/answer.ts';
import { type ResolvedRequest, resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Advice } from '../../../runtime/core/answers/schemas/advice-schema.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Ranking } from '../../../runtime/core/answers/schemas/ranking-schema.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../../runtime/core/dataset/dataset.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { DatedPrice, LongContextPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import { noOffers } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import type { Preset } from '../../../runtime/core/schemas/data-files/presets-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { noWork, type Tier } from '../../../runtime/core/schemas/request-fields.ts';
import { catalogOf } from './dated.ts';

/**
 * The properties of a model that a test sets; defaults for the rest: $1 in, $1 out, no cache, no tiers, a window of 10
 * million.
 */
export interface MadeUpModel {
  id?: string;
  provider?: string;
  tier?: Tier;
  contextWindow?: number;
  input?: number;
  output?: number;
  cachedInput?: number | null;
  cacheWrite?: number | null;
  cacheWrite1h?: number | null;
  longContext?: LongContextPrice[];
  minPrefixTokens?: number | null;
  hitEfficiency?: number;
  ownOutputCached?: number;
  hitBasis?: 'measured' | 'sibling' | 'assumed';
  mode?: ProviderFile['caching']['mode'];
  lifecycle?: ModelFile['lifecycle'];
  confidence?: ModelFile['confidence'];
  reasoning?: boolean;
  /** Prices that follow the first one. */
  laterPrices?: Partial<DatedPrice>[];
  offPeak?: DatedPrice['offPeak'];
  /** Only input and output are required. */
  serviceTiers?: Partial<
    Record<'batch' | 'flex' | 'priority', Partial<TierPrice> & Pick<TierPrice, 'input' | 'output'>>
  >;
  /** Of the provider, for this model. */
  webSearchPer1000?: number;
  regions?: Record<string, number>;
}

type TierPrice = NonNullable<NonNullable<DatedPrice['serviceTiers']>['batch']>;

/** Nothing at all: no calls, no tokens, no faults, no caching. */
export const nothing = noWork;

/** The preset `coding` of a made-up catalog: `nothing`, unless a test sets otherwise. */
export const madeUpPreset = (assumptions: Partial<Preset['assumptions']> = {}, defaultModel = 'model'): Preset => ({
  id: 'coding',
  name: 'Made up',
  description: 'Made up for tests.',
  defaultModel,
  defaultModelReason: 'It is the only one.',
  board: null,
  workflow: nothing,
  assumptions: { callDispersion: 0, userTokensPerCall: 0, ...assumptions },
  measured: ['modelCallsPerTask'],
  assumed: [],
  evidence: [],
});

/** Three independent ones, the provider's own page among them, so that they carry high confidence. */
const someSources: DatedPrice['sources'] = [
  { url: 'https://example.com/prices', on: '2026-01-01' },
  ...['one', 'another'].map((name) => ({ name, on: '2026-01-01' })),
];

/** The end of a model's life: deprecated, unless a test sets otherwise. */
export const ending = (
  days: Partial<NonNullable<ModelFile['lifecycle']>> = {},
): NonNullable<ModelFile['lifecycle']> => ({
  deprecatedOn: '2026-01-01',
  shutDown: null,
  notBefore: null,
  successor: null,
  billedAs: null,
  sources: [{ fact: 'Made up', name: 'made up', on: '2026-01-01' }],
  ...days,
});

function priceOf(made: MadeUpModel): DatedPrice {
  return {
    from: null,
    input: made.input ?? 1,
    output: made.output ?? 1,
    cachedInput: made.cachedInput ?? null,
    cacheWrite: made.cacheWrite ?? null,
    cacheWrite1h: made.cacheWrite1h ?? null,
    longContext: made.longContext ?? [],
    ...(made.offPeak && { offPeak: made.offPeak }),
    ...(made.serviceTiers && { serviceTiers: tiersOf(made.serviceTiers) }),
    sources: someSources,
    verifiedOn: '2026-01-01',
  };
}

const tiersOf = (made: NonNullable<MadeUpModel['serviceTiers']>): NonNullable<DatedPrice['serviceTiers']> =>
  Object.fromEntries(
    Object.entries(made).map(([name, tier]) => [
      name,
      { cachedInput: null, cacheWrite: null, longContext: [], sources: someSources, ...tier },
    ]),
  );

function modelOf(made: MadeUpModel): ModelFile {
  const first = priceOf(made);
  return {
    id: made.id ?? 'model',
    name: made.id ?? 'model',
    aliases: [],
    tier: made.tier ?? 'mid',
    tierReason: 'Made up.',
    contextWindow: made.contextWindow ?? 10_000_000,
    maxOutputTokens: null,
    releaseDate: null,
    ...(made.lifecycle && { lifecycle: made.lifecycle }),
    confidence: made.confidence ?? 'high',
    ...(made.reasoning !== undefined && { reasoning: made.reasoning }),
    notes: [],
    caching: {
      minPrefixTokens: made.minPrefixTokens ?? null,
      hitEfficiency: { value: made.hitEfficiency ?? 1, basis: made.hitBasis ?? 'measured', source: 'made up' },
      ownOutputCached: made.ownOutputCached ?? 0,
    },
    prices: [first, ...(made.laterPrices ?? []).map((price) => ({ ...first, ...price }))],
  };
}

/** Each fee and region applies only to its model. */
function feesOf(made: MadeUpModel[]): Pick<ProviderFile, 'toolFees' | 'regions'> {
  const toolFees = made.flatMap(({ id = 'model', webSearchPer1000 }) =>
    webSearchPer1000 === undefined
      ? []
      : [
          {
            tool: 'webSearch' as const,
            usd: webSearchPer1000,
            per: 1000,
            unit: 'calls' as const,
            models: [id],
            sources: someSources,
          },
        ],
  );
  const regions = made.flatMap(({ id = 'model', regions = {} }) =>
    Object.entries(regions).map(([region, multiplier]) => ({ region, multiplier, models: [id], sources: someSources })),
  );
  return { ...(toolFees.length > 0 && { toolFees }), ...(regions.length > 0 && { regions }) };
}

/** A dataset of these models; a model's provider is `maker` unless it names another. */
export function madeUpDataset(models: MadeUpModel[], assumptions: Partial<Preset['assumptions']> = {}): Dataset {
  const providers = [...new Set(models.map(({ provider }) => provider ?? 'maker'))].map((id): ProviderFile => {
    const own = models.filter(({ provider }) => (provider ?? 'maker') === id);
    return {
      id,
      name: id,
      pricingUrl: 'https://example.com/',
      domains: ['example.com'],
      caching: {
        mode: own[0]?.mode ?? 'explicit',
        description: 'Made up.',
        minPrefixTokens: null,
        hitEfficiency: { value: 1, basis: 'measured', source: 'made up' },
        defaultTtl: null,
        sources: [],
      },
      rules: [],
      ...feesOf(own),
      models: own.map(modelOf),
    };
  });
  return { providers, presets: [madeUpPreset(assumptions, models[0]?.id ?? 'model')], measured: [], offers: noOffers };
}

export const madeUpCatalog = (models: MadeUpModel[], assumptions: Partial<Preset['assumptions']> = {}): Catalog =>
  catalogOf(madeUpDataset(models, assumptions), '2026-06-01');

/** The answer to a request that must not be refused. */
export function estimate(catalog: Catalog, request: EstimateRequest): Estimate {
  return ask(catalog, { ...request, compare: false }) as Estimate;
}

/** The estimate for one made-up model. */
export const estimateOn = (model: MadeUpModel, request: EstimateRequest): Estimate =>
  estimate(madeUpCatalog([model]), request);

export function ranking(catalog: Catalog, request: EstimateRequest): Ranking {
  return ask(catalog, { ...request, compare: true }) as Ranking;
}

export const advice = (catalog: Catalog, request: EstimateRequest): Advice =>
  adviceFor(resolved(catalog, { ...request, compare: false }));

const ask = (catalog: Catalog, request: EstimateRequest): Estimate | Ranking => answer(resolved(catalog, request));

function resolved(catalog: Catalog, request: EstimateRequest): ResolvedRequest {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) throw new Error(question.message);
  return question;
}
