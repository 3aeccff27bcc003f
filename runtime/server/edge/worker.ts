/**
 * The same answers from an edge worker: files come from the platform's assets, POST is computed here.
 * `build/output/bundle.ts` generates the entry from it: `export default worker(published)`.
 */
import { ApiError } from '../../core/schemas/api-error.ts';
import { type Access, admissionOf, credentialHeaders } from '../auth/auth.ts';
import type { Published } from '../http/dist-format.ts';
import { Freshness } from '../http/freshness.ts';
import { type HttpResponse, refuse, withoutBody } from '../http/http-response.ts';
import { computed } from '../http/post.ts';
import { answerTo } from '../http/respond.ts';
import { Site } from '../http/site.ts';
import { bodyTooLarge, maxBodyBytes } from '../http/size-limits.ts';
import { MemoryCounter } from '../rate-limit/memory-counter.ts';
import { limitHeaders, networkOf, tooMany } from '../rate-limit/rate-limit.ts';
import { type AccessVariables, accessFrom, digestsOf } from './access.ts';
import { type AssetStore, type Assets, storeOf } from './assets.ts';

export interface Environment extends AccessVariables {
  /** The binding to `dist/public`. */
  ASSETS: Assets;
}

/** State that lives as long as the isolate: everything that does not change from request to request. */
interface Isolate {
  site: Site;
  store: AssetStore;
  counter: MemoryCounter;
  access: Access;
  freshness: Freshness;
}

export interface Worker {
  fetch(request: Request, environment: Environment): Promise<Response>;
}

export function worker(published: Published): Worker {
  let isolate: Promise<Isolate> | undefined;
  return {
    async fetch(request, environment) {
      const requestId = crypto.randomUUID();
      try {
        isolate ??= start(published, environment).catch((error) => {
          isolate = undefined; // a wrong setting is not cached but read again
          throw error;
        });
        const { reply, encoded } = await answer(await isolate, request, environment);
        return response(request.method === 'HEAD' ? withoutBody(reply) : reply, requestId, encoded);
      } catch (error) {
        console.error(requestId, request.method, error);
        const refusal = new ApiError('internal', `Something failed on our side; it is logged as ${requestId}.`);
        return response(refuse(refusal), requestId);
      }
    },
  };
}

async function start(published: Published, environment: Environment): Promise<Isolate> {
  const store = storeOf(published);
  const access = await accessFrom(environment);
  return {
    site: new Site(store),
    store,
    // An isolate knows nothing of the others: a platform's own rate limit is the hard one.
    counter: new MemoryCounter(() => Date.now()),
    access,
    freshness: new Freshness(published.nextPriceChange, access.openTier ? null : credentialHeaders),
  };
}

/** `encoded`: the body is already compressed. */
async function answer(
  { site, store, counter, access, freshness }: Isolate,
  request: Request,
  { ASSETS }: Environment,
): Promise<{ reply: HttpResponse; encoded?: boolean }> {
  const { method } = request;
  const url = request.url.slice(request.url.indexOf('/', 'https://'.length));
  const headers = headersOf(request);
  const address = networkOf(headers['cf-connecting-ip'] ?? '');
  const digests = await digestsOf(headers);
  const { refusal, counted } = admissionOf({ ...access, sha256: digests }, method, headers, address);
  const tally = counted && { policy: counted.policy, count: counter.hit(counted.key, counted.policy) };
  const over = tally && tooMany(tally);
  if (over) return { reply: over };
  // Never on an answer that a cache may keep.
  const fields = tally && method === 'POST' ? limitHeaders(tally) : [];
  if (refusal) return { reply: refuse(refusal, fields) };
  const caching = freshness.current();

  // The core reads files synchronously, so a file that is missing is fetched first and the request answered again.
  const reply = await store.withFiles(ASSETS, request.url, () =>
    answerTo(site, { method, url, headers, caching }, fields),
  );
  if (reply !== 'compute') return { reply, encoded: true };
  const body = await readBody(request);
  if (body instanceof ApiError) return { reply: refuse(body, fields) };
  return { reply: computed(site, url, body, fields) };
}

/** The body, or a refusal when it is larger than `maxBodyBytes`. */
async function readBody(request: Request): Promise<Uint8Array | ApiError> {
  if (Number(request.headers.get('content-length')) > maxBodyBytes) return bodyTooLarge();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    size += value.length;
    if (size > maxBodyBytes) {
      await reader?.cancel();
      return bodyTooLarge();
    }
    chunks.push(value);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/** Header fields by lower-case name, as the core expects them. */
function headersOf({ headers, cf }: Request & { cf?: { clientAcceptEncoding?: string } }) {
  const fields: Partial<Record<string, string>> = {};
  headers.forEach((value, name) => {
    fields[name] = value;
  });
  // Cloudflare sends us "gzip, br" whatever the client accepts; clientAcceptEncoding is what the client sent.
  if (cf?.clientAcceptEncoding !== undefined) fields['accept-encoding'] = cf.clientAcceptEncoding;
  return fields;
}

function response({ status, headers, body }: HttpResponse, requestId: string, encoded = false): Response {
  const fields = new Headers({ 'X-Request-Id': requestId });
  for (let i = 0; i < headers.length; i += 2) fields.append(headers[i] as string, headers[i + 1] as string);
  // encodeBody: the platform must not compress a body that already has a Content-Encoding.
  const manual = encoded && fields.has('content-encoding') ? { encodeBody: 'manual' } : {};
  return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers: fields, ...manual });
}
