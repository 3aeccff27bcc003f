/** The snapshots next to the API, whole or in part. */

import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ApiError } from '../../../core/schemas/api-error.ts';
import { lookUp } from '../../../core/values/look-up.ts';
import { outcomeOf } from '../../http/conditional.ts';
import { everyAnswer } from '../../http/headers.ts';
import { type HttpResponse, methodNotAllowed, refuse } from '../../http/http-response.ts';
import type { Exchange } from '../exchange.ts';
import { folderOf, nameIn } from './download-names.ts';
import { expectSound, sha256Of, UnsoundSnapshot } from './sound-snapshots.ts';
import { type Content, sendFile } from './static-files.ts';

const types: Record<string, string> = { gz: 'application/gzip', json: 'application/json' };

/** Answers a request for a snapshot file. Rejects if it cannot be read. */
export async function sendDownload(exchange: Exchange): Promise<void> {
  const { method, url, response, service } = exchange;
  if (method !== 'GET' && method !== 'HEAD') {
    return exchange.send('api', refuse(methodNotAllowed(method, 'GET, HEAD'), ['Allow', 'GET, HEAD']));
  }
  // Waits for its turn on the connection, so that a queue of requests does not open a file for each.
  if (exchange.isQueued) await once(response, 'socket');
  const dir = folderOf(service.publicDir);
  const name = nameIn(url) ?? '';
  const handle = await open(join(dir, name));
  try {
    const answer = await answerFrom(handle, dir, name, exchange);
    if (!('content' in answer)) return exchange.send('page', answer);
    await sendFile(exchange, `/snapshot/${name}`, answer.fields, answer.content);
    await finished(response).catch(() => {}); // the client may go away
  } finally {
    await handle.close();
  }
}

/** What to send of an open snapshot file: bytes of it and their header fields, or another answer. */
async function answerFrom(
  handle: FileHandle,
  dir: string,
  name: string,
  { method, headers, response, service }: Exchange,
): Promise<HttpResponse | { fields: readonly string[]; content: Content }> {
  const stats = await handle.stat();
  if (!stats.isFile()) return refuse(new ApiError('not_found', `There is no file ${name}.`));
  const sha256 = await sha256Of(join(dir, name), handle, stats);
  await expectSound(dir, name, sha256);
  const etag = `"${sha256.slice(0, 32)}"`;
  const caching = service.state.freshness.current();
  const fields = [...everyAnswer, ...caching.page, 'ETag', etag, 'Accept-Ranges', 'bytes'];

  const outcome = outcomeOf(headers, etag);
  if (outcome === 'not modified') return { status: 304, headers: fields, body: null };
  if (outcome === 'failed') {
    return refuse(new ApiError('precondition_failed', `If-Match: the tag is ${etag}, which did not come.`));
  }
  const { size } = stats;
  // Ranges are for GET only (RFC 9110 14.2).
  const bytes = method === 'GET' ? bytesAsked(headers.range, headers['if-range'], etag, size) : 'whole';
  if (bytes === null) {
    const refusal = new ApiError('range_not_satisfiable', `Range: the file has ${size} bytes.`);
    return refuse(refusal, ['Content-Range', `bytes */${size}`]);
  }
  fields.push('Content-Type', lookUp(types, name.split('.').at(-1) ?? '') ?? 'text/plain; charset=utf-8');
  const range = bytes === 'whole' ? null : bytes;
  return { fields, content: { size, range, open: (first, last) => readFrom(handle, first, last, response) } };
}

/** A client waits for all bytes of the Content-Length: if the file has been cut short since, its connection ends. */
function readFrom(handle: FileHandle, first: number, last: number, response: ServerResponse): Readable {
  const stream = handle.createReadStream({ start: first, end: last, autoClose: false });
  stream.once('error', () => response.destroy());
  stream.once('end', () => {
    if (stream.bytesRead <= last - first) response.destroy();
  });
  return stream;
}

/** The answer when the archives and their list do not match; null for any other error. */
export const unsoundReply = (error: unknown): HttpResponse | null =>
  error instanceof UnsoundSnapshot
    ? refuse(new ApiError('unavailable', 'The snapshots and their list do not agree; the log says where.'))
    : null;

/** The bytes asked for, first and last included; `whole`: no range that can be served; null: outside the file. */
type Bytes = { first: number; last: number } | 'whole' | null;

/**
 * RFC 9110 14: what to send of a file of `size` bytes with the strong tag `etag`. Ignored, as a server may ignore any range: unknown
 * units, several ranges in one field, malformed ranges, and a range whose If-Range is not exactly this tag.
 */
export function bytesAsked(range: string | undefined, ifRange: string | undefined, etag: string, size: number): Bytes {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'whole';
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (from === '' && to === '') return 'whole';
  const end = size - 1;
  if (from === '') return Number(to) === 0 || size === 0 ? null : { first: Math.max(0, size - Number(to)), last: end };
  if (to !== '' && Number(to) < Number(from)) return 'whole'; // not a range
  if (Number(from) > end) return null;
  return { first: Number(from), last: to === '' ? end : Math.min(end, Number(to)) };
}
