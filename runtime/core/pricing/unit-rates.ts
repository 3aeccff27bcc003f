/** What a price list charges for each billable unit, by the length of the prompt. */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { TokenPrices } from '../dataset/price-on-day.ts';
import { type ToolFee, toolFeeOf } from '../dataset/provider-fees.ts';
import { type BillableUnit, billableUnits, type TokenUnit } from '../schemas/billable-units.ts';
import type { DatedPrice, LongContextPrice } from '../schemas/data-files/dated-price.ts';
import { type CallRates, upTo } from './call-rates.ts';

/** What a unit costs on a model. */
export interface UnitRate {
  /** USD for `per` units; null: there is no such price. */
  usd: number | null;
  per: number;
  /** The fee of a tool; null for tokens, whose price has its own sources, and for a tool without a fee. */
  fee: ToolFee | null;
}

/** The long-context band that a prompt of this length falls into; undefined: the base price applies. */
export const bandOf = ({ longContext }: DatedPrice, promptTokens: number): LongContextPrice | undefined =>
  longContext.findLast(({ above }) => promptTokens > upTo(above));

/** @param band the prices for the length of the prompt: a dated price on the terms of the call, or a band of it */
export function unitRate(unit: BillableUnit, model: CatalogModel, band: TokenPrices): UnitRate {
  if (unit.unit === 'tokens') return { usd: tokenRate(unit, band), per: unit.per, fee: null };
  const fee = toolFeeOf(model, unit.part);
  return fee === undefined ? { usd: null, per: unit.per, fee: null } : { usd: fee.usd, per: fee.per, fee };
}

/** USD per 1,000,000 tokens; null: there is no such price. */
function tokenRate({ part, whenNull }: TokenUnit, band: TokenPrices): number | null {
  // No separate price means no premium: writing to the cache costs as much as any other input.
  return band[part] ?? (typeof whenNull === 'object' ? (band[whenNull.sameAs] ?? null) : null);
}

/** What calls to a model cost at one of its prices, for prompts of any length. */
export function callRates(model: CatalogModel, price: DatedPrice): CallRates {
  const bands: TokenPrices[] = [price, ...price.longContext];
  return {
    isPriced: true,
    thresholds: price.longContext.map(({ above }) => above),
    rates: bands.map((band) =>
      Float64Array.from(billableUnits, (unit) => unitRate(unit, model, band).usd ?? Number.NaN),
    ),
    per: Float64Array.from(billableUnits, (unit) => unitRate(unit, model, price).per),
  };
}
