/** The prices of a name, without a call. */
import type { Catalog } from '../dataset/catalog.ts';
import { type BillableUnit, billableUnits } from '../schemas/billable-units.ts';
import type { Call, PricedCall } from '../schemas/priced-call-schemas.ts';
import { priceCall } from './price-call.ts';
import { tariffOf } from './tariff.ts';

/** What a unit costs; `usd` for `per` of them. */
interface ListedPrice {
  part: BillableUnit['part'];
  unit: BillableUnit['unit'];
  per: number;
  usd: number;
  /** Only for prompts of more tokens than this; null: for the others. */
  aboveTokens: number | null;
}

/** The prices of a name on a day and on given terms; the fields are those of a priced call. */
export interface PriceList extends Omit<PricedCall, 'promptTokens' | 'usd' | 'lines'> {
  prices: ListedPrice[];
}

/** @param asked a call without counts */
export function priceListOf(catalog: Catalog, asked: Call): PriceList {
  const call = (input: number) => {
    const others = billableUnits.map(({ count }) => [count, 1] as const);
    return priceCall(catalog, { ...asked, ...Object.fromEntries(others), input });
  };
  const { promptTokens: _, usd: __, lines, unpriced, ...priced } = call(1);
  const listed = ({ lines }: Pick<PricedCall, 'lines'>, aboveTokens: number | null): ListedPrice[] =>
    lines.flatMap(({ part, unit, per, rate: usd }) => (usd === null ? [] : { part, unit, per, usd, aboveTokens }));
  const ofTokens = ({ unit }: ListedPrice) => unit === 'tokens';
  const long = thresholdsOf(catalog, asked).flatMap((above) => listed(call(above + 1), above).filter(ofTokens));
  const prices = [...listed({ lines }, null), ...long];
  // A unit that is not sold is a missing row, not a reason to have no price.
  return { ...priced, unpriced: prices.length === 0 ? unpriced : null, prices };
}

/** The prompt lengths above which other prices hold. */
function thresholdsOf(catalog: Catalog, { model, host, on, serviceTier = 'standard', region }: Call): number[] {
  const terms = { host: host ?? null, on: on ?? catalog.asOf, serviceTier, region: region ?? null };
  const tariff = tariffOf(catalog, { model, ...terms });
  return tariff.price === null ? [] : tariff.price.longContext.map(({ above }) => above);
}
