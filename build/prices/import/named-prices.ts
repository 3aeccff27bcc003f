/** The names that sellers' lists have and no record of the dataset prices: kept by name, at what the newest list states. */
import { type Catalog, type CatalogModel, knownModels, namesOf } from '../../../runtime/core/dataset/catalog.ts';
import { folded } from '../../../runtime/core/dataset/name-words.ts';
import { isResolved, nameAtHost, resolve } from '../../../runtime/core/dataset/resolve.ts';
import { priceCall } from '../../../runtime/core/pricing/price-call.ts';
import type { NamedPrices } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import { daysBetween } from '../../../runtime/core/values/day.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import type { Prices } from '../check/compare-prices.ts';
import { type LeftOut, reasonFor } from '../check/left-out.ts';
import { nameOf, type Statement } from './packages.ts';
import { soldByPage } from './sold-names.ts';

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

/** Logs of two years can be priced; a name that ended before then is left out. */
const keptDays = 730;

type Sold = NonNullable<NamedPrices['sold']>;

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
  const add = (
    { seller, source, from }: Omit<NamedPrices, 'prices' | 'above' | 'sold'>,
    { name, numbers, above }: Omit<Named, 'source'>,
    sold: Sold[string] | undefined,
  ) => {
    const key = JSON.stringify([seller, from ?? '', source]);
    const group: Partial<NamedPrices> = groups.get(key) ?? {};
    groups.set(key, {
      ...{ seller, source, from, prices: { ...group.prices, [name]: numbers } },
      ...withEntry('above', group, name, above.length > 0 ? above : undefined),
      ...withEntry('sold', group, name, sold),
    });
  };
  for (const list of lists) {
    const now = stated(catalog, list, leftOut);
    const ends = endsIn(list);
    const old = before.filter(({ seller }) => seller === list.seller).sort((a, b) => compare(a.from, b.from));
    for (const name of new Set([...now.keys(), ...old.flatMap(({ prices }) => Object.keys(prices))])) {
      if (isRecorded(catalog, list, name) || priceIn(catalog, list, name) !== null) continue;
      const sold = soldByPage(list.seller, name) ?? ends.get(name);
      const known = old.flatMap(({ source, from, prices, above }) => {
        const numbers = lookUp(prices, name);
        return numbers === undefined ? [] : [{ source, from, name, numbers, above: lookUp(above ?? {}, name) ?? [] }];
      });
      const is = now.get(name);
      const last = known.at(-1);
      const isSame = is !== undefined && last !== undefined && textOf(is) === textOf(last);
      for (const one of isSame ? known.slice(0, -1) : known) add({ ...one, seller: list.seller }, one, sold);
      if (is === undefined) continue;
      const from = isSame ? last.from : last === undefined ? null : is.source.on;
      add({ seller: list.seller, source: is.source, from }, is, sold);
    }
  }
  return [...groups]
    .sort(([a], [b]) => compare(a, b))
    .map(([, { prices, above, sold, ...group }]) => ({
      ...group,
      prices: sorted(prices),
      ...(above && { above: sorted(above) }),
      ...(sold && { sold: sorted(sold) }),
    }));
}

/** A table of some of a group's names with one more; absent while it is empty. */
const withEntry = <Key extends 'above' | 'sold'>(
  key: Key,
  group: Partial<NamedPrices>,
  name: string,
  entry: NonNullable<NamedPrices[Key]>[string] | undefined,
): Pick<NamedPrices, Key> =>
  ({
    ...(group[key] && { [key]: group[key] }),
    ...(entry !== undefined && { [key]: { ...group[key], [name]: entry } }),
  }) as Pick<NamedPrices, Key>;

/** The ends that the packages state, by name. */
function endsIn({ statements }: SellersNames): Map<string, Sold[string]> {
  const ends = new Map<string, Sold[string]>();
  for (const { by, feed, id, ends: shutDown } of statements) {
    if (shutDown === null) continue;
    const source = { fact: `Shut down on ${shutDown}`, name: nameOf(by, feed), on: by.on };
    ends.set(id, { from: null, shutDown, source });
  }
  return ends;
}

/** Whether the dataset has a record of a maker's own model, which then has its prices and its end. */
const isRecorded = (catalog: Catalog, { prefix }: SellersNames, name: string): boolean =>
  prefix === '' && isResolved(resolve(catalog, name));

/** Whether a name stands for a line of models, of which some have it as the start of theirs: `codestral`, `mistral-small`. */
const isFamily = (catalog: Catalog, name: string): boolean =>
  !/\d/.test(name) && knownModels(catalog).some((model) => namesOf(model).some((own) => own.startsWith(`${name}-`)));

/** The price of each name in the newest list that states one, but for those that are left out or name no fixed model. */
function stated(catalog: Catalog, list: SellersNames, leftOut: LeftOut): Map<string, Named> {
  const { seller, prefix, statements } = list;
  const found = new Map<string, Named>();
  const keys = new Set<string>();
  const newestFirst = [...statements].sort((a, b) => compare(b.by.on, a.by.on));
  // What a list states for a name itself counts before what it says of a model and its snapshots alike.
  const snapshots = newestFirst.flatMap((one) => (one.snapshots ?? []).map((id) => ({ ...one, id })));
  for (const { by, feed, id, stated: prices, ends } of [...newestFirst, ...snapshots]) {
    const { input, output } = prices.base;
    const isFree = input === 0 && output === 0 && /[:-]free$/.test(id);
    if (input === null || output === null || !(isFree || (input > 0 && output > 0))) continue;
    // genai-prices has "regional." for all places but the global one, and no id of a host begins with it.
    if (id.startsWith('regional.') || reasonFor(leftOut, seller, id) !== null) continue;
    if (ends !== null && daysBetween(ends, catalog.asOf) > keptDays) continue;
    // Where the seller's list lacks a name, the prices of another stand in; a family of models is no name of one.
    if (feed.includes(',') || (prefix === '' && (id.includes('/') || isFamily(catalog, id)))) continue;
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
