/** What a build is made from, as one digest: the same inputs give the same bytes. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { DataFile } from '../data/read-data.ts';
import { documentFiles } from '../page/docs/read-documents.ts';

const root = join(import.meta.dirname, '../..');

/** The code of the build and of the programs it bundles. */
const folders = ['build', 'runtime'];

/** Recorded runs, which are in a program; then what decides on the packages and on how code is read. npm writes the last one into what it has really installed. */
const single = [
  'data/evidence/recorded-groups.csv',
  'data/evidence/recorded-runs.csv',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'LICENSE',
  'node_modules/.package-lock.json',
];

/**
 * SHA-256 of everything that decides on the bytes of a build, in hex: the data, the first day of these prices, the address
 * of the site, every source, the versions of all packages, and Node with the libraries in it. Not the day it is: it only decides whether the data is
 * accepted, and that is checked at every build. A package that was edited by hand below node_modules is not noticed.
 */
export function inputsDigest(data: readonly DataFile[], asOf: string, siteUrl: string | null): string {
  const hash = createHash('sha256');
  const add = (...parts: (string | Uint8Array)[]) => {
    for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part);
  };
  add(JSON.stringify([process.versions, process.arch, process.platform]), asOf, siteUrl ?? '');
  for (const { path, text } of data) add(path, text);
  for (const path of sources()) add(path, readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** Paths below the project, in the same order everywhere. */
function sources(): string[] {
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  return [...below.sort(), ...documentFiles(), ...single.filter((path) => existsSync(join(root, path)))];
}
