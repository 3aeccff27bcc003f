/** Whether a build may be written to `--out`: only earlier builds are ever replaced. */
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { WrongUse } from '../../runtime/io/command-line.ts';
import { LastBuild } from './previous-build.ts';

const root = join(import.meta.dirname, '../..');

/** Files that operating systems create in folders that a user opens. */
const litter = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/** The real path of `out`: links are followed, so that they keep leading to the build. @throws WrongUse */
export function outputPathOf(out: string, data: string): string {
  const place = followed(out);
  for (const read of [data, ...['build', 'runtime', 'node_modules', '.git'].map((name) => join(root, name))]) {
    if (isInside(place, followed(read))) refuse(out, `is inside ${read}, which the build reads`);
  }
  return place;
}

/**
 * The build in `place`; null if there is nothing. Throws a WrongUse if there is something else, or if it contains files
 * that are not part of a build.
 */
export function lastBuildAt(place: string): LastBuild | null {
  for (;;) {
    const before = inodeOf(place);
    if (before === null) return null;
    if (!lstatSync(place).isDirectory()) refuse(place, 'is not a folder');
    const found = LastBuild.in(place);
    const foreign = found?.foreign(litter) ?? [];
    const names = readdirSync(place);
    if (inodeOf(place) !== before) continue; // Another build has been put there in the meantime.
    if (found === null) {
      if (names.length === 0) return null;
      refuse(place, `is neither empty nor an intact build: ${whyNot(names)}`);
    }
    if (foreign.length > 0) {
      refuse(place, `contains files that are not part of a build: ${someOf(foreign)}. Move them out of it first`);
    }
    return found;
  }
}

function refuse(place: string, why: string): never {
  throw new WrongUse(`--out: ${place} ${why}. Nothing was changed. Choose another folder, or move this one away.`);
}

const whyNot = (names: readonly string[]): string =>
  names.includes('built.json')
    ? 'its built.json does not match its manifest.json, so its files cannot be distinguished from yours'
    : `it contains ${someOf(names)} but no built.json`;

/** At most five of them. */
const someOf = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

const inodeOf = (path: string): number | null => lstatSync(path, { throwIfNoEntry: false })?.ino ?? null;

/** The path with links followed, as far as it exists. */
function followed(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  if (lstatSync(whole, { throwIfNoEntry: false })) refuse(path, 'is a broken link');
  const parent = dirname(whole);
  return parent === whole ? whole : join(followed(parent), relative(parent, whole));
}

const isInside = (path: string, folder: string): boolean => {
  const from = relative(folder, path);
  return from !== '..' && !from.startsWith('../');
};
