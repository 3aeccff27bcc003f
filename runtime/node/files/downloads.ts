/** The snapshots beside the API, through serve-handler, which knows ranges. */
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';

/** The only names there are, so that no path leads anywhere else. */
const download =
  /^\/snapshot\/(agent-cost-[\w-]+\.tar\.gz(?:\.tsr)?|snapshots\.json|public-key\.pem|allowed_signers)(\?|$)/;

const headers = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Access-Control-Allow-Origin', value: '*' },
  { key: 'Cache-Control', value: 'public, max-age=300' },
];

/** Whether there is a snapshot file under this URL. A missing one is left to the API: serve-handler's 404 is HTML. */
export function isDownload(publicDir: string, url: string): boolean {
  const name = download.exec(url)?.[1];
  return name !== undefined && existsSync(join(dirname(publicDir), 'snapshot', name));
}

/** Sends it to a GET or HEAD, whole or in part; never a 304, at which serve-handler leaves a descriptor open. */
export async function sendDownload(
  publicDir: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  delete request.headers['if-none-match'];
  delete request.headers['if-modified-since'];
  // serve-handler does not know If-Range: the whole file is always a right answer to it (RFC 9110 13.1.5).
  if (request.headers['if-range'] !== undefined) delete request.headers.range;
  const { default: serveHandler } = await import('serve-handler');
  await serveHandler(request, response, {
    public: dirname(publicDir),
    directoryListing: false,
    cleanUrls: false,
    etag: true,
    headers: [{ source: '**', headers }],
  });
}
