/** Rate limits: what a request is counted under, the 429, and the fields that report both (draft-ietf-httpapi-ratelimit-headers). */
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

/** What a request is counted under. */
export interface Counted {
  /** `key:ID`, or the network of an address. */
  key: string;
  policy: Policy;
}

/** A limit and the count of a request under it. */
export interface Tally {
  policy: Policy;
  count: Count;
}

/** The fields RateLimit-Policy and RateLimit, only for answers that no cache may keep. */
export const limitHeaders = ({ policy: { name, limit, seconds }, count }: Tally): readonly string[] => [
  'RateLimit-Policy',
  `"${name}";q=${limit};w=${seconds}`,
  'RateLimit',
  `"${name}";r=${Math.max(0, limit - count.used)};t=${count.resetSeconds}`,
];

/** The 429 for a request above the limit, or null for one within it. */
export function tooMany(tally: Tally): HttpResponse | null {
  const { limit, seconds } = tally.policy;
  const { used, resetSeconds } = tally.count;
  if (used <= limit) return null;
  const message = `More than ${limit} requests in ${seconds} seconds. Try again in ${resetSeconds} seconds.`;
  const retryAfter = ['Retry-After', String(resetSeconds)];
  return refuse(new ApiError('rate_limited', message), [...limitHeaders(tally), ...retryAfter]);
}

/** A limit written as REQUESTS/SECONDS, such as `120/60`, or null if it is malformed. */
export function readLimit(text: string): Pick<Policy, 'limit' | 'seconds'> | null {
  const [, limit, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/.exec(text) ?? [];
  return limit === undefined ? null : { limit: Number(limit), seconds: Number(seconds) };
}

/** The form in which an address is counted: IPv4 whole, IPv6 cut to its /64 (a household has at least that much). */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  if (tail !== undefined) while (groups.length + after.length < 8) groups.push('0');
  const network = [...groups, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

/** The /48 of a network written `a:b:c:d::/64`: what one site or rented server usually has. null: none. */
export function siteOf(network: string): string | null {
  const [, site] = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network) ?? [];
  return site === undefined ? null : `${site}::/48`;
}

/** The networks of a /48 together have this many times the limit of one /64: its owner has 65,536 of them. */
const networksPerSite = 16;

/** Counts a request; one from a /64 also for its /48. Returns the exhausted limit, or else its own. */
export function countRequest(counter: Counter, counted: Counted): Tally | Promise<Tally> {
  const { key, policy } = counted;
  const site = key.endsWith('::/64') ? siteOf(key) : null;
  if (site !== null) return countTwice(counter, counted, site);
  const count = counter.hit(key, policy);
  return count instanceof Promise ? count.then((count) => ({ policy, count })) : { policy, count };
}

async function countTwice(counter: Counter, { key, policy }: Counted, site: string): Promise<Tally> {
  const { name, limit, seconds } = policy;
  const network: Tally = { policy, count: await counter.hit(key, policy) };
  if (network.count.used > limit) return network;
  const ofSite: Policy = { name: `${name}-48`, limit: networksPerSite * limit, seconds };
  const count = await counter.hit(site, ofSite);
  return count.used > ofSite.limit ? { policy: ofSite, count } : network;
}
