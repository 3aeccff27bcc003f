/** The files of the logs given to a command. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { quote } from '../core/values/did-you-mean.ts';
import { WrongUse } from '../io/command-line.ts';

export interface LogFile {
  /** As given by the caller. */
  name: string;
  /** null: standard input. */
  path: string | null;
  /** Found in a folder, which may also have other files; false: named by the caller. */
  isFound: boolean;
}

/**
 * The given files, and all files below the given folders, in order of name. `-` is standard input.
 * @throws WrongUse
 */
export function logFilesOf(names: readonly string[]): LogFile[] {
  if (names.filter((name) => name === '-').length > 1) throw new WrongUse('Standard input (-) can be read only once.');
  return names.flatMap((name): LogFile[] => {
    if (name === '-') return [{ name: 'standard input', path: null, isFound: false }];
    if (!isFolder(name)) return [{ name, path: name, isFound: false }];
    const files = filesBelow(name);
    if (files.length === 0) throw new WrongUse(`The folder ${quote(name)} has no files.`);
    return files.map((path) => ({ name: path, path, isFound: true }));
  });
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

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
