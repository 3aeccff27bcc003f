/** The files of the logs that are given to a command. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { quote } from '../core/values/did-you-mean.ts';
import { WrongUse } from '../io/command-line.ts';

/** A file of the logs given to a command. */
export interface LogFile {
  /** As given by the caller. */
  name: string;
  /** null: standard input. */
  path: string | null;
  /** Found in a folder, which may also have other files; false: named by the caller. */
  isFound: boolean;
}

/** The files to read, and what was found beside them. */
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
    const below = filesBelow(name, skipped);
    if (below.length === 0) throw new WrongUse(`The folder ${quote(name)} has no files.`);
    return below.map((path) => ({ name: path, path, isFound: true }));
  });
  return { files, skipped };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new WrongUse(
      code === 'ENOENT' ? `There is no file ${quote(path)}.` : `${quote(path)} cannot be read (${message}).`,
    );
  }
}

function filesBelow(folder: string, skipped: Skipped[]): string[] {
  const files: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.isDirectory()) continue;
    const name = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.push(name);
    else skipped.push({ name, what: entry.isSymbolicLink() ? 'a symbolic link' : 'not a regular file' });
  }
  skipped.sort((a, b) => (a.name < b.name ? -1 : 1));
  return files.sort();
}

/** An entry of a folder that is neither a file nor a folder: following it could leave the folder or never end. */
export interface Skipped {
  name: string;
  what: string;
}
