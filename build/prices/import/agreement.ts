/** Whether independent packages agree on a price, what the price is, and what it is in each place where a seller has the model. */
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import { placeCalled } from '../../../runtime/core/schemas/places.ts';
import { daysBetween } from '../../../runtime/core/values/day.ts';
import { checkPrice } from '../../data/plausible.ts';
import { isSameThreshold, type Kind, kinds, nothing, type Prices } from '../check/compare-prices.ts';
import { freshDays } from '../check/unlisted.ts';
import type { Lineage, Statement } from './packages.ts';

/** The numbers of a price, as in the data files. */
export type Numbers = Pick<
  DatedPrice,
  'input' | 'output' | 'cachedInput' | 'cacheWrite' | 'cacheWrite1h' | 'longContext'
>;

export interface Agreed {
  numbers: Numbers;
  /** `single`: at least one number rests on one package; all of them if `statements` has one entry. */
  agreement: 'agreed' | 'single';
  /** Newest first. */
  statements: Statement[];
}

export interface Refused {
  refused: string;
}

const optional = ['cachedInput', 'cacheWrite', 'cacheWrite1h'] as const satisfies Kind[];

/** Cache reads or writes at the input price are the same as null. */
function plain(prices: Prices): Prices {
  const is = (kind: Kind) => (prices[kind] === prices.input ? null : prices[kind]);
  return { ...prices, cachedInput: is('cachedInput'), cacheWrite: is('cacheWrite') };
}

/** The value that all sources which state one agree on, and how many do; else the different values. */
function common(values: readonly (number | null)[]): { value: number | null; times: number } | { differ: number[] } {
  const stated = values.filter((value) => value !== null);
  const different = [...new Set(stated)];
  return different.length > 1 ? { differ: different } : { value: different[0] ?? null, times: stated.length };
}

/** The prices that all agree on; refused if any number is stated differently. */
function commonPrices(
  all: readonly Prices[],
  where: string,
): { prices: Prices; times: Record<Kind, number> } | Refused {
  const prices = { ...nothing };
  const times = { input: 0, output: 0, cachedInput: 0, cacheWrite: 0, cacheWrite1h: 0 };
  for (const kind of kinds) {
    const found = common(all.map((one) => one[kind]));
    if ('differ' in found) return { refused: `they disagree: ${kind}${where} is ${found.differ.join(' or ')}` };
    prices[kind] = found.value;
    times[kind] = found.times;
  }
  return { prices, times };
}

/**
 * The price that the packages agree on. The newest of all packages must state input and output, since older ones may
 * agree on an outdated price. Refused if packages disagree on a number, or if one is absurd; a package more than 45 days
 * older than the newest is then left aside. What only the newest package states is `single`.
 * @param statements of one model at one seller, at most one per lineage
 */
export function agreed(statements: readonly Statement[], newest: Lineage): Agreed | Refused {
  const sorted = [...statements].sort((a, b) => (a.by.on < b.by.on ? 1 : -1));
  const all = agreedBy(sorted, newest);
  if (!('refused' in all)) return all;
  // A package that has not moved for so long may confirm a price, but not hold back a newer one.
  const fresh = sorted.filter(({ by }) => daysBetween(by.on, sorted[0]?.by.on as string) <= freshDays);
  return fresh.length === sorted.length ? all : agreedBy(fresh, newest);
}

