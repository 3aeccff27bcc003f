/** One digest of all inputs of a build: the same inputs give the same bytes. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { DataFile } from '../data/read-data.ts';
import { documentFiles } from './program-digests.ts';

const root = join(import.meta.dirname, '../..');

/** The code of the build and of the programs it bundles, and lists that are part of that code. */
const folders = ['build', 'runtime', 'data/lists'];

/** Recorded runs and notices, which programs hold or know by their digest, and files that determine packages and compilation. npm writes the last one. */
const single = [
  'data/evidence/recorded-groups.csv',
  'data/evidence/recorded-runs.csv',
  'data/imported/NOTICES.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'LICENSE',
  'node_modules/.package-lock.json',
];

/**
 * SHA-256, in hex, of everything that determines the bytes of a build: the data, the first day of these prices, the URL
 * of the site, every source, the versions of all packages, and Node with its libraries. The current day is left out: it
 * only decides whether the data is valid, which every build checks. Manual edits in node_modules are not noticed.
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

/** Paths relative to the project, in the same order on every machine. */
function sources(): string[] {
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  return [...below.sort(), ...documentFiles(), ...single.filter((path) => existsSync(join(root, path)))];
}
