/**
 * The snapshots next to the API, whole or in part. No library does this correctly: serve-handler sends the whole file
 * with a 416, refuses units it does not know, and leaks the descriptor of every aborted download; sirv gives an archive
 * the Content-Encoding of its name and reads `items=0-1` as a range.
 */
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../../../core/schemas/api-error.ts';
import { outcomeOf } from '../../http/conditional.ts';
import type { CachingFields } from '../../http/freshness.ts';
import { everyAnswer } from '../../http/headers.ts';
import { type HttpResponse, refuse } from '../../http/http-response.ts';
import { bytesAsked } from '../../http/range.ts';
import { expectSound, sha256Of, UnsoundSnapshot } from './sound-snapshots.ts';

/** The only names that exist, so that no path can lead anywhere else. */
const download =
  /^\/snapshot\/(agent-cost-[\w-]+\.tar\.gz(?:\.tsr)?|snapshots\.json|public-key\.pem|allowed_signers)(\?|$)/;

const types: Record<string, string> = { gz: 'application/gzip', json: 'application/json' };

const folderOf = (publicDir: string): string => join(dirname(publicDir), 'snapshot');

/** Whether a snapshot file exists at this URL. A missing one is left to the API. */
export function isDownload(publicDir: string, url: string): boolean {
  const name = download.exec(url)?.[1];
  return name !== undefined && existsSync(join(folderOf(publicDir), name));
}

/** The answer to a GET or HEAD: a reply and, if its body comes from the file, which bytes of it. */
export interface Download {
  reply: HttpResponse;
  /** Null: the reply has no body from the file. The caller must send or close it. */
  content: { handle: FileHandle; first: number; last: number } | null;
}

/** Rejects if the file cannot be read. `caching`: the caching fields of an answer sent now. */
export async function openDownload(
  publicDir: string,
  url: string,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  caching: CachingFields,
): Promise<Download> {
  const dir = folderOf(publicDir);
  const name = download.exec(url)?.[1] ?? '';
  const path = join(dir, name);
  const handle = await open(path);
  let isTaken = false;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return whole(refuse(new ApiError('not_found', `There is no file ${name}.`)));
    const sha256 = await sha256Of(path, handle, stats);
    await expectSound(dir, name, sha256);
    const etag = `"${sha256.slice(0, 32)}"`;
    const fields = [...everyAnswer, ...caching.page, 'ETag', etag, 'Accept-Ranges', 'bytes'];

    const outcome = outcomeOf(headers as Record<string, string>, etag);
    if (outcome === 'not modified') return whole({ status: 304, headers: fields, body: null });
    if (outcome === 'failed') {
      return whole(refuse(new ApiError('precondition_failed', `If-Match: the tag is ${etag}, which did not come.`)));
    }
    const { range, 'if-range': ifRange } = headers;
    // Ranges are for GET only (RFC 9110 14.2).
    const bytes = method === 'GET' ? bytesAsked(range, ifRange as string | undefined, etag, stats.size) : 'whole';
    if (bytes === null) {
      const refusal = new ApiError('range_not_satisfiable', `Range: the file has ${stats.size} bytes.`);
      return whole(refuse(refusal, ['Content-Range', `bytes */${stats.size}`]));
    }
    const { first, last } = bytes === 'whole' ? { first: 0, last: stats.size - 1 } : bytes;
    fields.push('Content-Type', types[name.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8');
    fields.push('Content-Length', String(last - first + 1));
    if (bytes !== 'whole') fields.push('Content-Range', `bytes ${first}-${last}/${stats.size}`);
    const reply: HttpResponse = { status: bytes === 'whole' ? 200 : 206, headers: fields, body: null };
    if (method !== 'GET' || last < first) return whole(reply);
    isTaken = true;
    return { reply, content: { handle, first, last } };
  } finally {
    if (!isTaken) await handle.close();
  }
}

const whole = (reply: HttpResponse): Download => ({ reply, content: null });

/** The answer when the archives and their list do not match; null for any other error. */
export const unsoundReply = (error: unknown): HttpResponse | null =>
  error instanceof UnsoundSnapshot
    ? refuse(new ApiError('unavailable', 'The snapshots and their list do not agree; the log says where.'))
    : null;

/** Sends the body of an answer whose head is written. Closes the file when either side ends the response. */
export async function sendContent(content: NonNullable<Download['content']>, response: ServerResponse): Promise<void> {
  const { handle, first, last } = content;
  try {
    const wanted = last - first + 1;
    await pipeline(handle.createReadStream({ start: first, end: last }), (parts) => allOf(parts, wanted), response);
  } catch {
    response.destroy(); // the client went away, or the file cannot be read to its end
  } finally {
    await handle.close().catch(() => {});
  }
}

/** A client waits for all bytes of the Content-Length: if the file has been cut short since, its connection ends. */
async function* allOf(parts: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const part of parts) {
    read += part.length;
    yield part;
  }
  if (read < bytes) throw new Error(`${bytes - read} bytes are missing`);
}
