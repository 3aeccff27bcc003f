/**
 * Lists of names without prices, which are often newer than any list of prices: the models that a gateway's or a maker's
 * own package names in its types. What the data do not price is told, until somebody decides on it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { tariffOf } from '../../../runtime/core/pricing/tariff.ts';
import { WrongUse } from '../../../runtime/io/command-line.ts';
import type { NameList } from './lock.ts';

/** A list on disk. */
export type UnpackedList = NameList & { dir: string };

export interface UnpricedName {
  id: string;
  /** Why a call under this name has no price. */
  why: string;
  /** Whether the list of the lock did not have it yet. */
  isNew: boolean;
}

/** A list of names, with how many it has and which of them nothing prices. */
export interface ComparedList {
  list: NameList;
  names: number;
  unpriced: UnpricedName[];
}

/** The names in the type that the list is: `type GatewayModelId = 'alibaba/qwen3-coder' | ...;`. */
function namesOf({ dir, name, version, file, type }: UnpackedList): string[] {
  const text = readFileSync(join(dir, file), 'utf8');
  const [, union = ''] = new RegExp(`\\btype ${type} =([^;]+);`).exec(text) ?? [];
  const names = [...union.matchAll(/(?<=^|[|\s])'([^']+)'|(?<=^|[|\s])"([^"]+)"/g)].map(([, a, b]) => a ?? b ?? '');
  if (names.length === 0) throw new WrongUse(`${name} ${version}: ${file} has no names in its type ${type}.`);
  return names;
}

/** What of each list the catalog does not price on its day; models that are shut down are known, and not told. */
export const comparedLists = (catalog: Catalog, lists: readonly UnpackedList[]): ComparedList[] =>
  lists.map((one) => {
    const { dir: _, ...list } = one;
    const names = namesOf(one);
    const unpriced = names.flatMap((id): UnpricedName[] => {
      const terms = { host: null, region: null, serviceTier: 'standard', on: catalog.asOf } as const;
      const tariff = tariffOf(catalog, { model: `${list.prefix}${id}`, ...terms });
      if (tariff.price !== null || tariff.model?.status === 'shutDown') return [];
      return [{ id, why: tariff.reason().unpriced, isNew: !list.unpriced.includes(id) }];
    });
    return { list, names: names.length, unpriced };
  });

/** The lists with the names that are told now, for the lock. */
export const toldIn = (compared: readonly ComparedList[]): NameList[] =>
  compared.map(({ list, unpriced }) => ({ ...list, unpriced: unpriced.map(({ id }) => id) }));

/** How many names nobody has seen without a price before. */
export const newNames = (compared: readonly ComparedList[]): number =>
  compared.reduce((sum, { unpriced }) => sum + unpriced.filter(({ isNew }) => isNew).length, 0);

/** A line for each list, and one for each name without a price. */
export const listsText = (compared: readonly ComparedList[]): string[] =>
  compared.flatMap(({ list: { name, version, on }, names, unpriced }) => [
    `${name} ${version} of ${on}: ${names} names, ${unpriced.length} without a price${unpriced.length === 0 ? '.' : ':'}`,
    ...unpriced.map(({ id, why, isNew }) => `  ${isNew ? 'new  ' : ''}${id}  ${why}`),
  ]);
