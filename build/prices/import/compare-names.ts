/** Whether every name of a seller in a dataset is priced as the dataset has it, or refused with a reason. */
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { priceCall } from '../../../runtime/core/pricing/price-call.ts';
import { tariffOf } from '../../../runtime/core/pricing/tariff.ts';
import type { Prices, Stated } from '../check/compare-prices.ts';
import type { LeftOut } from '../check/match-model.ts';
import type { Refusal } from './import-rows.ts';
import { type SellersNames, whyNotNamed } from './named-prices.ts';

/** A name as the seller writes it, and what the dataset states for it. */
export interface NamedPrice {
  id: string;
  stated: Pick<Stated, 'base' | 'bands'>;
}

export interface ComparedNames {
  /** Priced as the dataset has it, at every length of prompt. */
  right: string[];
  /** Of these, at a price that stands in for that of the place: the answer says so. */
  standIns: string[];
  refused: { id: string; why: string }[];
  /** Priced, but at something else: `ours` and `theirs` in USD for the same call. */
  other: { id: string; part: string; ours: number; theirs: number }[];
}

/** Parts of a call that the packages price; one that a dataset does not state is not compared. */
const parts = ['input', 'output', 'cachedInput', 'cacheWrite'] as const satisfies (keyof Prices)[];

/**
 * Prices a million tokens of each part under each name, below and above every threshold that the dataset has.
 * @param prefix put before each name where a call says who serves it (`azure/`)
 * @param on YYYY-MM-DD (UTC), the day of the dataset
 */
export function comparedNames(
  catalog: Catalog,
  names: readonly NamedPrice[],
  prefix: string,
  on: string,
): ComparedNames {
  const found: ComparedNames = { right: [], standIns: [], refused: [], other: [] };
  for (const { id, stated } of names) {
    const model = `${prefix}${id}`;
    const { usd, unpriced, regionPriceKnown } = priceCall(catalog, { model, on, input: 1 });
    if (usd === null) found.refused.push({ id, why: unpriced ?? '' });
    else {
      const wrong = firstDifference(catalog, model, on, stated);
      if (wrong === null) found.right.push(id);
      else found.other.push({ id, ...wrong });
      if (wrong === null && !regionPriceKnown) found.standIns.push(id);
    }
  }
  return found;
}

function firstDifference(
  catalog: Catalog,
  model: string,
  on: string,
  { base, bands }: NamedPrice['stated'],
): { part: string; ours: number; theirs: number } | null {
  const all = [{ above: 0, prices: base }, ...(bands ?? [])];
  for (const { above, prices } of all) {
    for (const part of parts) {
      const rate = prices[part];
      if (rate === null) continue;
      // The prompt is just above the threshold, and all of it is of the part in question.
      const tokens = part === 'output' ? 1000 : (above ?? 0) + 1000;
      const prompt = part === 'output' && above ? { input: above + 1000 } : {};
      const { lines } = priceCall(catalog, { model, on, ...prompt, [part]: tokens });
      const ours = lines.find((line) => line.part === part)?.rate;
      if (ours == null || Math.abs(ours - rate) > 1e-9) return { part, ours: ours ?? 0, theirs: rate };
    }
  }
  return null;
}

/** What lists state, by what becomes of it on the day of each list. */
export interface StatedNames {
  priced: number;
  /** Without a price, with the reason: the name has ended, or the list states no price of it at this seller. */
  told: Refusal[];
  /** Without a price although a list has one: none, by what `npm run prices:import` takes. */
  missing: Refusal[];
}

/** Prices every name of every list on the day of the list. */
export function statedNames(catalog: Catalog, lists: readonly SellersNames[], leftOut: LeftOut): StatedNames {
  const found: StatedNames = { priced: 0, told: [], missing: [] };
  for (const { statements, ...list } of lists) {
    for (const one of statements) {
      const { id, by } = one;
      const terms = { host: null, region: null, serviceTier: 'standard', on: by.on } as const;
      const tariff = tariffOf(catalog, { model: `${list.prefix}${id}`, ...terms });
      if (tariff.price !== null) {
        found.priced++;
        continue;
      }
      const { unpriced } = tariff.reason();
      const why = whyNotNamed(catalog, list, one, leftOut) ?? (tariff.model?.status === 'shutDown' ? unpriced : null);
      const of = { seller: list.seller, model: id };
      if (why === null) found.missing.push({ ...of, why: unpriced });
      else found.told.push({ ...of, why });
    }
  }
  return found;
}

/** Why names are refused, without what differs from name to name. */
const kindOf = (why: string): string => {
  if (/was shut down/.test(why)) return 'shut down by its maker';
  if (/^No price of/.test(why)) return 'another seller has it';
  const [, said = why] = /^Unknown model "[^"]*"\. ?(.*)$/.exec(why) ?? [];
  return said.replace(/ Name the model:.*| Did you mean.*/, '') || 'not in the dataset, and no price in the list';
};

/** How many names are refused for which reason, the most frequent first: lines for the table. */
export function refusedText({ refused }: Pick<ComparedNames, 'refused'>): string[] {
  const counts = new Map<string, number>();
  for (const { why } of refused) counts.set(kindOf(why), (counts.get(kindOf(why)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([why, count]) => `  ${count} refused: ${why}`);
}

/** A line for the table that the import prints. */
export function comparedText(feed: string, { right, standIns, refused, other }: ComparedNames): string {
  const count = right.length + refused.length + other.length;
  const atAnother = standIns.length === 0 ? '' : ` (${standIns.length} at the price of another place, and told so)`;
  return `${feed}: ${count} names, ${right.length} right${atAnother}, ${refused.length} refused, ${other.length} at another price`;
}
