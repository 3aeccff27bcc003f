/** What differs between two versions of the dataset, for people. */

import { priceOn } from '../dataset/price-on-day.ts';
import { pricedTokenUnits } from '../schemas/billable-units.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import type { ProviderFile } from '../schemas/data-files/provider-file.ts';

/** One difference in a model or in one of its prices, with both values. */
export interface Difference {
  provider: string;
  model: string;
  /** First day of the price concerned; null: since release. */
  from: string | null;
  what: string;
  before: string;
  after: string;
  /** Percent; for a whole price the larger of the input and output changes. null: not a change of a number above 0. */
  changePct: number | null;
}

type Versioned = { provider: string; model: ModelFile };

const byId = (providers: readonly ProviderFile[]): Map<string, Versioned> =>
  new Map(providers.flatMap(({ id, models }) => models.map((model) => [model.id, { provider: id, model }])));

/** Every model and price that differs between two versions, by provider and model. Verification dates are left out. */
export function diffPrices(a: readonly ProviderFile[], b: readonly ProviderFile[]): Difference[] {
  const before = byId(a);
  const after = byId(b);
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort();
  return ids.flatMap((id) => diffModel(before.get(id), after.get(id)));
}

function diffModel(before: Versioned | undefined, after: Versioned | undefined): Difference[] {
  const { provider, model } = (after ?? before) as Versioned;
  const row = (
    from: string | null,
    what: string,
    was: string,
    is: string,
    changePct: number | null = null,
  ): Difference => ({ provider, model: model.id, from, what, before: was, after: is, changePct });
  if (!before) return [row(latest(model).from, 'model', '', `added: ${priceText(latest(model))}`)];
  if (!after) return [row(null, 'model', priceText(latest(model)), 'removed')];
  const [beforeOn, afterOn] = [byFrom(before.model.prices), byFrom(after.model.prices)];
  const froms = [...new Set([...beforeOn.keys(), ...afterOn.keys()])];
  return froms.flatMap((from) => {
    const was = beforeOn.get(from);
    const is = afterOn.get(from);
    if (!was) {
      // An appended price replaces the one before it.
      const replaced = from === null ? undefined : priceOn(before.model.prices, from);
      const change = replaced ? largerChange(replaced, is as DatedPrice) : null;
      return [row(from, 'price', replaced ? priceText(replaced) : '', priceText(is as DatedPrice), change)];
    }
    if (!is) return [row(from, 'price', priceText(was), 'removed')];
    return fields
      .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
      .map((field) => row(from, field, shown(was[field]), shown(is[field]), changePct(was[field], is[field])));
  });
}

/** The first record of each day. */
function byFrom(prices: readonly DatedPrice[]): Map<string | null, DatedPrice> {
  const records = new Map<string | null, DatedPrice>();
  for (const price of prices) if (!records.has(price.from)) records.set(price.from, price);
  return records;
}

/** By how many percent a number above 0 changed, to 2 decimals; null for anything else. */
export const changePct = (before: unknown, after: unknown): number | null =>
  typeof before === 'number' && typeof after === 'number' && before > 0
    ? Math.round((after / before - 1) * 1e4) / 1e2
    : null;

/** Sorts the largest change first, up or down; changes that are not numeric come before all others. */
export const bySize = (a: { changePct: number | null }, b: { changePct: number | null }): number =>
  sizeOf(b) - sizeOf(a);

const sizeOf = ({ changePct }: { changePct: number | null }): number =>
  changePct === null ? Number.MAX_VALUE : Math.abs(changePct);

function largerChange(before: DatedPrice, after: DatedPrice): number | null {
  const input = changePct(before.input, after.input);
  const output = changePct(before.output, after.output);
  return sizeOf({ changePct: output }) > sizeOf({ changePct: input }) ? output : input;
}

const fields = [...pricedTokenUnits.map(({ part }) => part), 'longContext', 'offPeak'] as const;

const latest = ({ prices }: ModelFile): DatedPrice => prices.at(-1) as DatedPrice;
const shown = (value: unknown): string =>
  value === null || value === undefined ? 'none' : typeof value === 'number' ? `$${value}` : JSON.stringify(value);
const priceText = ({ input, output, cachedInput }: DatedPrice): string =>
  `$${input} in, $${output} out, ${cachedInput === null ? 'no cached price' : `$${cachedInput} cached`}`;
