/** What every page is made from, and how pages link to one another. */
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';

export interface SiteContext {
  catalog: Catalog;
  /** Where the site will be, with a slash at the end: `https://example.com/costs/`; null: the host is not known. */
  siteUrl: string | null;
}

/** A file of the site, whose content is made when it is asked for. */
export interface SiteFile {
  /** Below `dist/public`. */
  path: string;
  content: () => string | Uint8Array;
}

/** What leads from a page to the root of the site: `../` from `models/gpt-4o.html`, '' from `index.html`. */
export const rootFrom = (path: string): string => '../'.repeat(path.split('/').length - 1);
