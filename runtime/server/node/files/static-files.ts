/**
 * The site's pages and the snapshots, sent by serve-handler. It is asked only for what is certain to be sent, with
 * methods of ours: its `lstat` and `createReadStream` read the build that was loaded, in the encoding that was negotiated.
 * Method, conditions and ranges are decided before, since version 6.1.8 answers a POST with the file, compares
 * If-None-Match as text, leaks the descriptor at every 304 and of every aborted download, and sends the whole file with
 * a 416.
 */
import type { IncomingMessage } from 'node:http';
import { finished, Readable } from 'node:stream';
import serveHandler from 'serve-handler';
import type { Exchange } from '../exchange.ts';

type Configuration = NonNullable<Parameters<typeof serveHandler>[2]>;
type Methods = NonNullable<Parameters<typeof serveHandler>[3]>;

/** The bytes of a file. */
export interface Content {
  /** How many. */
  size: number;
  /** The bytes that are sent, first and last included; null: all of them. */
  range: { first: number; last: number } | null;
  /** A stream of bytes, first and last included; it ends early when the response is closed. */
  open(first: number, last: number): Readable;
}

/** All of some bytes in memory. */
export const contentOf = (bytes: Uint8Array): Content => ({
  size: bytes.length,
  range: null,
  open: (first, last) => streamOf(bytes.subarray(first, last + 1)),
});

const streamOf = (bytes: Uint8Array): Readable =>
  new Readable({
    read() {
      this.push(bytes);
      this.push(null);
    },
  });

/** Fields that serve-handler adds by itself, and that our answers do not have unless they were set before. */
const unwanted = ['Accept-Ranges', 'Content-Disposition', 'Last-Modified'].map((key) => ({ key, value: null }));

/** Its paths are those of URLs, and all of them files; no file below `/` of the disk is ever looked at. */
const configuration = {
  public: '/',
  cleanUrls: false,
  headers: [{ source: '**', headers: unwanted }],
} as unknown as Configuration;

/**
 * Answers a GET or HEAD with `content`, the file of this path. `fields`: names and values of its header fields; those of
 * length and range are added. Resolves when the head is written; the body follows.
 */
export async function sendFile(
  exchange: Exchange,
  path: string,
  fields: readonly string[],
  content: Content,
): Promise<void> {
  const { request, response, method, requestId } = exchange;
  const { size, range } = content;
  // A condition or a field of its own would change the answer that has been decided on.
  const decided = Object.create(request, {
    url: { value: path },
    headers: { value: range === null ? {} : { range: `bytes=${range.first}-${range.last}` } },
  }) as IncomingMessage;
  const methods = {
    lstat: async () => ({ size, mtime: new Date(0), isDirectory: () => false, isSymbolicLink: () => false }),
    createReadStream(_path: string, { start = 0, end = size - 1 }: { start?: number; end?: number }): Readable {
      if (method === 'HEAD' || end < start) return streamOf(new Uint8Array());
      const stream = content.open(start, end);
      finished(response, () => stream.destroy()); // `pipe` would leave it open when the client goes away
      return stream;
    },
  };
  exchange.closeIfDraining();
  for (let i = 0; i < fields.length; i += 2) response.setHeader(fields[i] as string, fields[i + 1] as string);
  response.setHeader('X-Request-Id', requestId);
  await serveHandler(decided, response, configuration, methods as unknown as Methods);
  exchange.count('page', response.statusCode);
}
