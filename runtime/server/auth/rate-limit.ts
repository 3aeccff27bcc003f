/** Rate limits and the header fields that report them (draft-ietf-httpapi-ratelimit-headers). */
import { ApiError } from '../../core/schemas/api-error.ts';
import { type HttpResponse, refuse } from '../http/http-response.ts';

/** Default limit of the open tier. */
export const defaultLimit = '120/60';

/** `limit` requests in `seconds`, under a name that distinguishes it from the caller's other limits. */
export interface Policy {
  name: string;
  limit: number;
  seconds: number;
}

/** The count after a request. */
export interface Count {
  /** Requests in the sliding window, this one included; above the limit, it is refused. */
  used: number;
  /** Whole seconds, at least 1: until the current window ends or, for a refused request, until one is let through. */
  resetSeconds: number;
}

/** Counts requests; returns a promise unless it counts in memory. */
export interface Counter {
  hit(key: string, policy: Policy): Count | Promise<Count>;
}

/** The fields RateLimit-Policy and RateLimit, only for answers that no cache may keep. */
export const limitHeaders = ({ name, limit, seconds }: Policy, { used, resetSeconds }: Count): readonly string[] => [
  'RateLimit-Policy',
  `"${name}";q=${limit};w=${seconds}`,
  'RateLimit',
  `"${name}";r=${Math.max(0, limit - used)};t=${resetSeconds}`,
];

/** The 429 for a request above the limit, or null for one within it. */
export function tooMany(policy: Policy, count: Count): HttpResponse | null {
  const { limit, seconds } = policy;
  if (count.used <= limit) return null;
  const message = `More than ${limit} requests in ${seconds} seconds. Try again in ${count.resetSeconds} seconds.`;
  const retryAfter = ['Retry-After', String(count.resetSeconds)];
  return refuse(new ApiError('rate_limited', message), [...limitHeaders(policy, count), ...retryAfter]);
}

/** A limit written as REQUESTS/SECONDS, such as `120/60`, or null if it is malformed. */
export function readLimit(text: string): Pick<Policy, 'limit' | 'seconds'> | null {
  const [, limit, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/.exec(text) ?? [];
  return limit === undefined ? null : { limit: Number(limit), seconds: Number(seconds) };
}
