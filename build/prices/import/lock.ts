/** Which version of each package is imported: `data/imported-packages.json`, which a change of version edits. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOutput } from '../../../runtime/io/output-file.ts';

/** Datasets derived from one another are one lineage, as in `lineageOf` in runtime/core/dataset/sources.ts. */
export type Lineage = 'models.dev' | 'genai-prices' | 'litellm';

/** A pinned package. All are under the MIT licence; the notices are in data/imported/NOTICES.md. */
export interface Locked {
  lineage: Lineage;
  name: string;
  version: string;
  /** YYYY-MM-DD: the day of its numbers. Packages do not state it: the day of publication, unless the list has its own. */
  on: string;
  /** The digest of the archive, as npm states it. */
  integrity: string;
}

const pathIn = (data: string): string => join(data, 'imported-packages.json');

/** The packages that the data below `data` names; none if it has no such list. */
export const readLock = (data: string): Locked[] =>
  existsSync(pathIn(data)) ? (JSON.parse(readFileSync(pathIn(data), 'utf8')) as { packages: Locked[] }).packages : [];

export const writeLock = (data: string, packages: readonly Locked[]): void =>
  writeOutput(pathIn(data), `${JSON.stringify({ packages }, null, 2)}\n`);

/** What npm says of a package: its newest version, the day of each, and the digest of the newest. */
export type Registry = (name: string) => { version: string; time: Record<string, string>; 'dist.integrity': string };

const npm: Registry = (name) =>
  JSON.parse(
    execFileSync('npm', ['view', name, 'version', 'time', 'dist.integrity', '--json'], { encoding: 'utf8' }),
  ) as ReturnType<Registry>;

/** The same packages at their newest published versions; one that has none newer stays as it is. */
export function newestOf(locked: readonly Locked[], registry: Registry = npm): Locked[] {
  return locked.map((one) => {
    const { version, time, 'dist.integrity': integrity } = registry(one.name);
    return version === one.version ? one : { ...one, version, on: (time[version] as string).slice(0, 10), integrity };
  });
}
