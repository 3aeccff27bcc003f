/** The pages beside the API: which there are, and their header fields on every carrier. */

/** Pages that exist; everything else outside the API is a JSON 404. */
const pages = ['/', '/index.html'];

export const isPage = (url: string): boolean => pages.includes(url.split('?', 1)[0] as string);

export const pageHeaders: readonly { key: string; value: string }[] = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Cache-Control', value: 'public, max-age=300' },
  {
    key: 'Content-Security-Policy',
    value: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  },
];
