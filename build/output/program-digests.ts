/**
 * The documents that the site shows; and what pages.js knows of the texts and scripts in a snapshot, so that `verify` takes
 * nothing from the snapshot itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { KnownFiles } from '../../runtime/audit/layout.ts';
import { lookUp } from '../../runtime/core/values/look-up.ts';
import type { Document } from '../../runtime/site/docs/docs-plan.tsx';
import type { Script } from './bundle-plugins.ts';
import { hashed } from './encodings.ts';

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

/** Documents outside docs/, with the names of their pages. */
const elsewhere: Record<string, string> = {
  'data/README.md': 'data',
  'data/imported/README.md': 'imported-prices',
  'SECURITY.md': 'security',
};

/** The order of the navigation; other documents follow by name. */
const order = ['cost-model', 'library', 'runs', 'ci', 'data', 'imported-prices', 'hosting', 'audit', 'security'];

/** Paths of all documents, in the order of the navigation. */
export function documentFiles(): string[] {
  const own = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const files = [...own.map((name) => `docs/${name}`), ...Object.keys(elsewhere)];
  const place = (file: string) => (order.includes(nameOf(file)) ? order.indexOf(nameOf(file)) : order.length);
  return files.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

const nameOf = (file: string): string => lookUp(elsewhere, file) ?? basename(file, '.md');

export const readDocuments = (): Document[] =>
  documentFiles().map((file) => ({ file, name: nameOf(file), text: readFileSync(join(root, file), 'utf8') }));
