/** Catalogue entries in the API's shapes. */
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { DatedPrice, ProviderFile } from '../dataset/dataset.ts';
import type { Tier } from '../dataset/fields.ts';
import { knownSince } from '../dataset/in-force.ts';
import { costModelVersion } from '../model/assumptions.ts';
import { nextPriceAfter } from '../model/prices.ts';
import type { DatasetMeta, Meta, Model, ModelDetail, PriceRecord, Provider } from './schemas.ts';

/** Which models: of this provider, of this tier; undefined is any. */
export interface ModelFilter {
  provider?: string | undefined;
  tier?: Tier | undefined;
}

/** Models of a provider and a tier; either may be left out. An unknown provider matches nothing. */
export const modelsWhere = (catalog: Catalog, filter: ModelFilter): CatalogModel[] =>
  catalog.models.filter(
    ({ provider, facts }) =>
      (filter.provider === undefined || provider.id === filter.provider) &&
      (filter.tier === undefined || facts.tier === filter.tier),
  );

export function modelOf({ id, facts, provider, price, status }: CatalogModel): Model {
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
  };
}

export function modelDetailOf(catalog: Catalog, model: CatalogModel): ModelDetail {
  const { facts, provider } = model;
  return {
    ...modelOf(model),
    aliases: facts.aliases,
    tierReason: facts.tierReason,
    releaseDate: facts.releaseDate,
    sunsetDate: facts.sunsetDate,
    confidence: facts.confidence,
    notes: facts.notes,
    pricingUrl: provider.pricingUrl,
    caching: {
      mode: provider.caching.mode,
      minPrefixTokens: model.minPrefixTokens || null,
      hitEfficiency: model.hitEfficiency,
    },
    prices: facts.prices.map((price, index) => priceRecord(catalog.asOf, model, price, facts.prices[index + 1])),
  };
}

function priceRecord(asOf: string, model: CatalogModel, price: DatedPrice, next: DatedPrice | undefined): PriceRecord {
  const scheduled = price.from !== null && price.from > asOf;
  return {
    state: price === model.price ? 'current' : scheduled ? 'scheduled' : 'past',
    from: price.from,
    until: next?.from ?? null,
    inputPerMTok: price.input,
    outputPerMTok: price.output,
    cachedInputPerMTok: price.cachedInput,
    cacheWritePerMTok: price.cacheWrite,
    cacheWrite1hPerMTok: price.cacheWrite1h,
    longContext: longContextOf(price),
    offPeak: price.offPeak
      ? {
          inputPerMTok: price.offPeak.input,
          outputPerMTok: price.offPeak.output,
          cachedInputPerMTok: price.offPeak.cachedInput,
          peakUtc: price.offPeak.peakUtc,
          peakDays: price.offPeak.peakDays,
        }
      : null,
    announced: price.announced ?? false,
    note: price.note ?? null,
    sources: price.sources,
    knownSince: knownSince(price),
    verifiedOn: price.verifiedOn,
  };
}

export const longContextOf = (price: DatedPrice): PriceRecord['longContext'] =>
  price.longContext.map((band) => ({
    aboveTokens: band.above,
    inputPerMTok: band.input,
    outputPerMTok: band.output,
    cachedInputPerMTok: band.cachedInput,
    cacheWritePerMTok: band.cacheWrite,
  }));

export const providerOf = (catalog: Catalog, { id, name, pricingUrl, caching, rules }: ProviderFile): Provider => ({
  id,
  name,
  pricingUrl,
  caching,
  rules,
  modelCount: modelsWhere(catalog, { provider: id }).length,
});

export function datasetMeta(catalog: Catalog): DatasetMeta {
  const inTier = (tier: Tier) => modelsWhere(catalog, { tier }).length;
  return {
    apiVersion: 'v1',
    datasetVersion: catalog.version,
    counts: {
      providers: catalog.providers.length,
      models: catalog.models.length,
      presets: catalog.presets.length,
      byTier: { frontier: inTier('frontier'), mid: inTier('mid'), fast: inTier('fast') },
      byProvider: Object.fromEntries(
        catalog.providers.map(({ id }) => [id, modelsWhere(catalog, { provider: id }).length]),
      ),
    },
    currency: 'USD',
    priceUnit: 'USD per 1,000,000 tokens',
    pricesAsOf: catalog.asOf,
    costModelVersion,
    nextPriceChange: nextPriceChange(catalog),
  };
}

/** The next day on which a price changes, and the models whose price does; null when nothing is scheduled. */
export function nextPriceChange(catalog: Catalog): DatasetMeta['nextPriceChange'] {
  const changes = catalog.models.flatMap(({ id, facts }) => {
    const on = nextPriceAfter(facts.prices, catalog.asOf)?.from;
    return on ? [{ id, on }] : [];
  });
  const on = changes.map((change) => change.on).sort()[0];
  return on === undefined ? null : { on, models: changes.filter((change) => change.on === on).map(({ id }) => id) };
}

const disclaimer =
  'Public list prices, directional only: they change often and leave out discounts, taxes and regional rates. Verify with the provider before relying on them.';

export function metaOf(catalog: Catalog): Meta {
  const inForce = catalog.models.map(({ price }) => price);
  return {
    pricesVerified: inForce.map(({ verifiedOn }) => verifiedOn).sort()[0] ?? catalog.asOf,
    pricesUpdated:
      inForce
        .flatMap(({ from }) => from ?? [])
        .sort()
        .at(-1) ?? catalog.asOf,
    disclaimer,
    datasetVersion: catalog.version,
    pricesInForce: catalog.inForce,
  };
}
