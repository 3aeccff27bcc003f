/** `manifest.json`: every file with its size, SHA-256 and schema. */
import { published } from '../api/published.ts';
import { basePath } from '../api/routes.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { costModelVersion } from '../core/dataset/version.ts';
import { dataDir, type ListedFile, type SnapshotManifest, snapshotFormat } from './layout.ts';

const api = `public${basePath}`;

/** What cannot be derived from the files. */
export type Made = Pick<SnapshotManifest, 'commit' | 'commitNote' | 'program' | 'tools'>;

/** @param files in order of name */
export function manifestOf(
  catalog: Catalog,
  made: Made,
  files: readonly Omit<ListedFile, 'schema'>[],
): SnapshotManifest {
  const answers = new Map<string, string>();
  for (const { file, route } of published(catalog)) {
    if (route !== null) answers.set(`${api}/${file}`, `${api}/schemas/${route}.json`);
  }
  return {
    format: snapshotFormat,
    datasetVersion: catalog.version,
    pricesAsOf: catalog.asOf,
    costModelVersion,
    ...made,
    files: files.map(({ path, bytes, sha256 }) => {
      return { path, bytes, sha256, schema: dataSchemaOf(path) ?? answers.get(path) ?? null };
    }),
  };
}

/** Schemas of the files in a folder of `data/`, and of single files. */
const schemasOfFolders = new Map([
  ['providers', 'provider'],
  ['measured', 'measured'],
]);
const schemasOfFiles = new Map([
  ['presets.json', 'presets'],
  ['evidence/model-error.json', 'evidence'],
  ['imported/models.json', 'imported-models'],
  ['imported/offers.json', 'offers'],
]);

/** The schema of a file in `data/`; null: not a data file. */
export function dataSchemaOf(path: string): string | null {
  const [top, folder = '', name = '', ...deeper] = path.split('/');
  if (top !== dataDir) return null;
  const inFolder = name.endsWith('.json') && deeper.length === 0 ? schemasOfFolders.get(folder) : undefined;
  const schema = inFolder ?? schemasOfFiles.get(path.slice(dataDir.length + 1));
  return schema === undefined ? null : `${dataDir}/schemas/${schema}.schema.json`;
}
