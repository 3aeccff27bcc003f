/**
 * What sellers' lists state of names: the prices of those that no record of the dataset has, kept by name at what the newest
 * list states; and what models take besides text.
 */
import { type Catalog, knownModels, namesOf } from '../../../runtime/core/dataset/catalog.ts';
import { folded } from '../../../runtime/core/dataset/name-words.ts';
import { isResolved, nameAtHost, resolve } from '../../../runtime/core/dataset/resolve.ts';
import { noMakersPrice } from '../../../runtime/core/dataset/sellers.ts';
import { priceCall } from '../../../runtime/core/pricing/price-call.ts';
import type { ImportedModelsFile } from '../../../runtime/core/schemas/data-files/imported-models-file.ts';
import type { NamedPrices } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import { daysBetween } from '../../../runtime/core/values/day.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import type { Prices } from '../check/compare-prices.ts';
import { type LeftOut, reasonFor } from '../check/match-model.ts';
import { nameOf, type Statement } from './packages.ts';
import { soldByPage } from './sellers.ts';

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
      if (isRecorded(catalog, list, name)) continue;
      const sold = soldByPage(list.seller, name) ?? ends.get(name);
      const known = old.flatMap(({ source, from, prices, above }) => {
        const numbers = lookUp(prices, name);
        if (numbers === undefined || priceIn(catalog, list, name, source.on) !== null) return [];
        return [{ source, from, name, numbers, above: lookUp(above ?? {}, name) ?? [] }];
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

/** The price of each name that nothing else prices on the day of its list, in the newest list that states one. */
function stated(catalog: Catalog, list: SellersNames, leftOut: LeftOut): Map<string, Named> {
  const found = new Map<string, Named>();
  const keys = new Set<string>();
  const newestFirst = [...list.statements].sort((a, b) => compare(b.by.on, a.by.on));
  // What a list states for a name itself counts before what it says of a model and its snapshots alike.
  const snapshots = newestFirst.flatMap((one) => (one.snapshots ?? []).map((id) => ({ ...one, id })));
  for (const one of [...newestFirst, ...snapshots]) {
    const { by, feed, id, stated: prices } = one;
    if (priceIn(catalog, list, id, by.on) !== null || whyNotNamed(catalog, list, one, leftOut) !== null) continue;
    const key = folded(nameAtHost(`${list.prefix}${id}`));
    if (keys.has(key)) continue;
    keys.add(key);
    const bands = prices.bands ?? [];
    const above = bands.flatMap((band) => (band.above === null ? [] : [[band.above, ...numbersOf(band.prices)]]));
    found.set(id, { name: id, source: { name: nameOf(by, feed), on: by.on }, numbers: numbersOf(prices.base), above });
  }
  return found;
}

/** Why what a list states is not the price of a name at its seller, in a sentence; null: it is. */
export function whyNotNamed(
  catalog: Catalog,
  { seller, prefix, isGateway }: Omit<SellersNames, 'statements'>,
  { by, feed, id, stated: { base }, ends }: Statement,
  leftOut: LeftOut,
): string | null {
  const onPurpose = reasonFor(leftOut, seller, id);
  if (onPurpose !== null) return onPurpose;
  if (feed.includes(',')) return `${by.name} has no list of this seller: that of another stands in.`;
  if (id.startsWith('regional.')) return 'It stands for every region: the names of a host say which.';
  if (base.input === null || base.output === null) return 'Its price of input or of output is not stated.';
  const isFree = base.input === 0 && base.output === 0 && /[:-]free$/.test(id);
  if (!isFree && (base.input === 0 || base.output === 0)) return 'The list says 0, which stands for unknown, too.';
  if (ends !== null && daysBetween(ends, catalog.asOf) > keptDays) return 'It ended more than two years ago.';
  if (prefix === '' && id.includes('/')) return 'It is the name of another seller.';
  if (prefix === '' && isFamily(catalog, id)) return 'It stands for a line of models.';
  const answer = resolve(catalog, `${prefix}${id}`);
  if (!isResolved(answer)) return answer.isFixed === false ? answer.reason : null;
  const ownPrice = noMakersPrice(catalog, answer.model, prefix === '' ? null : seller);
  // Of a maker's model the dataset has a record; open weights have no price without a seller.
  if (prefix === '') return ownPrice ?? (answer.model.status === 'shutDown' ? 'Its maker has shut it down.' : null);
  const endsWithMaker = !isGateway && ownPrice === null && answer.model.status === 'shutDown';
  return endsWithMaker ? 'Its maker has shut it down.' : null;
}

/** Input and output, and as far as they are stated, cached input and cache writes at a price of their own. */
function numbersOf({ input, output, cachedInput, cacheWrite }: Prices): (number | null)[] {
  const write = cacheWrite === input ? null : cacheWrite;
  if (write !== null) return [input, output, cachedInput, write];
  return cachedInput === null ? [input, output] : [input, output, cachedInput];
}

/** USD of a call under a name on a day; null: there is no price. */
const priceIn = (catalog: Catalog, { prefix }: SellersNames, name: string, on: string): number | null =>
  priceCall(catalog, { model: `${prefix}${name}`, on, input: 1 }).usd;

const textOf = ({ numbers, above }: Pick<Named, 'numbers' | 'above'>): string => JSON.stringify([numbers, above]);
const compare = (a: string | null, b: string | null): number =>
  (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
const sorted = <Value>(all: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).sort(([a], [b]) => compare(a, b)));

type Inputs = NonNullable<ImportedModelsFile['inputs']>;
type Ids = Map<keyof Omit<Inputs[number], 'source'>, Set<string>>;

/**
 * By source, the newest first. A host is asked only where no maker's list has the model: it may serve less of it.
 * @param lists what the packages state, by seller; a prefix marks a host
 */
export function statedInputs(catalog: Catalog, lists: readonly SellersNames[]): Inputs {
  const bySource = new Map<string, { source: Inputs[number]['source']; ids: Ids }>();
  const asked = new Set<string>();
  for (const { prefix, statements } of lists.toSorted((a, b) => a.prefix.length - b.prefix.length)) {
    const isMaker = prefix === '';
    const known = new Set(asked);
    for (const statement of statements) {
      const found = resolve(catalog, `${prefix}${statement.id}`);
      if (!isResolved(found) || (!isMaker && known.has(found.model.id))) continue;
      for (const kind of kindsOf(statement)) {
        const { by, feed } = statement;
        const name = nameOf(by, feed);
        const of = bySource.get(name) ?? { source: { name, on: by.on }, ids: new Map() };
        of.ids.set(kind, (of.ids.get(kind) ?? new Set()).add(found.model.id));
        bySource.set(name, of);
        asked.add(found.model.id);
      }
    }
  }
  return [...bySource.values()]
    .sort((a, b) =>
      a.source.on === b.source.on
        ? (a.source.name ?? '').localeCompare(b.source.name ?? '', 'en')
        : a.source.on < b.source.on
          ? 1
          : -1,
    )
    .map(({ source, ids }) => {
      // A list that has a model twice, with and without images, has a variant that takes none.
      const image = ids.get('image') ?? new Set();
      const noImage = new Set([...(ids.get('noImage') ?? [])].filter((id) => !image.has(id)));
      const sorted = (of: ReadonlySet<string>): string[] => [...of].sort();
      const pdf = ids.get('pdf') ?? new Set();
      return {
        source,
        ...(image.size > 0 && { image: sorted(image) }),
        ...(noImage.size > 0 && { noImage: sorted(noImage) }),
        ...(pdf.size > 0 && { pdf: sorted(pdf) }),
      };
    });
}

const kindsOf = ({ takes = {} }: Statement): ('image' | 'noImage' | 'pdf')[] => [
  ...(takes.image === undefined ? [] : [takes.image ? ('image' as const) : ('noImage' as const)]),
  ...(takes.pdf === true ? ['pdf' as const] : []),
];
