/** Collects the files of a snapshot from the sources and a finished `dist`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataSchemaNames, dataSchemaText } from '../../runtime/api/published-schemas/data-schemas.ts';
import { programs } from '../../runtime/audit/layout.ts';
import { snapshotTexts } from '../output/program-digests.ts';

export interface SourceFile {
  /** Path in the snapshot. */
  path: string;
  bytes: Uint8Array;
}

const read = (dir: string, path: string, as = path): SourceFile => ({ path: as, bytes: readFileSync(join(dir, path)) });

/** Paths of the files below `dir`, relative to it. */
const below = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));

/** The data that the build reads, its schemas, and the texts of the project. */
export const sourceFiles = (data: string): SourceFile[] => [
  ...below(data)
    .filter((path) =>
      /^((presets|plans|names)\.json|evidence\/model-error\.json|(imported|measured|providers)\/[^/]+\.json)$/.test(
        path,
      ),
    )
    .map((path) => read(data, path, `data/${path}`)),
  // Not read from the data folder, which may be elsewhere and have none.
  ...dataSchemaNames.map((name) => ({ path: `data/schemas/${name}`, bytes: Buffer.from(dataSchemaText(name)) })),
  ...snapshotTexts(),
];

/**
 * The published files, and the programs that compute from them. Encodings are left out: anyone can recreate them, but
 * their bytes depend on the version of zlib. So are the server and its pack, which only contain copies of these files.
 */
export function distFiles(dist: string): SourceFile[] {
  const published = below(join(dist, 'public')).map((path) => `public/${path}`);
  const isEncoding = (path: string) => /\.(gz|br)$/.test(path) && published.includes(path.slice(0, -3));
  return [...published.filter((path) => !isEncoding(path)), ...programs].map((path) => read(dist, path));
}

/** Packages whose code is in the programs and scripts of a snapshot, or which affect its bytes. */
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

/** Their versions. Their own dependencies are in the lock file of the commit. */
export function toolVersions(root: string): Record<string, string> {
  return Object.fromEntries(
    tools.map((name) => [name, packageOf(join(root, 'node_modules', ...name.split('/'))).version]),
  );
}

export const packageOf = (dir: string): { name: string; version: string } =>
  JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));

/** The text of a file, or null if it does not exist. */
export const textAt = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** The bytes of a file, or null if it does not exist. */
export const bytesAt = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null);
