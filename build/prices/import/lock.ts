/** Which version of each package is imported: `data/imported-packages.json`, which a change of version edits. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
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
