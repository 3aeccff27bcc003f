/** Who calls: the open tier, the holder of a key, or a marketplace acting for its user. */

import { ApiError } from '../../core/schemas/api-error.ts';
import { lookUp } from '../../core/values/look-up.ts';
import type { Counted, Policy } from '../rate-limit/rate-limit.ts';

/** A marketplace proxy: its user header is trusted only with its secret. Add a new one as a row here. */
export interface Marketplace {
  name: string;
  secretHeader: string;
  userHeader: string;
  planHeader: string;
}

export const marketplaces: readonly Marketplace[] = [
  {
    name: 'RapidAPI',
    secretHeader: 'x-rapidapi-proxy-secret',
    userHeader: 'x-rapidapi-user',
    planHeader: 'x-rapidapi-subscription',
  },
];

/** Header fields that may carry a key or a secret. */
export const credentialHeaders: readonly string[] = [
  'x-api-key',
  ...marketplaces.map(({ secretHeader }) => secretHeader),
];

/** A key as stored: only its SHA-256 is known. */
export interface StoredKey {
  id: string;
  plan: Policy;
  sha256: Uint8Array;
  /** When it expires, in milliseconds since 1970; null: never. */
  expiresAt: number | null;
}

/** The settings that decide who may call; replaced as a whole on reload. */
export interface Access {
  /** Whether a call without a key is answered. */
  openTier: boolean;
  /** The limit of the open tier; null: off. */
  open: Policy | null;
  /** By the hex SHA-256 of each secret; a key that was rotated has several. */
  keys: ReadonlyMap<string, StoredKey>;
  /** SHA-256 of each secret in force, by marketplace name; two at once during rotation. */
  secrets: ReadonlyMap<string, readonly Uint8Array[]>;
  sha256: (text: string) => Uint8Array;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** How many keys there are: fewer than secrets while one that was rotated has two. */
export const keyCount = ({ keys }: Access): number => new Set([...keys.values()].map(({ id }) => id)).size;

type Headers = Partial<Record<string, string>>;

/**
 * What a caller's requests are counted under (null: nothing), or a refusal. A wrong key or secret is refused even in the open tier: its owner expects it to work.
 * `address` is the client's, an IPv6 address cut to its /64.
 */
function callerOf(access: Access, headers: Headers, address: string): Counted | null | ApiError {
  for (const market of marketplaces) {
    const secret = lookUp(headers, market.secretHeader);
    if (secret === undefined) continue;
    if (isSecretOf(access, market, secret)) return null; // the marketplace meters
    return new ApiError('invalid_api_key', `${market.secretHeader}: the proxy secret is not valid.`);
  }
  const key = headers['x-api-key'];
  if (key !== undefined) {
    const stored = keyOf(access, key);
    if (stored === null) return new ApiError('invalid_api_key', 'X-API-Key: the key is not valid.');
    if (stored.expiresAt !== null && stored.expiresAt <= access.now()) {
      return new ApiError('invalid_api_key', `X-API-Key: the key expired on ${isoSeconds(stored.expiresAt)}.`);
    }
    return { key: `key:${stored.id}`, policy: stored.plan };
  }
  if (!access.openTier) return new ApiError('missing_api_key', 'Send a key in the header X-API-Key.');
  return openLimit(access, address);
}

export interface Admission {
  refusal: ApiError | null;
  /** Null: the request is not counted. */
  counted: Counted | null;
}

/**
 * The refusal of a request, if any, and what the request is counted under. A preflight cannot carry a key: OPTIONS counts
 * like a call without one. So does a wrong key, so that keys cannot be guessed at full speed.
 */
export function admissionOf(access: Access, method: string, headers: Headers, address: string): Admission {
  if (method === 'OPTIONS') return { refusal: null, counted: openLimit(access, address) };
  const caller = callerOf(access, headers, address);
  if (caller instanceof ApiError) return { refusal: caller, counted: openLimit(access, address) };
  return { refusal: null, counted: caller };
}

/** What an address is counted under in the open tier: itself, which never looks like `key:ID`. */
export const openLimit = ({ open }: Access, address: string): Counted | null =>
  open === null ? null : { key: address, policy: open };

function isSecretOf(access: Access, market: Marketplace, secret: string): boolean {
  const given = access.sha256(secret);
  let matches = false;
  for (const expected of access.secrets.get(market.name) ?? []) {
    if (sameBytes(expected, given)) matches = true;
  }
  return matches;
}

/**
 * The map is searched by the hash of the key, which a caller cannot steer byte by byte, so the time of the search
 * reveals nothing about a key; the comparison itself takes the same time wherever the bytes differ.
 */
function keyOf(access: Access, key: string): StoredKey | null {
  const given = access.sha256(key);
  const stored = access.keys.get(hex(given));
  return stored !== undefined && sameBytes(stored.sha256, given) ? stored : null;
}

/** A time in UTC without fractions of a second, such as 2027-01-31T00:00:00Z. */
export const isoSeconds = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Compares in constant time for a given length. */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] ?? 0);
  return difference === 0;
}
