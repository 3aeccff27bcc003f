/** Catalogue entries in the API's shapes. */
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { knownSince, lastSeenOf, seen } from '../dataset/sources.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import type { ProviderFile } from '../schemas/data-files/provider-file.ts';
import type { PriceRecord } from '../schemas/price-schemas.ts';
import type { Tier } from '../schemas/request-fields.ts';
import { offersOfModel } from './host-offers.ts';
import { feesOf, longContextOf, placesOf, serviceTiersOf, tokenPricesOf } from './price-parts.ts';
import type { Model, ModelDetail } from './schemas/model-schemas.ts';
import type { Provider } from './schemas/provider-schema.ts';

/** Filters models by provider and tier; undefined matches any. */
export interface ModelFilter {
  provider?: string | undefined;
  tier?: Tier | undefined;
}

/** Models on sale that match the filter. An unknown provider matches nothing. */
export const modelsWhere = (catalog: Catalog, filter: ModelFilter): CatalogModel[] =>
  catalog.models.filter(
    ({ provider, facts }) =>
      (filter.provider === undefined || provider.id === filter.provider) &&
      (filter.tier === undefined || facts.tier === filter.tier),
  );

/** A model as it appears in lists; only for models on sale. */
export const modelOf = (model: CatalogModel): Model => ({
  ...fieldsOf(model),
  status: model.status === 'active' ? 'active' : 'deprecated',
});

function fieldsOf({ id, facts, provider, price, seen: seenOn, status, confidence }: CatalogModel) {
  return {
    id,
    name: facts.name,
    provider: provider.id,
    tier: facts.tier,
    inputPerMTok: price.input,
    outputPerMTok: price.output,
    cachedInputPerMTok: price.cachedInput,
    cacheWritePerMTok: price.cacheWrite,
    contextWindow: facts.contextWindow,
    maxOutputTokens: facts.maxOutputTokens,
    status,
    priceFrom: price.from,
    verifiedOn: price.verifiedOn,
    confidence,
    seenAtProvider: seenOn.atProvider,
    seenInDatasets: seenOn.inDatasets,
    lastSeen: lastSeenOf(seenOn),
    priceHoldsUntil: price.holdsUntil ?? null,
  };
}

export function modelDetailOf(catalog: Catalog, model: CatalogModel): ModelDetail {
  const { facts, provider } = model;
  return {
    ...fieldsOf(model),
    aliases: facts.aliases,
    tierReason: facts.tierReason,
    releaseDate: facts.releaseDate,
    sunsetDate: facts.lifecycle?.shutDown ?? null,
    lifecycle: lifecycleOf(facts),
    inputs: facts.inputs ?? null,
    notes: facts.notes,
    pricingUrl: provider.pricingUrl,
    caching: {
      mode: provider.caching.mode,
      minPrefixTokens: model.minPrefixTokens || null,
      hitEfficiency: model.hitEfficiency,
      ownOutputCached: model.ownOutputCached,
    },
    ...feesOf(model),
    corrections: (provider.corrections ?? []).filter((one) => one.model === facts.id),
    prices: facts.prices.map((price, index) => priceRecord(catalog.asOf, model, price, facts.prices[index + 1])),
    offers: offersOfModel(catalog, model.id),
  };
}

const lifecycleOf = ({ lifecycle }: ModelFile): ModelDetail['lifecycle'] =>
  lifecycle === undefined ? null : { ...lifecycle, hosts: lifecycle.hosts ?? [] };

function priceRecord(asOf: string, model: CatalogModel, price: DatedPrice, next: DatedPrice | undefined): PriceRecord {
  const scheduled = price.from !== null && price.from > asOf;
  return {
    state: price === model.price ? 'current' : scheduled ? 'scheduled' : 'past',
    from: price.from,
    until: next?.from ?? null,
    holdsUntil: price.holdsUntil ?? null,
    ...tokenPricesOf(price),
    cacheStoragePerMTokHour: price.cacheStoragePerHour ?? null,
    longContext: longContextOf(price),
    serviceTiers: serviceTiersOf(price),
    offPeak: price.offPeak
      ? {
          inputPerMTok: price.offPeak.input,
          outputPerMTok: price.offPeak.output,
          cachedInputPerMTok: price.offPeak.cachedInput,
          peakUtc: price.offPeak.peakUtc,
          peakDays: price.offPeak.peakDays,
        }
      : null,
    ...placesOf(price),
    announced: price.announced ?? false,
    confirmed: price.confirmed ?? null,
    note: price.note ?? null,
    sources: price.sources,
    knownSince: knownSince(price),
    verifiedOn: price.verifiedOn,
    lastSeen: lastSeenOf(seen(model.provider, price)),
  };
}

export const providerOf = (catalog: Catalog, { id, name, pricingUrl, caching, rules }: ProviderFile): Provider => ({
  id,
  name,
  pricingUrl,
  caching,
  rules,
  modelCount: modelsWhere(catalog, { provider: id }).length,
});
