/** The published files, read when they are first asked for, with their header fields made in advance. */

import { type Catalog, catalogFrom } from '../../core/dataset/catalog.ts';
import type { CatalogFile } from '../../core/dataset/dataset.ts';
import { memoize } from '../../core/values/memoize.ts';
import type { CachingFields } from './freshness.ts';
import { everyAnswer } from './headers.ts';
import { type HttpResponse, RepeatedReply } from './http-response.ts';
import type { Encoding } from './negotiate.ts';
import { contentTypeOf, isPage, pageFields } from './pages.ts';

/** Source of the published files, each in every encoding. A `path` is, for example, `/api/v1/models.json`. */
export interface Source {
  catalog(): CatalogFile;
  has(path: string): boolean;
  /** Content and its SHA-256 in hex. Throws if there is no such file. */
  read(path: string, encoding: Encoding): { content: Uint8Array; sha256: string };
}

/** The fields that every file of the API or of the site has; cached while the caching fields are the same. */
const commonFields = memoize((caching: CachingFields) => ({
  api: everyAnswer.concat(caching.api),
  page: pageFields.concat(caching.page),
}));

/** One encoding of a published file. */
export class Representation {
  /** The caching fields that the latest replies were made with. */
  private madeFrom: CachingFields | undefined;
  private whole: RepeatedReply | undefined;
  private unchanged: RepeatedReply | undefined;

  constructor(
    readonly etag: string,
    readonly body: Uint8Array,
    private readonly kind: 'api' | 'page',
    /** Header fields of both the 200 and the 304. */
    private readonly ofFile: readonly string[],
    /** Header fields of the body, except its length. */
    private readonly ofBody: readonly string[],
  ) {}

  /** The 200. */
  ok(caching: CachingFields): HttpResponse {
    this.forgetOthers(caching);
    this.whole ??= new RepeatedReply(200, commonFields(caching)[this.kind], this.ofBody.concat(this.ofFile), this.body);
    return this.whole;
  }

  /** The 304. */
  notModified(caching: CachingFields): HttpResponse {
    this.forgetOthers(caching);
    this.unchanged ??= new RepeatedReply(304, commonFields(caching)[this.kind], this.ofFile, null);
    return this.unchanged;
  }

  /** Caching fields stay the same for days, and so do the replies made with them. */
  private forgetOthers(caching: CachingFields): void {
    if (this.madeFrom === caching) return;
    this.madeFrom = caching;
    this.whole = undefined;
    this.unchanged = undefined;
  }
}

/** A published file in its encodings, each read on first request. */
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

/** Most URLs that are remembered with the file that answers them; beyond that, all are forgotten. */
const remembered = 10_000;

/** Most bytes of files that are kept; beyond that all are forgotten, and read again when they are asked for. */
const mostKept = 8 * 2 ** 20;
/** Bytes that a file takes besides its content, about: its header fields, and the objects that hold them. */
const besides = 1500;

export class Site {
  private readonly files = new Map<string, PublishedFile>();
  private readonly found = new Map<string, PublishedFile>();
  private made: Catalog | undefined;
  /** Bytes of the files that are kept. */
  private kept = 0;

  constructor(private readonly source: Source) {}

  /** Parsed on first use: sending a file does not need it. */
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

  /** The file for a URL that is a file's own path, or that is remembered from an earlier request. */
  fileFor(url: string): PublishedFile | undefined {
    return this.files.get(url) ?? this.found.get(url);
  }

  remember(url: string, file: PublishedFile): void {
    if (this.found.size >= remembered) this.found.clear();
    this.found.set(url, file);
  }

  private forgetAll(): void {
    this.files.clear();
    this.found.clear();
    this.kept = 0;
  }

  private make(path: string, encoding: Encoding): Representation {
    const { content, sha256 } = this.source.read(path, encoding);
    this.kept += content.length + besides;
    if (this.kept > mostKept) this.forgetAll();
    const etag = `"${sha256.slice(0, 32)}"`;
    const kind = isPage(path) ? 'page' : 'api';
    const ofBody = ['Content-Type', contentTypeOf(path)];
    if (encoding !== 'identity') ofBody.push('Content-Encoding', encoding);
    const ofFile = kind === 'page' ? ['ETag', etag] : ['ETag', etag, 'Content-Location', path];
    return new Representation(etag, content, kind, ofFile, ofBody);
  }
}
