/** The pages beside the API: where their files are, and their header fields on every carrier. */

import { documents } from '../core/api/routes/documents.ts';
import { basePath } from '../core/api/routes.ts';

/** Files of the site at the root, and the folders of the others; everything else outside the API is a 404. */
export const siteFiles = [
  ...['/index.html', '/models.html', '/measured.html', '/tokens.html', '/log.html', '/404.html'],
  ...['/robots.txt', '/sitemap.xml'],
];
export const siteFolders = ['/models/', '/measured/', '/docs/', '/assets/'];

/** Whether a URL is of the site, by its path alone; whether the file exists is up to the published files. */
export function isPage(url: string): boolean {
  if (url.startsWith(basePath)) return false; // first, since nearly every request is for the API
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return path === '/' || siteFiles.includes(path) || siteFolders.some((folder) => path.startsWith(folder));
}

const pageTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
};

/** The types of the site's files by the end of their names, for hosts that do not know them. */
export const siteTypes: readonly (readonly [extension: string, type: string])[] = Object.entries(pageTypes);

/** Whether somebody who gets a 404 wants to read a page: a browser outside of the API. */
export const wantsPage = (url: string, accept: string | undefined): boolean =>
  !url.startsWith('/api/') && accept?.includes('text/html') === true;

export const notFoundPath = '/404.html';

/** The Content-Type of a published file. */
export function contentTypeOf(path: string): string {
  if (isPage(path)) return pageTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return documents.find((document) => basePath + document.path === path)?.contentType ?? 'application/json';
}

/**
 * What a page may load: its own scripts, styles and pictures, and a worker made from them. Of `closedPolicy` connect-src
 * falls back to 'none', so no script can send anything anywhere: what a user drops or pastes on the page stays there.
 */
export const closedPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'";

/** Of the other pages: tools of browsers, Lighthouse among them, read robots.txt in the name of a page. */
export const pagePolicy = `${closedPolicy}; connect-src 'self'`;

/** Of a page on a runtime, beside those about caching. */
export const pageHeaders: readonly { key: string; value: string }[] = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  // A page on disk has its policy in a <meta>, where frame-ancestors is not allowed.
  { key: 'Content-Security-Policy', value: `${pagePolicy}; frame-ancestors 'none'` },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
];

/** The same raw, as name, value, name, value ... */
export const pageFields: readonly string[] = pageHeaders.flatMap(({ key, value }) => [key, value]);

/** Of a page on a static host. */
export const staticPageHeaders: typeof pageHeaders = [
  ...pageHeaders,
  { key: 'Cache-Control', value: 'public, max-age=300' },
];
