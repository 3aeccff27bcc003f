/** How much a caller may ask, and how it is told (draft-ietf-httpapi-ratelimit-headers). */

/** `limit` requests in `seconds`, under a name the caller can tell from others. */
export interface Policy {
  name: string;
  limit: number;
  seconds: number;
}

/** Requests counted in the running window, this one included, and the seconds until it ends (whole, at least 1). */
export interface Count {
  used: number;
  resetSeconds: number;
}

/** Counts requests; in memory at once, elsewhere with a promise. */
export interface Counter {
  hit(key: string, policy: Policy): Count | Promise<Count>;
}

/** The fields RateLimit-Policy and RateLimit, for answers that no cache may keep. */
export const limitHeaders = ({ name, limit, seconds }: Policy, { used, resetSeconds }: Count): readonly string[] => [
  'RateLimit-Policy',
  `"${name}";q=${limit};w=${seconds}`,
  'RateLimit',
  `"${name}";r=${Math.max(0, limit - used)};t=${resetSeconds}`,
];

export const isOver = (policy: Policy, { used }: Count): boolean => used > policy.limit;

/** A limit written as REQUESTS/SECONDS, such as `120/60`, or null where it is not. */
export function readLimit(text: string): Pick<Policy, 'limit' | 'seconds'> | null {
  const [, limit, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/.exec(text) ?? [];
  return limit === undefined ? null : { limit: Number(limit), seconds: Number(seconds) };
}
