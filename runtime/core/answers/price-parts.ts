/** Parts of a price in the API's shapes: long context, levels of service, the provider's own tools, regions. */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { TokenPrices } from '../dataset/price-on-day.ts';
import { listedFees, regionsOf, toolFeesOf } from '../dataset/provider-fees.ts';
import { byUnit, pricedTokenUnits, type ToolUnit } from '../schemas/billable-units.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import { serviceTierNames } from '../schemas/levels.ts';
import type { PriceRecord } from '../schemas/price-schemas.ts';
import type { ModelDetail } from './schemas/model-schemas.ts';

/** The price of every unit of tokens under its name in the API; null where there is none. */
export const tokenPricesOf = (prices: TokenPrices) =>
  byUnit(pricedTokenUnits, 'priceField', ({ part }) => prices[part] ?? null) as Pick<
    PriceRecord,
    (typeof pricedTokenUnits)[number]['priceField']
  >;

export const longContextOf = (price: Pick<DatedPrice, 'longContext'>): PriceRecord['longContext'] =>
  price.longContext.map((band) => ({
    aboveTokens: band.above,
    ...tokenPricesOf(band),
  }));

/** Where the base price holds, and what other places cost. */
export const placesOf = ({ place, places }: DatedPrice): Pick<PriceRecord, 'place' | 'places'> => ({
  place: place ?? null,
  places: Object.entries(places ?? {}).map(([id, of]) => ({
    place: id,
    hostModelId: of.hostModelId ?? null,
    ...tokenPricesOf(of),
    longContext: longContextOf(of),
    sources: of.sources,
  })),
});

type Tiers = PriceRecord['serviceTiers'];

export const serviceTiersOf = (price: DatedPrice): Tiers =>
  Object.fromEntries(serviceTierNames.map((name) => [name, tierOf(price.serviceTiers?.[name])])) as Tiers;

function tierOf(tier: NonNullable<DatedPrice['serviceTiers']>['batch']): Tiers['batch'] {
  if (tier === undefined) return null;
  return {
    ...tokenPricesOf(tier),
    longContext: longContextOf(tier),
    sources: tier.sources,
  };
}

/** Fees and regional prices of a model: those that name it, otherwise those for all of its provider's models. */
export function feesOf(model: CatalogModel): Pick<ModelDetail, ToolUnit['priceField'] | 'toolFees' | 'regions'> {
  return {
    ...listedFees(model),
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
