/** Whether a build may go where `--out` says: only what an earlier build made is ever replaced. */
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { WrongUse } from '../../runtime/common/command-line.ts';
import { LastBuild } from './previous-build.ts';

const root = join(import.meta.dirname, '../..');

/** Files that operating systems put into every folder a person looks at. */
const litter = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/** Where `out` really lies: a link is followed, so that it goes on leading to the build. @throws WrongUse */
export function placeOf(out: string, data: string): string {
  const place = followed(out);
  for (const read of [data, ...['build', 'runtime', 'node_modules', '.git'].map((name) => join(root, name))]) {
    if (isInside(place, followed(read))) refuse(out, `lies in ${read}, which the build reads`);
  }
  return place;
}

/**
 * The build that is in `place`, or null: there is nothing. Throws a WrongUse where something else is, and where files lie
 * in it that no build has made.
 */
export function lastBuildAt(place: string): LastBuild | null {
  for (;;) {
    const before = inodeOf(place);
    if (before === null) return null;
    if (!lstatSync(place).isDirectory()) refuse(place, 'is not a folder');
    const found = LastBuild.in(place);
    const foreign = found?.foreign(litter) ?? [];
    const names = readdirSync(place);
    if (inodeOf(place) !== before) continue; // Another build has taken the place meanwhile.
    if (found === null) {
      if (names.length === 0) return null;
      refuse(place, `is not empty, and not a build as it was made: ${whyNot(names)}`);
    }
    if (foreign.length > 0) {
      refuse(place, `holds what no build has made: ${someOf(foreign)}. Move that out of it first`);
    }
    return found;
  }
}

function refuse(place: string, why: string): never {
  throw new WrongUse(`--out: ${place} ${why}. Nothing was touched. Choose another folder, or move this one away.`);
}

const whyNot = (names: readonly string[]): string =>
  names.includes('built.json')
    ? 'its built.json does not fit its manifest.json, so its files cannot be distinguished from yours'
    : `there is ${someOf(names)} in it and no built.json`;

/** At most five of them. */
const someOf = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

const inodeOf = (path: string): number | null => lstatSync(path, { throwIfNoEntry: false })?.ino ?? null;

/** The path with its links followed, as far as it is there. */
function followed(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  if (lstatSync(whole, { throwIfNoEntry: false })) refuse(path, 'is a link that leads nowhere');
  const parent = dirname(whole);
  return parent === whole ? whole : join(followed(parent), relative(parent, whole));
}

const isInside = (path: string, folder: string): boolean => {
  const from = relative(folder, path);
  return from !== '..' && !from.startsWith('../');
};
