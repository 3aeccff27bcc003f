/** The pages beside the API: which there are, and their header fields on every carrier. */

/** Pages that exist; everything else outside the API is a JSON 404. */
const pages = ['/', '/index.html'];

export function isPage(url: string): boolean {
  const query = url.indexOf('?');
  return pages.includes(query < 0 ? url : url.slice(0, query));
}

/** Of a page on a runtime, beside those about caching. */
export const pageHeaders: readonly { key: string; value: string }[] = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  {
    key: 'Content-Security-Policy',
    value: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  },
];

/** Of a page on a static host. */
export const staticPageHeaders: typeof pageHeaders = [
  ...pageHeaders,
  { key: 'Cache-Control', value: 'public, max-age=300' },
];
