/** The pages next to the API: where their files are, and their header fields on every host. */

import { pagePolicy } from '../../api/page-policy.ts';
import { documents } from '../../api/routes/documents.ts';
import { basePath } from '../../api/routes.ts';
import { lookUp } from '../../core/values/look-up.ts';

/** The pages at the root that have an address without `.html`, and the folders with nothing but pages, which all have one. */
export const cleanAddresses: readonly string[] = [
  '/models',
  '/prices',
  '/changes',
  '/measured',
  '/tokens',
  '/log',
  '/docs',
];
export const pageFolders: readonly string[] = ['/models/', '/measured/', '/docs/'];

/** The site's files at the root, and the folders of its other files; everything else outside the API is a 404. */
export const siteFiles: readonly string[] = [
  ...['/index.html', ...cleanAddresses.map((address) => `${address}.html`), '/404.html', '/429.html'],
  ...['/favicon.ico', '/robots.txt', '/sitemap.xml'],
];
export const siteFolders: readonly string[] = [...pageFolders, '/assets/', '/feeds/'];

/** Whether a URL belongs to the site, judged by its path alone; the file may not exist. */
export function isPage(url: string): boolean {
  if (url.startsWith(basePath)) return false; // first, since nearly every request is for the API
  const path = fileOfPage(url);
  return siteFiles.includes(path) || siteFolders.some((folder) => path.startsWith(folder));
}

/** The path of the file that a URL of the site names: that of the URL, `/index.html` for `/`, `/models.html` for `/models`. */
export function fileOfPage(url: string): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (path === '/') return '/index.html';
  if (path.endsWith('.html')) return path;
  const isClean = cleanAddresses.includes(path) || pageFolders.some((folder) => path.startsWith(folder));
  return isClean ? `${path}.html` : path;
}

/** The address without the slashes that follow it, for that of a page; null: it has none, or is no page's. */
export function withoutSlashes(path: string): string | null {
  const bare = path.replace(/\/+$/, '');
  if (bare === path || path.startsWith('/api/')) return null;
  const isOf = cleanAddresses.includes(bare) || pageFolders.some((folder) => bare.startsWith(folder));
  return isOf ? bare : null;
}

const pageTypes: Record<string, string> = {
  atom: 'application/atom+xml',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  ics: 'text/calendar; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
};

/** Content types of the site's files by extension, for hosts that do not know them. */
export const siteTypes: readonly (readonly [extension: string, type: string])[] = Object.entries(pageTypes);

/** Whether a 404 should be a page: for a browser, outside the API. */
export const wantsPage = (url: string, accept: string | undefined): boolean =>
  !url.startsWith('/api/') && accept?.includes('text/html') === true;

export const notFoundPath = '/404.html';
export const tooManyPath = '/429.html';

/** The Content-Type of a published file. */
export function contentTypeOf(path: string): string {
  if (isPage(path)) return lookUp(pageTypes, path.slice(path.lastIndexOf('.') + 1)) ?? 'application/octet-stream';
  return documents.find((document) => basePath + document.path === path)?.contentType ?? 'application/json';
}

/** For a page sent by a runtime, in addition to the caching fields. */
export const pageHeaders: readonly { key: string; value: string }[] = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  // A page on disk has its policy in a <meta>, where frame-ancestors is not allowed.
  { key: 'Content-Security-Policy', value: `${pagePolicy}; frame-ancestors 'none'` },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
];

/** The same, as name, value, name, value ... */
export const pageFields: readonly string[] = pageHeaders.flatMap(({ key, value }) => [key, value]);

/** For a page on a static host. */
export const staticPageHeaders: typeof pageHeaders = [
  ...pageHeaders,
  { key: 'Cache-Control', value: 'public, max-age=300' },
];
