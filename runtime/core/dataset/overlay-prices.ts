/** Dated prices with the rules of an overlay applied: each rule splits the timeline where it begins and ends. */
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { OverlayRule } from '../schemas/data-files/overlay-file.ts';
import { serviceTierNames } from '../schemas/levels.ts';
import { multiplied, priceOn, type TokenPrices } from './price-on-day.ts';
import { dayAfter } from './unchanged-days.ts';

/** A price changed by an overlay carries the overlay's name; the data files have no such field. */
interface Overlaid extends DatedPrice {
  overlay?: string;
}

/** The name of the overlay that changed a price; null: it is the list price. */
export const overlayOf = (price: Overlaid): string | null => price.overlay ?? null;

/**
 * The list prices of a model with the rules that apply to it, oldest first, with an extra entry wherever one begins or
 * ends.
 * @param name of the overlay
 */
export function overlaidPrices(list: readonly DatedPrice[], rules: readonly OverlayRule[], name: string): DatedPrice[] {
  const ruleDays = rules.flatMap(({ from, until }) => [from ?? [], until === undefined ? [] : dayAfter(until)].flat());
  const days: (string | null)[] = [...new Set([...ruleDays, ...list.map(({ from }) => from)])].sort(byDay);
  return days.flatMap((from) => {
    const price = from === null ? list.find((one) => one.from === null) : priceOn(list, from);
    if (price === undefined) return [];
    const inForce = rules.filter((rule) => holds(rule, from));
    return inForce.length === 0 ? { ...price, from } : { ...inForce.reduce(applied, price), from, overlay: name };
  });
}

const byDay = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : 1);

/** Whether a rule applies on a day; null is before all days. */
export const holds = ({ from, until }: Pick<OverlayRule, 'from' | 'until'>, day: string | null): boolean =>
  day === null ? from === undefined : (from ?? day) <= day && day <= (until ?? day);

function applied(price: DatedPrice, rule: OverlayRule): DatedPrice {
  const { discountPct, prices, serviceTier } = rule;
  const change = <P extends Priced>(of: P): P => {
    if (discountPct !== undefined) return discounted(of, 1 - discountPct / 100);
    const { longContext, ...own } = prices ?? {};
    return { ...of, ...own, ...(longContext === 'none' && { longContext: [] }) };
  };
  const concerns = (tier: string): boolean =>
    serviceTier === undefined ? discountPct !== undefined || tier === 'standard' : serviceTier === tier;
  const standard = concerns('standard') ? change(price) : price;
  const tiers = serviceTierNames.flatMap((tier) => {
    const of = price.serviceTiers?.[tier];
    return of === undefined ? [] : [[tier, concerns(tier) ? change(of) : of] as const];
  });
  const places = Object.entries(price.places ?? {}).map(([place, of]) => [
    place,
    concerns('standard') ? change(of) : of,
  ]);
  return {
    ...standard,
    ...(tiers.length > 0 && { serviceTiers: Object.fromEntries(tiers) }),
    ...(places.length > 0 && { places: Object.fromEntries(places) }),
  };
}

/** A dated price, or that of a level of service. */
interface Priced extends TokenPrices {
  longContext?: DatedPrice['longContext'];
  offPeak?: DatedPrice['offPeak'];
}

/** Every price of tokens times a factor. */
const discounted = <P extends Priced>(of: P, times: number): P => ({
  ...multiplied(of, times),
  ...(of.longContext && { longContext: of.longContext.map((band) => multiplied(band, times)) }),
  ...(of.offPeak && { offPeak: multiplied(of.offPeak, times) }),
});
