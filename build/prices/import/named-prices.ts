/** The names that sellers' lists have and no record of the dataset prices: kept by name, at what the newest list states. */
import type { Catalog, CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { folded } from '../../../runtime/core/dataset/name-words.ts';
import { isResolved, nameAtHost, resolve } from '../../../runtime/core/dataset/resolve.ts';
import { priceCall } from '../../../runtime/core/pricing/price-call.ts';
import type { NamedPrices } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import type { Prices } from '../check/compare-prices.ts';
import { type LeftOut, reasonFor } from '../check/left-out.ts';
import { nameOf, type Statement } from './packages.ts';

/** What the packages state for the names of one seller. */
export interface SellersNames {
  /** Our id of the host or, for a maker's own list, of the provider. */
  seller: string;
  /** Put before each name where a call says who serves it (`azure/`); empty for a maker. */
  prefix: string;
  statements: readonly Statement[];
  /** A gateway may still sell what its maker has shut down: its newest list says so. */
  isGateway: boolean;
}

interface Named {
  name: string;
  source: NamedPrices['source'];
  numbers: (number | null)[];
  above: (number | null)[][];
}

/**
 * The names without a price in `catalog`, which has none by name.
 * @param before the previous import: a price that changed begins on the day of its list, and one that is gone stays
 */
export function namedPrices(
  catalog: Catalog,
  lists: readonly SellersNames[],
  before: readonly NamedPrices[],
  leftOut: LeftOut,
): NamedPrices[] {
  const groups = new Map<string, NamedPrices>();
  const add = (group: Omit<NamedPrices, 'prices' | 'above'>, { name, numbers, above }: Omit<Named, 'source'>) => {
    const key = JSON.stringify([group.seller, group.from ?? '', group.source]);
    const { prices, above: thresholds } = groups.get(key) ?? { prices: {}, above: undefined };
    groups.set(key, {
      ...{ seller: group.seller, source: group.source, from: group.from, prices: { ...prices, [name]: numbers } },
      ...((thresholds ?? above.length > 0) && { above: { ...thresholds, ...(above.length > 0 && { [name]: above }) } }),
    });
  };
  for (const list of lists) {
    const now = stated(catalog, list, leftOut);
    const old = before.filter(({ seller }) => seller === list.seller).sort((a, b) => compare(a.from, b.from));
    for (const name of new Set([...now.keys(), ...old.flatMap(({ prices }) => Object.keys(prices))])) {
      if (priceIn(catalog, list, name) !== null) continue;
      const known = old.flatMap(({ source, from, prices, above }) => {
        const numbers = prices[name];
        return numbers === undefined ? [] : [{ source, from, name, numbers, above: above?.[name] ?? [] }];
      });
      const is = now.get(name);
      const last = known.at(-1);
      const isSame = is !== undefined && last !== undefined && textOf(is) === textOf(last);
      for (const one of isSame ? known.slice(0, -1) : known) add({ ...one, seller: list.seller }, one);
      if (is === undefined) continue;
      const from = isSame ? last.from : last === undefined ? null : is.source.on;
      add({ seller: list.seller, source: is.source, from }, is);
    }
  }
  return [...groups]
    .sort(([a], [b]) => compare(a, b))
    .map(([, { prices, above, ...group }]) => ({
      ...group,
      prices: sorted(prices),
      ...(above && { above: sorted(above) }),
    }));
}

/** The price of each name in the newest list that states one, but for those that are left out or name no fixed model. */
function stated(catalog: Catalog, list: SellersNames, leftOut: LeftOut): Map<string, Named> {
  const { seller, prefix, statements } = list;
  const found = new Map<string, Named>();
  const keys = new Set<string>();
  for (const { by, feed, id, stated: prices, ends } of [...statements].sort((a, b) => compare(b.by.on, a.by.on))) {
    const { input, output } = prices.base;
    const isFree = input === 0 && output === 0 && /[:-]free$/.test(id);
    if (input === null || output === null || !(isFree || (input > 0 && output > 0))) continue;
    // genai-prices has "regional." for all places but the global one, and no id of a host begins with it.
    if (id.startsWith('regional.') || (ends !== null && ends <= by.on) || reasonFor(leftOut, seller, id) !== null)
      continue;
    // Where the seller's list lacks a name, the prices of another stand in; a family of models is no name of one.
    if (feed.includes(',') || (prefix === '' && !/^[^/]*\d[^/]*$/.test(id))) continue;
    const answer = resolve(catalog, `${prefix}${id}`);
    if (isResolved(answer) ? !isSoldThere(answer.model, list, by.on === catalog.asOf) : answer.isFixed === false)
      continue;
    const key = folded(nameAtHost(`${prefix}${id}`));
    if (keys.has(key)) continue;
    keys.add(key);
    const bands = prices.bands ?? [];
    const above = bands.flatMap((band) => (band.above === null ? [] : [[band.above, ...numbersOf(band.prices)]]));
    found.set(id, { name: id, source: { name: nameOf(by, feed), on: by.on }, numbers: numbersOf(prices.base), above });
  }
  return found;
}

/** Whether a list that has a model of the dataset means that it is sold there: not where the model is shut down, or the list is old. */
const isSoldThere = ({ status }: CatalogModel, { prefix, isGateway }: SellersNames, isNewest: boolean): boolean =>
  isNewest && prefix !== '' && (isGateway || status !== 'shutDown');

/** Input and output, and as far as they are stated, cached input and cache writes at a price of their own. */
function numbersOf({ input, output, cachedInput, cacheWrite }: Prices): (number | null)[] {
  const write = cacheWrite === input ? null : cacheWrite;
  if (write !== null) return [input, output, cachedInput, write];
  return cachedInput === null ? [input, output] : [input, output, cachedInput];
}

/** USD of a call under a name on the day of the catalog; null: there is no price. */
const priceIn = (catalog: Catalog, { prefix }: SellersNames, name: string): number | null =>
  priceCall(catalog, { model: `${prefix}${name}`, input: 1 }).usd;

const textOf = ({ numbers, above }: Pick<Named, 'numbers' | 'above'>): string => JSON.stringify([numbers, above]);
const compare = (a: string | null, b: string | null): number =>
  (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
const sorted = <Value>(all: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).sort(([a], [b]) => compare(a, b)));
