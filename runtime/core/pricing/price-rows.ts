/** Prices as rows of a table: one for each model, host, level of service, region, first day and prompt length. */
import { type Catalog, type CatalogModel, catalogFrom, knownModels } from '../dataset/catalog.ts';
import { offersIn } from '../dataset/host-catalog.ts';
import { nextPriceAfter, pricesFor, regionalPrice, type Terms, tiersSold } from '../dataset/price-on-day.ts';
import { listedFee } from '../dataset/provider-fees.ts';
import { mainSource, nameOfSource } from '../dataset/sources.ts';
import { regionsOfPrice } from '../dataset/terms.ts';
import { type BillableUnit, billableUnits, byUnit } from '../schemas/billable-units.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { ServiceTier } from '../schemas/levels.ts';
import { csv, csvField } from '../values/csv.ts';

/** A column for the price of each billable unit, in USD for as many as its name says. */
type UnitColumns<Value> = Record<BillableUnit['priceColumn'], Value>;

/**
 * Prices of one length of prompt on one set of terms; null: not offered or not known, and of writing to the cache: no
 * premium over the input price.
 */
export interface BandRow extends UnitColumns<number | null> {
  service_tier: ServiceTier;
  region: string;
  /** The whole prompt is longer than this, and not longer than `up_to_tokens`; null: no such limit. */
  above_tokens: number | null;
  up_to_tokens: number | null;
  /** The level whose price this is: `standard` where a level is not sold for prompts this long. */
  price_tier: ServiceTier;
  currency: 'USD';
  /** Day (UTC) on which the source last stated it, and the address or name of that source. */
  verified_on: string;
  source: string;
}

export interface PriceRow extends BandRow {
  model: string;
  provider: string;
  /** The host that charges this price; null: the provider itself. */
  host: string | null;
  /** First day (UTC); null: since release, or unknown. */
  from_day: string | null;
  /** First day (UTC) on which another price applies; null: none is known. */
  until_day: string | null;
}

/** A value for the price column of each billable unit. */
export const unitColumns = <Value>(value: (unit: BillableUnit) => Value): UnitColumns<Value> =>
  byUnit(billableUnits, 'priceColumn', value);

/**
 * The columns of `prices.csv` and `prices.parquet`, and of the price table that `agent-cost price sql` prints, in order, with
 * their types; any value may be null.
 */
export const priceColumnTypes = {
  model: 'text',
  provider: 'text',
  host: 'text',
  service_tier: 'text',
  region: 'text',
  from_day: 'day',
  until_day: 'day',
  above_tokens: 'tokens',
  up_to_tokens: 'tokens',
  price_tier: 'text',
  ...unitColumns(() => 'price' as const),
  currency: 'text',
  verified_on: 'day',
  source: 'text',
} as const satisfies Record<keyof PriceRow, 'text' | 'day' | 'tokens' | 'price'>;
export type PriceColumnType = (typeof priceColumnTypes)[keyof PriceRow];

export const priceColumns = Object.keys(priceColumnTypes) as (keyof PriceRow)[];

/** Every dated price of every model known on the catalog's day, past and scheduled ones included; offers last. */
export const priceRows = (catalog: Catalog): PriceRow[] => [
  ...knownModels(catalog).flatMap((model) => rowsOf(model, null)),
  ...offersIn(catalog).flatMap(({ host, model }) => rowsOf(model, host.id)),
];

/**
 * The rows in force on a day, of everything sold then; in the order of `priceRows`.
 *
 *     pricesOnDay(catalog, '2026-12-15').find(({ model }) => model === 'gemini-4-carbon')?.input_per_mtok
 *
 * @param day YYYY-MM-DD (UTC): today, past, or to come, of which only what is announced is known
 */
export function pricesOnDay(catalog: Catalog, day: string): PriceRow[] {
  const then = day === catalog.asOf ? catalog : catalogFrom({ ...catalog.file, asOf: day });
  return [
    ...then.models.flatMap((model) => rowsOf(model, null, day)),
    ...offersIn(then).flatMap(({ host, model }) => rowsOf(model, host.id, day)),
  ];
}

/** Rows as CSV with a header line: `prices.csv`, or a part of it. */
export const pricesText = (rows: readonly PriceRow[]): string =>
  csv(
    priceColumns,
    rows.map((row) => priceColumns.map((column) => csvField(row[column]))),
  );

/** @param day the prices in force on it; without it, those of all days */
function rowsOf(model: CatalogModel, host: string | null, day?: string): PriceRow[] {
  const { prices } = model.facts;
  return prices.flatMap((price) => {
    const until = nextPriceAfter(prices, price.from ?? '')?.from ?? null;
    const isAsked =
      day === undefined || ((price.from === null || price.from <= day) && (until === null || day < until));
    if (!isAsked) return [];
    return bandRows(model, price).map((band) => ({
      model: model.id,
      provider: model.provider.id,
      host,
      from_day: price.from,
      until_day: until,
      ...band,
    }));
  });
}

/** The rows of one dated price: every level of service in every region it is sold in, by length of prompt. */
const bandRows = (model: CatalogModel, price: DatedPrice): BandRow[] =>
  tiersSold(price).flatMap((serviceTier) =>
    regionsOfPrice(model, price).flatMap((region) => {
      const terms = { serviceTier, region };
      // A level of service may be sold without a price of its own in a place that has one at the standard level.
      const isSold = region === 'global' || regionalPrice(model, price, terms)?.place === region;
      return isSold ? rowsOnTerms(model, price, terms) : [];
    }),
  );

/** The rows of one dated price on given terms, by length of prompt; none if it is not sold on them. */
export function rowsOnTerms(model: CatalogModel, price: DatedPrice, terms: Terms): BandRow[] {
  const withPricingTerms = pricesFor(model, price, terms);
  if (withPricingTerms === null) return [];
  const { serviceTier, region } = terms;
  const tier = serviceTier === 'standard' ? price : price.serviceTiers?.[serviceTier];
  const bands = [{ ...withPricingTerms, above: null }, ...withPricingTerms.longContext];
  return bands.map((band, index) => {
    const own = index === 0 || (tier?.longContext.length ?? 0) > 0;
    const source = mainSource(model.provider, own ? withPricingTerms.sources : price.sources);
    return {
      service_tier: serviceTier,
      region,
      above_tokens: band.above,
      up_to_tokens: bands[index + 1]?.above ?? null,
      price_tier: own ? serviceTier : 'standard',
      ...unitColumns((unit) => (unit.unit === 'tokens' ? (band[unit.part] ?? null) : listedFee(model, unit))),
      currency: 'USD',
      verified_on: source?.on ?? price.verifiedOn,
      source: nameOfSource(source) ?? '',
    };
  });
}
