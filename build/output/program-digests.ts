/** What pages.js knows of the texts and scripts in a snapshot, so that `verify` takes nothing from the snapshot itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownFiles } from '../../runtime/audit/layout.ts';
import type { Script } from './embedded-data.ts';
import { hashed } from './encodings.ts';
import { readDocuments } from './read-documents.ts';

const root = join(import.meta.dirname, '../..');

/** `dist/package.json`: Node loads the programs as ES modules. */
export const packageText = `${JSON.stringify({ type: 'module' })}\n`;

export interface SnapshotText {
  /** Path in a snapshot. */
  path: string;
  bytes: Uint8Array;
}

/** The texts that a snapshot takes from the project: licences, the instructions, and the documents that the site shows. */
export function snapshotTexts(): SnapshotText[] {
  const read = (file: string, path = file): SnapshotText => ({ path, bytes: readFileSync(join(root, file)) });
  return [
    read('LICENSE'),
    read('docs/audit.md', 'AUDIT.md'),
    read('data/imported/NOTICES.md'),
    ...readDocuments().map(({ file }) => read(file)),
  ];
}

/**
 * The digests of one build.
 * @param dir holds cli.js
 * @param library `index.js`
 */
export function programDigests(dir: string, library: Script, assets: readonly Script[]): KnownFiles {
  const files: SnapshotText[] = [
    ...snapshotTexts(),
    { path: 'package.json', bytes: Buffer.from(packageText) },
    { path: library.name, bytes: library.code },
    ...assets.map(({ name, code }) => ({ path: `public/assets/${name}`, bytes: code })),
  ];
  return {
    cli: hashed(readFileSync(join(dir, 'cli.js'))).sha256,
    sha256: Object.fromEntries(files.map(({ path, bytes }) => [path, hashed(bytes).sha256])),
    documents: readDocuments().map(({ file, name }) => ({ file, name })),
  };
}
