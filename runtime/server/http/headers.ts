/** Header fields of the contract, as name, value, name, value ... */
import { basePath } from '../../api/routes.ts';

/** On every answer. */
export const everyAnswer: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'Content-Location, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'Link',
  `<${basePath}/openapi.json>; rel="service-desc"; type="application/json", </>; rel="service-doc"; type="text/html"`,
];

/** On every answer with a body. */
export const everyBody: readonly string[] = ['Content-Type', 'application/json', ...everyAnswer];

/** On every 401 (RFC 9110 11.6.1): there is no registered scheme for a key in a separate header. */
export const challenge: readonly string[] = ['WWW-Authenticate', 'ApiKey realm="agent-cost", header="X-API-Key"'];

/** On the answer to OPTIONS, in addition to `Allow`. */
export const preflight = (allow: string): readonly string[] => [
  ...everyAnswer,
  'Allow',
  allow,
  'Access-Control-Allow-Methods',
  allow,
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, traceparent, tracestate, X-API-Key, X-RapidAPI-Host, X-RapidAPI-Key',
  'Access-Control-Max-Age',
  '7200',
];
