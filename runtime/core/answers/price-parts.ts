/** Parts of a price in the API's shapes: long context, levels of service, the provider's own tools, regions. */
import type { CatalogModel } from '../dataset/catalog.ts';
import { regionsOf, toolFeesOf, webSearchPer1000 } from '../dataset/provider-fees.ts';
import { type DatedPrice, serviceTierNames } from '../schemas/data-files/dated-price.ts';
import type { PriceRecord } from '../schemas/price-schemas.ts';
import type { ModelDetail } from './schemas/model-schemas.ts';

export const longContextOf = (price: Pick<DatedPrice, 'longContext'>): PriceRecord['longContext'] =>
  price.longContext.map((band) => ({
    aboveTokens: band.above,
    inputPerMTok: band.input,
    outputPerMTok: band.output,
    cachedInputPerMTok: band.cachedInput,
    cacheWritePerMTok: band.cacheWrite,
    cacheWrite1hPerMTok: band.cacheWrite1h ?? null,
  }));

type Tiers = PriceRecord['serviceTiers'];

export const serviceTiersOf = (price: DatedPrice): Tiers =>
  Object.fromEntries(serviceTierNames.map((name) => [name, tierOf(price.serviceTiers?.[name])])) as Tiers;

function tierOf(tier: NonNullable<DatedPrice['serviceTiers']>['batch']): Tiers['batch'] {
  if (tier === undefined) return null;
  return {
    inputPerMTok: tier.input,
    outputPerMTok: tier.output,
    cachedInputPerMTok: tier.cachedInput,
    cacheWritePerMTok: tier.cacheWrite,
    cacheWrite1hPerMTok: tier.cacheWrite1h ?? null,
    longContext: longContextOf(tier),
    sources: tier.sources,
  };
}

/** Fees and regional prices of a model: those that name it, otherwise those for all of its provider's models. */
export function feesOf(model: CatalogModel): Pick<ModelDetail, 'webSearchPer1000' | 'toolFees' | 'regions'> {
  return {
    webSearchPer1000: webSearchPer1000(model),
    toolFees: toolFeesOf(model).map(({ tool, usd, per, unit, note, sources }) => ({
      tool,
      usd,
      per,
      unit,
      note: note ?? null,
      sources,
    })),
    regions: regionsOf(model).map(({ region, multiplier, note, sources }) => ({
      region,
      multiplier,
      note: note ?? null,
      sources,
    })),
  };
}
