/** The files of the logs that are given to a command. */
import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { quote } from '../core/values/did-you-mean.ts';
import { WrongUse } from '../io/command-line.ts';

export interface LogFile {
  name: string;
  /** null: standard input. */
  path: string | null;
  /** Found in a folder, which may also have other files; false: named by the caller. */
  isFound: boolean;
}

export interface LogFiles {
  files: LogFile[];
  skipped: Skipped[];
}

/**
 * The given files, and all files below the given folders, in order of name. `-` is standard input.
 * @throws WrongUse
 */
export function logFilesOf(names: readonly string[]): LogFiles {
  if (names.filter((name) => name === '-').length > 1) throw new WrongUse('Standard input (-) can be read only once.');
  const skipped: Skipped[] = [];
  const files = names.flatMap((name): LogFile[] => {
    if (name === '-') return [{ name: 'standard input', path: null, isFound: false }];
    if (!isFolder(name)) return [{ name, path: name, isFound: false }];
    const beside: Skipped[] = [];
    const below = filesBelow(name, beside);
    skipped.push(...beside);
    if (below.length === 0) {
      const [first] = beside;
      const why = first === undefined ? '' : ` that can be read. ${first.name}: ${first.what}`;
      throw new WrongUse(`The folder ${quote(name)} has no files${why}.`);
    }
    return below.map((path) => ({ name: path, path, isFound: true }));
  });
  return { files, skipped };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw unfit(path, error);
  }
}

export const unfit = (path: string, error: unknown): WrongUse =>
  new WrongUse(
    (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? `There is no file ${quote(path)}.`
      : `${quote(path)} ${unreadable(error)}.`,
  );

/**
 * The regular files below a folder, in order of name; those whose names begin with a dot are left out.
 * @param skipped is given the other entries, and folders that cannot be read
 */
export function filesBelow(folder: string, skipped: Skipped[]): string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of entriesOf(at, skipped)) {
      const name = join(at, entry.name);
      if (entry.isDirectory()) folders.push(name);
      else if (entry.name.startsWith('.')) continue;
      else if (entry.isFile()) files.push(name);
      else skipped.push({ name, what: entry.isSymbolicLink() ? 'a symbolic link' : 'not a regular file' });
    }
  }
  skipped.sort((a, b) => (a.name < b.name ? -1 : 1));
  return files.sort();
}

function entriesOf(folder: string, skipped: Skipped[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    skipped.push({ name: folder, what: unreadable(error) });
    return [];
  }
}

/** Why something was not read, without the path, which stands before it. */
export const unreadable = (error: unknown): string =>
  `cannot be read (${(error as Error).message.replace(/, \w+( '.*)?$/s, '')})`;

/**
 * What was found and not read: a file or a folder that cannot be, or an entry of a folder that is neither, since
 * following it could leave the folder or never end.
 */
export interface Skipped {
  name: string;
  what: string;
}

/** What is read by another program than ours, by its first letters; null: nothing of that, or a pipe, which is not read. */
export function tableKind(path: string): 'parquet' | 'database' | null {
  if (!statSync(path).isFile()) return null;
  const fd = openSync(path, 'r');
  try {
    const start = first.toString('latin1', 0, readSync(fd, first, 0, first.length, 0));
    return start.startsWith('PAR1') ? 'parquet' : start === ofDatabase ? 'database' : null;
  } finally {
    closeSync(fd);
  }
}

const ofDatabase = 'SQLite format 3\0';
const first = Buffer.alloc(ofDatabase.length);
