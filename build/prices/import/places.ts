/** The prices of a model at one seller, in each place where it is sold. */
import { placeCalled } from '../../../runtime/core/schemas/places.ts';
import { type Agreed, agreed, isAlone, type Numbers, type Refused } from './agreement.ts';
import type { Lineage, Statement } from './packages.ts';

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
