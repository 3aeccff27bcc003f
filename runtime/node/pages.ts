/** The pages beside the API, through serve-handler. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Pages that exist; everything else outside the API is a JSON 404. */
const pages = ['/', '/index.html'];

export const isPage = (url: string): boolean => pages.includes(url.split('?', 1)[0] as string);

const headers = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Cache-Control', value: 'public, max-age=300' },
  {
    key: 'Content-Security-Policy',
    value: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  },
];

/**
 * Sends a page. serve-handler 6.1.8 answers a POST with the file and leaks a file descriptor at every 304, so it is
 * asked only for GET and HEAD and never sees a conditional field.
 */
export async function sendPage(
  { publicDir }: { publicDir: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  delete request.headers['if-none-match'];
  delete request.headers['if-modified-since'];
  const { default: serveHandler } = await import('serve-handler'); // not needed for the first answer of the API
  await serveHandler(request, response, {
    public: publicDir,
    directoryListing: false,
    etag: true,
    headers: [{ source: '**', headers }],
  });
}
