/** Header fields of the contract, as name, value, name, value ... */
import { basePath } from '../core/api/routes.ts';

/** On every answer. */
export const everyAnswer: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'Content-Location, ETag, Link, RateLimit, RateLimit-Policy, Retry-After',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'Link',
  `<${basePath}/openapi.json>; rel="service-desc"; type="application/json", </>; rel="service-doc"; type="text/html"`,
];

/** On every answer with a body. */
export const everyBody: readonly string[] = ['Content-Type', 'application/json', ...everyAnswer];

/** Five minutes in the browser, a day on the CDN, which may serve a stale answer while it asks or when it cannot. */
export const cacheControl = 'public, max-age=300, s-maxage=86400, stale-while-revalidate=86400, stale-if-error=604800';

/** On the answer to OPTIONS, beside `Allow`. */
export const preflight = (allow: string): readonly string[] => [
  ...everyAnswer,
  'Allow',
  allow,
  'Access-Control-Allow-Methods',
  allow,
  'Access-Control-Allow-Headers',
  'Content-Type, If-None-Match, X-API-Key, X-RapidAPI-Host, X-RapidAPI-Key',
  'Access-Control-Max-Age',
  '7200',
];
