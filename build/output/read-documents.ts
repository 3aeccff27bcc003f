/** The documents of the project that the site shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lookUp } from '../../runtime/core/values/look-up.ts';
import type { Document } from '../../runtime/site/docs/docs-plan.tsx';

const root = join(import.meta.dirname, '../..');

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
