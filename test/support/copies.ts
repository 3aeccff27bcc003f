/** Copies of the project for tests to build in and to break, all below `.test`, all removed at the end. */
import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterFile } from './after-file.ts';
import { frozenFiles, unpack } from './core/frozen-data.ts';
import { smallFiles } from './core/small-data.ts';
import { projectRoot } from './project-root.ts';

const notCopied = ['.git', '.test', 'dist', 'node_modules', 'test'];

/** An empty directory that is removed after the tests of the file. */
export function temporaryDirectory(): string {
  mkdirSync(join(projectRoot, '.test'), { recursive: true });
  const dir = mkdtempSync(join(projectRoot, '.test/copy-'));
  afterFile(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/**
 * Copies the sources to `to`, with a small part of the frozen data. The packages are hard links, a separate tree as
 * `npm ci` makes it: a symlink would lead a bundler out of the copy, back to the shared place. `only`: the files and
 * folders at the top to copy.
 */
export function copyProject(to: string, only?: readonly string[]): string {
  mkdirSync(dirname(to), { recursive: true });
  for (const name of only ?? readdirSync(projectRoot)) {
    if (!notCopied.includes(name)) cpSync(join(projectRoot, name), join(to, name), { recursive: true });
  }
  for (const name of readdirSync(join(to, 'data'))) {
    if (!['lists', 'schemas'].includes(name)) rmSync(join(to, 'data', name), { recursive: true });
  }
  copyData(join(to, 'data'), smallFiles);
  linkPackages(to);
  return to;
}

export const linkPackages = (project: string): void =>
  linkTree(join(projectRoot, 'node_modules'), join(project, 'node_modules'));

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isFile()) linkSync(source, target);
    else symlinkSync(source, target);
  }
}

/** Writes the frozen data, or other files of data, to a folder, for a test to break, and returns the folder. */
export function copyData(to: string, files = frozenFiles): string {
  unpack(to, files);
  return to;
}
