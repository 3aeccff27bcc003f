/**
 * Which version of each package is imported: `data/imported-packages.json`, which a change of version edits. And the lists of
 * names without prices in it, which are often newer than any list of prices: the models that a gateway's or a maker's own
 * package names in its types. What the data do not price is told, until somebody decides on it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { tariffOf } from '../../../runtime/core/pricing/tariff.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { WrongUse } from '../../../runtime/io/command-line.ts';
import { writeOutput } from '../../../runtime/io/output-file.ts';

/** Datasets derived from one another are one lineage, as in `lineageOf` in runtime/core/dataset/sources.ts. */
export type Lineage = 'models.dev' | 'genai-prices' | 'litellm';

/** A pinned package. */
export interface Pinned {
  name: string;
  version: string;
  /** YYYY-MM-DD: the day of its numbers. Packages do not state it: the day of publication, unless the list has its own. */
  on: string;
  /** The digest of the archive, as npm states it. */
  integrity: string;
}

/** A package with prices. All are under the MIT licence; the notices are in data/imported/NOTICES.md. */
export interface Locked extends Pinned {
  lineage: Lineage;
}

/** A package with names of models and no prices. Nothing of it is in the data but the names that nothing prices. */
export interface NameList extends Pinned {
  /** The file with the names, and the type in it that is the list. */
  file: string;
  type: string;
  /** Put before each name where a call says who serves it (`vercel_ai_gateway/`); empty for a maker. */
  prefix: string;
  /** The names without a price that somebody has seen. */
  unpriced: string[];
}

const pathIn = (data: string): string => join(data, 'imported-packages.json');

interface Lock {
  packages: Locked[];
  names?: NameList[];
}

const lockIn = (data: string): Lock =>
  existsSync(pathIn(data)) ? (JSON.parse(readFileSync(pathIn(data), 'utf8')) as Lock) : { packages: [] };

/** The packages with prices that the data below `data` names; none if it has no such list. */
export const readLock = (data: string): Locked[] => lockIn(data).packages;

/** The packages with names alone. */
export const readNameLists = (data: string): NameList[] => lockIn(data).names ?? [];

export const writeLock = (data: string, packages: readonly Locked[], names: readonly NameList[]): void =>
  writeOutput(pathIn(data), `${JSON.stringify({ packages, ...(names.length > 0 && { names }) }, null, 2)}\n`);

/** What npm says of a package: its newest version, the day of each, and the digest of the newest. */
export type Registry = (name: string) => { version: string; time: Record<string, string>; 'dist.integrity': string };

const npm: Registry = (name) =>
  JSON.parse(
    execFileSync('npm', ['view', name, 'version', 'time', 'dist.integrity', '--json'], { encoding: 'utf8' }),
  ) as ReturnType<Registry>;

/** The same packages at their newest published versions; one that has none newer stays as it is. */
export function newestOf<One extends Pinned>(locked: readonly One[], registry: Registry = npm): One[] {
  return locked.map((one) => {
    const { version, time, 'dist.integrity': integrity } = registry(one.name);
    return version === one.version
      ? one
      : { ...one, version, on: (lookUp(time, version) as string).slice(0, 10), integrity };
  });
}

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
