/**
 * A request of the contract, and the answer required of every carrier of the API. Nothing here is platform-specific.
 */
import { pagePolicy } from '../../runtime/api/page-policy.ts';

/** What a header field must be; null: absent. */
export type Expected = string | RegExp | null;

export interface ContractRequest {
  /** A sentence, unique in the list. */
  name: string;
  method: string;
  /** Path and query, sent verbatim. */
  path: string;
  /** `{etag}`, `{etag:gzip}`, `{etag:br}` are replaced by the tag that a GET of the same path returns. */
  headers?: Record<string, string>;
  body?: string;
  expect: {
    status: number;
    /** `error.code`, if the answer is a refusal. */
    code?: string;
    /** What `error.message` must match. */
    message?: RegExp;
    /** In addition to those of `headersOf`, by lower-case name. */
    headers?: Record<string, Expected>;
    /** Published file below `/api/v1` that the decoded body must equal. */
    file?: string;
    /** Published schema that the body must satisfy. */
    schema?: string;
  };
}

export const basePath = '/api/v1';

/** The runner accepts this key and this proxy secret. The key's plan: 600 requests in 60 seconds. */
export const contractKey = 'ac_the-key-of-the-contract';
export const contractSecret = 'the-proxy-secret-of-the-contract';
export const contractPlan = { name: 'pro', limit: 600, seconds: 60 };

/** The limit the runner sets for the open tier. */
export const contractLimit = { limit: 100_000, seconds: 60 };

const strongEtag = /^"[^"]+"$/;
const policyField = ({ name, limit, seconds }: typeof contractPlan) => `"${name}";q=${limit};w=${seconds}`;
const limitField = (name: string) => new RegExp(`^"${name}";r=\\d+;t=\\d+$`);
const openPolicy = { name: 'open', ...contractLimit };

const onEvery: Record<string, Expected> = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Location, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
  link: '</api/v1/openapi.json>; rel="service-desc"; type="application/json", </>; rel="service-doc"; type="text/html"',
};

const cacheable: Record<string, Expected> = {
  etag: strongEtag,
  // The numbers decrease when a price change is near.
  'cache-control': /^public, max-age=\d+, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=604800$/,
  'cdn-cache-control': /^public, max-age=\d+, stale-while-revalidate=\d+, stale-if-error=604800$/,
  vary: 'Accept-Encoding',
};

/** A page outside the API. */
const onPage: Record<string, Expected> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': `${pagePolicy}; frame-ancestors 'none'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'public, max-age=300',
  'content-type': 'text/html; charset=utf-8',
  'content-length': /^\d+$/,
  vary: 'Accept-Encoding',
  etag: strongEtag,
};

const allowedOn = (path: string) =>
  [`${basePath}/estimate`, `${basePath}/advice`].includes(path.split('?')[0] ?? '')
    ? 'GET, HEAD, POST, OPTIONS'
    : 'GET, HEAD, OPTIONS';

/**
 * Every header field required in the answer to a request of the list. Fields of the connection (Date, Connection,
 * Keep-Alive) are up to the carrier.
 */
export function headersOf({ method, path, expect: { status, headers } }: ContractRequest): Record<string, Expected> {
  if (status === 200 && !path.startsWith(`${basePath}/`)) return onPage;
  const json = { 'content-type': 'application/json', 'content-length': /^\d+$/ };
  const computed = method === 'POST' && allowedOn(path).includes('POST');
  const limited = { 'ratelimit-policy': policyField(openPolicy), ratelimit: limitField('open') };
  const acceptPost = allowedOn(path).includes('POST') && { 'accept-post': 'application/json' };
  const byKind = (): Record<string, Expected> => {
    if (status === 308) return { 'content-length': '0' };
    if (status === 304) return cacheable;
    if (status === 204) {
      return {
        allow: allowedOn(path),
        'access-control-allow-methods': allowedOn(path),
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, traceparent, tracestate, X-API-Key, X-RapidAPI-Host, X-RapidAPI-Key',
        'access-control-max-age': '7200',
        ...acceptPost,
      };
    }
    if (status === 200) {
      if (computed) return { ...json, 'cache-control': 'no-store', ...limited };
      return { ...json, ...cacheable };
    }
    return {
      ...json,
      'cache-control': 'no-store',
      ...(computed && limited),
      ...(status === 401 && { 'www-authenticate': 'ApiKey realm="agent-cost", header="X-API-Key"' }),
      ...(status === 405 && { allow: allowedOn(path) }),
      ...(status === 415 && acceptPost),
    };
  };
  return { ...onEvery, ...byKind(), ...headers };
}
