/** What goes into a snapshot, from the sources and from a finished `dist`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataSchemaNames, dataSchemaText } from '../../runtime/core/schema-files/data-schemas.ts';
import { programs } from '../../runtime/snapshot/layout.ts';

export interface SourceFile {
  /** In the snapshot. */
  path: string;
  bytes: Uint8Array;
}

const read = (dir: string, path: string, as = path): SourceFile => ({ path: as, bytes: readFileSync(join(dir, path)) });

/** Paths of the files below `dir`, from `dir`. */
const below = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));

/** What the build reads of the data, its schemas, its notes, the licence, and the instructions. */
export const sourceFiles = (root: string, data: string): SourceFile[] => [
  ...below(data)
    .filter((path) =>
      /^(presets\.json|evidence\/model-error\.json|(imported|measured|providers)\/[^/]+\.json|(imported\/)?[^/]+\.md)$/.test(
        path,
      ),
    )
    .map((path) => read(data, path, `data/${path}`)),
  // Not those beside the data, which may lie elsewhere without any.
  ...dataSchemaNames.map((name) => ({ path: `data/schemas/${name}`, bytes: Buffer.from(dataSchemaText(name)) })),
  read(root, 'LICENSE'),
  read(root, 'docs/audit.md', 'AUDIT.md'),
];

/**
 * What is published, and the programs that compute from it. The encodings are left out: anyone can make them again, but
 * their bytes hang on the version of zlib. So are the server and its pack, which hold nothing else than these files.
 */
export function distFiles(dist: string): SourceFile[] {
  const published = below(join(dist, 'public')).map((path) => `public/${path}`);
  const isEncoding = (path: string) => /\.(gz|br)$/.test(path) && published.includes(path.slice(0, -3));
  return [...published.filter((path) => !isEncoding(path)), ...programs].map((path) => read(dist, path));
}

/** Packages whose code is in the programs and scripts of a snapshot, or whose work shows in its bytes. */
const tools = [
  '@cfworker/json-schema',
  'ajv',
  'commander',
  'csv-parse',
  'esbuild',
  'fflate',
  'hyparquet-writer',
  'marked',
  'preact',
  'preact-render-to-string',
  'tar-stream',
];

/** Their versions. What they need themselves, the lock file of the commit names. */
export function toolVersions(root: string): Record<string, string> {
  return Object.fromEntries(
    tools.map((name) => [name, packageOf(join(root, 'node_modules', ...name.split('/'))).version]),
  );
}

export const packageOf = (dir: string): { name: string; version: string } =>
  JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));

/** A text file, or null where there is none. */
export const textAt = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** The bytes of a file, or null where there is none. */
export const bytesAt = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null);
