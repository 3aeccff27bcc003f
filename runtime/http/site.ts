/** The published files, each read once, with their header fields made in advance. */
import { type Catalog, catalogFrom } from '../core/catalog.ts';
import type { Dataset } from '../core/dataset.ts';
import { metaOf } from '../core/models.ts';
import type { Validator } from '../core/problems.ts';
import { basePath, documents } from '../core/routes.ts';
import { cacheControl, everyAnswer } from './headers.ts';
import { type Encoding, encodings } from './negotiate.ts';
import { pageHeaders } from './page.ts';

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
  /** Header fields of the 200 and of the 304, raw. */
  ok: readonly string[];
  notModified: readonly string[];
}

/** Reads a published file by path below `dist`. */
export type ReadFile = (path: string) => Uint8Array;

/** Where the files lie below `dist`. */
const root = 'public';
const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/** Most URLs that are remembered with the file that answers them; beyond, all are forgotten and found anew. */
const remembered = 10_000;

/** A published file in its encodings, each read when it is first asked for. */
export class PublishedFile {
  private readonly read: Partial<Record<Encoding, Representation>> = {};

  constructor(
    /** Which there are. */
    readonly encodings: readonly Encoding[],
    private readonly make: (encoding: Encoding) => Representation,
  ) {}

  /** Throws where `encodings` has no such one. */
  in(encoding: Encoding): Representation {
    let known = this.read[encoding];
    if (known === undefined) {
      known = this.make(encoding);
      this.read[encoding] = known;
    }
    return known;
  }
}

export class Site {
  readonly catalog: Catalog;
  /** JSON of the `meta` of every answer. */
  readonly meta: string;
  /** The day of the prices, in milliseconds. */
  readonly lastModified: number;
  private readonly files = new Map<string, PublishedFile>();
  private readonly found = new Map<string, PublishedFile>();

  constructor(
    private readonly manifest: Manifest,
    catalogFile: CatalogFile,
    private readonly read: ReadFile,
    readonly isEstimateRequest: Validator,
  ) {
    this.catalog = catalogFrom(catalogFile.data, catalogFile.asOf);
    this.meta = JSON.stringify(metaOf(this.catalog));
    this.lastModified = Date.parse(`${manifest.pricesAsOf}T00:00:00Z`);
  }

  /** The file of this path, such as `/api/v1/models.json`, or undefined. */
  file(path: string): PublishedFile | undefined {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const present = encodings.filter((encoding) =>
      Object.hasOwn(this.manifest.files, root + path + suffixes[encoding]),
    );
    if (!present.includes('identity') || /\.(br|gz)$/.test(path)) return undefined;
    const file = new PublishedFile(present, (encoding) => this.make(path, encoding));
    this.files.set(path, file);
    return file;
  }

  /** The file that answered a URL before; `remember` tells it. */
  fileFor(url: string): PublishedFile | undefined {
    return this.found.get(url);
  }

  remember(url: string, file: PublishedFile): void {
    if (this.found.size >= remembered) this.found.clear();
    this.found.set(url, file);
  }

  private make(file: string, encoding: Encoding): Representation {
    const path = root + file + suffixes[encoding];
    const body = this.read(path);
    const { sha256 } = this.manifest.files[path] as Manifest['files'][string];
    const etag = `"${sha256.slice(0, 32)}"`;
    const lastModified = new Date(this.lastModified).toUTCString();
    const isPage = file.endsWith('.html');
    const notModified = [
      ...(isPage
        ? pageHeaders.flatMap(({ key, value }) => [key, value])
        : [...everyAnswer, 'Cache-Control', cacheControl]),
      ...['ETag', etag, 'Last-Modified', lastModified, 'Vary', 'Accept-Encoding'],
      ...(isPage ? [] : ['Content-Location', file]),
    ];
    const ok = [
      ...['Content-Type', isPage ? 'text/html; charset=utf-8' : contentTypeOf(file)],
      ...notModified,
      ...['Content-Length', String(body.length)],
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ];
    return { etag, body, ok: flat(ok), notModified: flat(notModified) };
  }
}

/**
 * The same texts in one piece each. V8 keeps a text put together from parts as a tree, and Node joins and checks these
 * at every answer: a thirtieth of the time of a GET.
 */
const flat = (texts: readonly string[]): string[] => JSON.parse(JSON.stringify(texts));

const contentTypeOf = (path: string): string =>
  documents.find((document) => basePath + document.path === path)?.contentType ?? 'application/json';
