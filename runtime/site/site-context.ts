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

/** Relative path from a page to the root of the site: `../` from `models/gpt-4o.html`, '' from `index.html`. */
export const rootFrom = (path: string): string => '../'.repeat(path.split('/').length - 1);
