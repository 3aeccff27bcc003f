/** The published files in memory, with every header made in advance. */
import { type Catalog, catalogFrom } from '../core/catalog.ts';
import type { Dataset } from '../core/dataset.ts';
import { metaOf } from '../core/models.ts';
import type { Validator } from '../core/problems.ts';
import { basePath, documents, routes } from '../core/routes.ts';
import { cacheControl, everyAnswer } from './headers.ts';
import type { Encoding } from './negotiate.ts';

/** What the build says of the files it made: `dist/manifest.json`. */
export interface Manifest {
  /** Of this file's own shape. */
  format: 1;
  datasetVersion: string;
  pricesAsOf: string;
  /** By path below `dist`. */
  files: Record<string, { bytes: number; sha256: string }>;
}

/** `dist/catalog.json`: what POST is computed from. */
export interface CatalogFile {
  asOf: string;
  data: Dataset;
}

/** One encoding of a published file. */
export interface Representation {
  etag: string;
  body: Uint8Array;
  /** Header fields of the 200 and of the 304, raw; with Content-Location where an answer names its path twin. */
  ok: readonly string[];
  okAsTwin: readonly string[];
  notModified: readonly string[];
}

export interface StoredFile {
  encodings: readonly Encoding[];
  representations: Partial<Record<Encoding, Representation>> & { identity: Representation };
}

export interface Site {
  catalog: Catalog;
  /** JSON of the `meta` of every answer. */
  meta: string;
  /** By path below `/api/v1`, such as `models.json`. */
  files: Map<string, StoredFile>;
  /** Files that answer an exact URL without a query, such as `/api/v1/models`. */
  exact: Map<string, StoredFile>;
  lastModified: number;
  isEstimateRequest: Validator;
}

/** Reads a published file by path below `dist`; throws when there is none. */
export type ReadFile = (path: string) => Uint8Array;

const root = `public${basePath}/`;

export function siteFrom(
  manifest: Manifest,
  catalogFile: CatalogFile,
  read: ReadFile,
  isEstimateRequest: Validator,
): Site {
  const catalog = catalogFrom(catalogFile.data, catalogFile.asOf);
  const lastModified = Date.parse(`${manifest.pricesAsOf}T00:00:00Z`);
  const files = new Map<string, StoredFile>();
  for (const path of Object.keys(manifest.files)) {
    if (!path.startsWith(root) || /\.(gz|br)$/.test(path)) continue;
    files.set(path.slice(root.length), storedFile(manifest, path, read, new Date(lastModified).toUTCString()));
  }
  const exact = new Map<string, StoredFile>();
  for (const [file, stored] of files) exact.set(`${basePath}/${file}`, stored);
  for (const route of routes.filter(({ parameters }) => parameters.length === 0)) {
    exact.set(basePath + route.path, files.get(`${route.id}.json`) as StoredFile);
  }
  return { catalog, meta: JSON.stringify(metaOf(catalog)), files, exact, lastModified, isEstimateRequest };
}

const suffixes: [Encoding, string][] = [
  ['identity', ''],
  ['gzip', '.gz'],
  ['br', '.br'],
];

function contentTypeOf(path: string): string {
  return documents.find((document) => path === `public${basePath}${document.path}`)?.contentType ?? 'application/json';
}

function storedFile(manifest: Manifest, path: string, read: ReadFile, lastModified: string): StoredFile {
  const representations: Partial<Record<Encoding, Representation>> = {};
  for (const [encoding, suffix] of suffixes) {
    const entry = manifest.files[path + suffix];
    if (!entry) continue;
    const etag = `"${entry.sha256.slice(0, 32)}"`;
    const notModified = [
      ...everyAnswer,
      ...['ETag', etag, 'Last-Modified', lastModified, 'Cache-Control', cacheControl, 'Vary', 'Accept-Encoding'],
    ];
    const ok = [
      ...['Content-Type', contentTypeOf(path)],
      ...notModified,
      ...['Content-Length', String(entry.bytes)],
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ];
    const okAsTwin = [...ok, 'Content-Location', `${basePath}/${path.slice(root.length)}`];
    representations[encoding] = { etag, body: read(path + suffix), ok, okAsTwin, notModified };
  }
  return {
    encodings: Object.keys(representations) as Encoding[],
    representations: representations as StoredFile['representations'],
  };
}
