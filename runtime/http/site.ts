/** The published files, each read once, with their header fields made in advance. */

import { basePath, documents } from '../core/api/routes.ts';
import { type Catalog, catalogFrom } from '../core/dataset/catalog.ts';
import type { CatalogFile } from '../core/dataset/dataset.ts';
import { cacheControl, everyAnswer } from './headers.ts';
import type { Encoding } from './negotiate.ts';
import { pageHeaders } from './pages.ts';

/** What the build says of the files it made: `dist/manifest.json`, a file in each line. */
export interface Manifest {
  /** Of this file's own shape. */
  format: 1;
  datasetVersion: string;
  pricesAsOf: string;
  /** By path below `dist`. */
  files: Record<string, { bytes: number; sha256: string }>;
}

/** Where published files come from. Every one is there in each encoding. `path` is such as `/api/v1/models.json`. */
export interface Source {
  /** YYYY-MM-DD: the first day on which these answers hold. */
  pricesAsOf: string;
  catalog(): CatalogFile;
  has(path: string): boolean;
  /** Content and its SHA-256 in hex. Throws where there is no such file. */
  read(path: string, encoding: Encoding): { content: Uint8Array; sha256: string };
}

/** One encoding of a published file. */
export class Representation {
  private fieldsOf304: readonly string[] | undefined;

  constructor(
    readonly etag: string,
    readonly body: Uint8Array,
    /** Header fields of the 200, raw: those of the body alone come last. */
    readonly ok: readonly string[],
    private readonly fieldsOfBody: number,
  ) {}

  /** Header fields of the 304, raw. */
  get notModified(): readonly string[] {
    this.fieldsOf304 ??= this.ok.slice(0, -2 * this.fieldsOfBody);
    return this.fieldsOf304;
  }
}

/** A published file in its encodings, each read when it is first asked for. */
export class PublishedFile {
  private readonly known: Partial<Record<Encoding, Representation>> = {};

  constructor(private readonly make: (encoding: Encoding) => Representation) {}

  in(encoding: Encoding): Representation {
    let known = this.known[encoding];
    if (known === undefined) {
      known = this.make(encoding);
      this.known[encoding] = known;
    }
    return known;
  }
}

/** Most URLs that are remembered with the file that answers them; beyond, all are forgotten and found anew. */
const remembered = 10_000;

export class Site {
  /** The day of the prices, in milliseconds. */
  readonly lastModified: number;
  /** The same as a header field. */
  private readonly lastModifiedField: string;
  private readonly files = new Map<string, PublishedFile>();
  private readonly found = new Map<string, PublishedFile>();
  private made: Catalog | undefined;

  constructor(private readonly source: Source) {
    this.lastModified = Date.parse(`${source.pricesAsOf}T00:00:00Z`);
    this.lastModifiedField = new Date(this.lastModified).toUTCString();
  }

  /** Made at the first question: a file is sent without it. */
  get catalog(): Catalog {
    this.made ??= catalogFrom(this.source.catalog());
    return this.made;
  }

  /** The file of this path, such as `/api/v1/models.json`, or undefined. */
  file(path: string): PublishedFile | undefined {
    let known = this.files.get(path);
    if (known === undefined && this.source.has(path)) {
      known = new PublishedFile((encoding) => this.make(path, encoding));
      this.files.set(path, known);
    }
    return known;
  }

  /** The file that answered a URL before: its own path, or one that was remembered. */
  fileFor(url: string): PublishedFile | undefined {
    return this.files.get(url) ?? this.found.get(url);
  }

  remember(url: string, file: PublishedFile): void {
    if (this.found.size >= remembered) this.found.clear();
    this.found.set(url, file);
  }

  private make(path: string, encoding: Encoding): Representation {
    const { content, sha256 } = this.source.read(path, encoding);
    const etag = `"${sha256.slice(0, 32)}"`;
    const isPage = path.endsWith('.html');
    const common = isPage ? pageHeaders.flatMap(({ key, value }) => [key, value]) : commonFields;
    const ofBody = ['Content-Type', isPage ? 'text/html; charset=utf-8' : contentTypeOf(path)];
    ofBody.push('Content-Length', String(content.length));
    if (encoding !== 'identity') ofBody.push('Content-Encoding', encoding);
    const fields = common.concat(
      ['ETag', etag, 'Last-Modified', this.lastModifiedField, 'Vary', 'Accept-Encoding'],
      isPage ? [] : ['Content-Location', path],
      ofBody,
    );
    return new Representation(etag, content, fields, ofBody.length / 2);
  }
}

const commonFields: readonly string[] = [...everyAnswer, 'Cache-Control', cacheControl];

const contentTypeOf = (path: string): string =>
  documents.find((document) => basePath + document.path === path)?.contentType ?? 'application/json';