/** @param sorted newest first */
function agreedBy(sorted: readonly Statement[], newest: Lineage): Agreed | Refused {
  if (sorted[0]?.by.lineage !== newest) return { refused: `stale: the newest package does not list it` };
  const base = commonPrices(
    sorted.map(({ stated }) => plain(stated.base)),
    '',
  );
  if ('refused' in base) return base;
  const { input, output } = sorted[0].stated.base;
  if (input === null || output === null) return { refused: 'the newest package does not state input and output' };
  const isFree = input === 0 || output === 0;
  if (sorted.length === 1 && isFree) return { refused: 'only one lineage lists it, as free or as unknown' };
  const long = longContextOf(sorted);
  if ('refused' in long) return long;
  const { cacheWrite, cacheWrite1h } = base.prices;
  // Reads that cost as much as any input do have a price.
  const cachedInput = base.prices.cachedInput ?? (sorted[0].stated.base.cachedInput === input ? input : null);
  const numbers = { input, output, cachedInput, cacheWrite, cacheWrite1h, longContext: long.bands };
  const isSingle = long.isSingle || kinds.some((kind) => base.times[kind] === 1);
  const absurd: string[] = [];
  const price = { ...numbers, from: null, sources: [], verifiedOn: '' } as unknown as DatedPrice;
  checkPrice(undefined, price, (pointer, message) => absurd.push(`${pointer.slice(1)}: ${message}`));
  if (absurd.length > 0) return { refused: `absurd: ${absurd.join('; ')}` };
  return { numbers, agreement: isSingle ? 'single' : 'agreed', statements: [...sorted] };
}

function longContextOf(sorted: readonly Statement[]): { bands: Numbers['longContext']; isSingle: boolean } | Refused {
  const all = sorted.flatMap(({ stated }) => (stated.bands === null ? [] : [stated.bands]));
  const [first = [], ...others] = all;
  const bands: Numbers['longContext'] = [];
  let isSingle = all.length === 1;
  for (const other of others) {
    if (
      other.length !== first.length ||
      other.some(({ above }, n) => !isSameThreshold(above, first[n]?.above ?? null))
    ) {
      return { refused: 'they disagree on the thresholds of long prompts' };
    }
  }
  for (const [n, { above }] of first.entries()) {
    const found = commonPrices(
      all.map((one) => plain(one[n]?.prices ?? nothing)),
      ` above ${above}`,
    );
    if ('refused' in found) return found;
    const { input, output, cachedInput, cacheWrite } = found.prices;
    if (above === null || input === null || output === null) return { refused: 'a long-context price is incomplete' };
    bands.push({ above, input, output, cachedInput, cacheWrite });
    isSingle ||= optional.some((kind) => found.times[kind] === 1);
  }
  return { bands, isSingle };
}

export const isAlone = (found: Agreed | Refused): boolean => 'statements' in found && found.statements.length === 1;

export interface PricesByPlace {
  /** The global price; without one that of a single region, or of the United States. */
  base: Agreed | Refused;
  /** The place of `base`; null: global, or the seller has no places. */
  basePlace: string | null;
  /** The other places. */
  places: Map<string, Agreed>;
  /** Places that the newest package states, and that are not imported. */
  refused: { place: string; why: string }[];
}

/** genai-prices sums up all places but `global.` in one entry. */
const isLump = (id: string): boolean => id.startsWith('regional.');

/** A Bedrock id without a prefix is called in one region, which it does not name. */
const placeOf = (id: string): string => placeCalled(/^([a-z-]+)\.[a-z]+\./.exec(id)?.[1] ?? '') ?? 'regional';

/** Where the base price is looked for, in this order. */
const basePlaces = ['global', 'regional', 'us'];

/**
 * @param statements of one model at one seller
 * @param namesHavePlaces whether the seller's names have places (Amazon Bedrock); false: all mean the same price
 */
