/** What every page is built from, and how pages link to one another. */
import type { Catalog } from '../core/dataset/catalog.ts';

export interface SiteContext {
  catalog: Catalog;
  /** Address of the site, with a trailing slash: `https://example.com/costs/`; null: not known. */
  siteUrl: string | null;
}

/** A file of the site; its content is built on demand. */
export interface SiteFile {
  /** Below `dist/public`. */
  path: string;
  content: () => string | Uint8Array;
}

/**
 * The address of a page below that of the site, without `.html`: `models/gpt-4o`, '' for `index.html`. Every host answers
 * at it (`runtime/server/http/pages.ts`); links between pages name the file, which a folder on disk needs.
 */
export const addressOf = (path: string): string => path.replace(/(?:(?:^|\/)index)?\.html$/, '');

/** Relative path from a page to the root of the site: `../` from `models/gpt-4o.html`, '' from `index.html`. */
export const rootFrom = (path: string): string => '../'.repeat(path.split('/').length - 1);
