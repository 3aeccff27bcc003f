/** Releases and price changes, from the dated prices. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { offersIn } from '../dataset/host-catalog.ts';
import { allTokenPrices, type TokenPrices } from '../dataset/price-on-day.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import { serviceTierNames, tierInWords } from '../schemas/levels.ts';
import { lookUp } from '../values/look-up.ts';
import type { Change } from './schemas/change-schema.ts';

/** Newest first, then by model id, offers included. A model whose first day is unknown has no release entry. */
export function changesOf(catalog: Catalog): Change[] {
  const own = catalog.models.map((model) => ({ model, host: null }));
  const offered = offersIn(catalog).map(({ model, host }) => ({ model, host: host.id }));
  return [...own, ...offered]
    .flatMap((sold) =>
      sold.model.facts.prices.flatMap((price, index) => changeAt(catalog.asOf, sold, price, index) ?? []),
    )
    .sort((a, b) => (a.on === b.on ? (keyOf(a) < keyOf(b) ? -1 : 1) : a.on < b.on ? 1 : -1));
}

const keyOf = ({ modelId, host }: Change): string => `${modelId} ${host ?? ''}`;

interface SoldModel {
  model: CatalogModel;
  /** Id of the host whose offer it is; null: the provider itself. */
  host: string | null;
}

function changeAt(asOf: string, { model, host }: SoldModel, price: DatedPrice, index: number): Change | null {
  const { facts, provider } = model;
  const before = facts.prices[index - 1];
  const on = before ? price.from : (price.from ?? facts.releaseDate);
  if (on === null) return null;
  return {
    on,
    kind: on > asOf ? 'scheduled' : before ? 'changed' : 'released',
    modelId: facts.id,
    modelName: facts.name,
    provider: provider.id,
    host,
    before: before ? sideOf(before) : null,
    after: sideOf(price),
    priceHoldsUntil: price.holdsUntil ?? null,
    longContextChanged:
      before !== undefined && JSON.stringify(before.longContext) !== JSON.stringify(price.longContext),
    alsoChanged: before === undefined ? [] : alsoChanged(before, price),
    note: price.note ?? null,
    sources: price.sources,
  };
}

/** What changes beside the prices that a change shows. */
function alsoChanged(before: DatedPrice, after: DatedPrice): string[] {
  const tiers = serviceTierNames.flatMap((name) => {
    const [was, is] = [before.serviceTiers?.[name], after.serviceTiers?.[name]];
    if (is === undefined) return was === undefined ? [] : `${tierInWords(name)} ends`;
    if (was === undefined) return `${tierInWords(name)} begins`;
    return isSame(was, is) ? [] : `${tierInWords(name)} costs $${is.input} in and $${is.output} out`;
  });
  const isSameWrite = (before.cacheWrite1h ?? null) === (after.cacheWrite1h ?? null);
  const [was = {}, is = {}] = [before.places, after.places];
  const arePlacesSame = Object.keys({ ...was, ...is }).every((place) => isSame(lookUp(was, place), lookUp(is, place)));
  return [
    ...tiers,
    ...(isSameWrite ? [] : ['one-hour cache writes change']),
    ...(arePlacesSame ? [] : ['prices of places change']),
  ];
}

/** Whether the numbers are the same: sources say nothing about a change. */
function isSame(a: TokenPrices | undefined, b: TokenPrices | undefined): boolean {
  const numbersOf = (prices: TokenPrices | undefined) =>
    prices && [allTokenPrices(prices), 'longContext' in prices ? prices.longContext : null];
  return JSON.stringify(numbersOf(a)) === JSON.stringify(numbersOf(b));
}

const sideOf = ({ input, output, cachedInput, cacheWrite }: DatedPrice): Change['after'] => ({
  inputPerMTok: input,
  outputPerMTok: output,
  cachedInputPerMTok: cachedInput,
  cacheWritePerMTok: cacheWrite,
});