export function pricesByPlace(
  statements: readonly Statement[],
  newest: Lineage,
  namesHavePlaces: boolean,
): PricesByPlace {
  if (!namesHavePlaces) {
    return { base: inPlace(statements, [], newest), basePlace: null, places: new Map(), refused: [] };
  }
  const stated = statements.filter(({ by, id }) => by.lineage === newest && !isLump(id)).map(({ id }) => placeOf(id));
  const found = new Map(
    [...new Set(stated)].sort().map((place): [string, Agreed | Refused] => [place, priceIn(place, statements, newest)]),
  );
  const candidates = basePlaces.filter((place) => found.has(place));
  const basePlace = candidates.find((place) => 'numbers' in (found.get(place) as object)) ?? candidates[0];
  const base = found.get(basePlace ?? '') ?? { refused: 'stale: the newest package does not list it' };
  found.delete(basePlace ?? '');
  if (basePlace === 'global' && repeatsGlobal(found, base)) found.delete('regional');
  return {
    base,
    basePlace: basePlace === undefined || basePlace === 'global' ? null : basePlace,
    places: new Map([...found].filter((one): one is [string, Agreed] => 'numbers' in one[1])),
    refused: [...found].flatMap(([place, one]) => ('refused' in one ? [{ place, why: one.refused }] : [])),
  };
}

/**
 * Whether the name without a prefix only repeats the global price although every zone costs something else: then it
 * says nothing about a region.
 */
function repeatsGlobal(found: ReadonlyMap<string, Agreed | Refused>, base: Agreed | Refused): boolean {
  const regional = found.get('regional');
  if (regional === undefined || 'refused' in regional || 'refused' in base) return false;
  const zones = [...found].flatMap(([place, one]) => (place === 'regional' || 'refused' in one ? [] : [one]));
  return zones.length > 0 && isEqual(regional, base) && !zones.some((one) => isEqual(one, base));
}

const isEqual = (a: { numbers: Numbers }, b: { numbers: Numbers }): boolean =>
  a.numbers.input === b.numbers.input && a.numbers.output === b.numbers.output;

/**
 * The price in one place. Statements of the place itself must agree. A coarser one (of all regions, or without a place)
 * can be right for one region and not for another: beside a zone it only confirms. Of a single region that is not named
 * it says as much as any, and must agree too.
 */
function priceIn(place: string, statements: readonly Statement[], newest: Lineage): Agreed | Refused {
  const here = statements.filter(({ id }) => !isLump(id) && placeOf(id) === place);
  if (place === 'global') return inPlace(here, [], newest);
  const coarse = statements.filter(
    ({ id, by }) => by.lineage !== newest && (isLump(id) || (place !== 'regional' && placeOf(id) === 'regional')),
  );
  const withAll = inPlace(here, coarse, newest);
  return place === 'regional' || !('refused' in withAll) ? withAll : inPlace(here, [], newest);
}

/** The price on which the statements agree, `others` where a package has none of its own for the place. */
function inPlace(here: readonly Statement[], others: readonly Statement[], newest: Lineage): Agreed | Refused {
  const ofNewest = here.filter(({ by }) => by.lineage === newest);
  if (ofNewest.length === 0) return { refused: 'stale: the newest package does not list it' };
  const best = agreed(oneOfEach(here, others, newest), newest);
  const prices = new Set(ofNewest.map(({ stated }) => JSON.stringify(stated)));
  return isAlone(best) && prices.size > 1 ? { refused: 'only one lineage lists it, at several prices' } : best;
}

/** One statement per package: the shortest name of the newest one; of each other one the same name, else the shortest. */
function oneOfEach(here: readonly Statement[], others: readonly Statement[], newest: Lineage): Statement[] {
  const shortest = (list: readonly Statement[], name: string): Statement => {
    const key = ({ id }: Statement) => `${id.toLowerCase() === name ? 0 : 1}${String(id.length).padStart(4, '0')}${id}`;
    return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1))[0] as Statement;
  };
  const of = (list: readonly Statement[], lineage: Lineage) => list.filter(({ by }) => by.lineage === lineage);
  const first = shortest(of(here, newest), '');
  const lineages = [...new Set([...here, ...others].map(({ by }) => by.lineage))].filter((one) => one !== newest);
  return [
    first,
    ...lineages.map((lineage) => {
      const own = of(here, lineage);
      return shortest(own.length > 0 ? own : of(others, lineage), first.id.toLowerCase());
    }),
  ];
}
