/** Schema of the operator's keys file. It contains only the SHA-256 of each key. */

import type { FromSchema } from 'json-schema-to-ts';
import { lookUp } from '../../core/values/look-up.ts';
import type { Policy } from '../rate-limit/rate-limit.ts';
import type { StoredKey } from './auth.ts';

/** Ids of keys and names of plans: safe to show unescaped in a log, a header field or a terminal. */
export const slug = /^[A-Za-z0-9._-]{1,64}$/;

const limitSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['limit', 'seconds'],
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 999_999_999, description: 'Requests in a window.' },
    seconds: { type: 'integer', minimum: 1, maximum: 86400, description: 'Length of the window.' },
  },
} as const;

const sha256Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const momentSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
  description: 'From this moment on the key, or the earlier secret, is refused.',
} as const;

export const keysFile = {
  type: 'object',
  additionalProperties: false,
  required: ['plans', 'keys'],
  properties: {
    plans: { type: 'object', propertyNames: { pattern: slug.source }, additionalProperties: limitSchema },
    keys: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'sha256', 'createdOn'],
        properties: {
          id: { type: 'string', pattern: slug.source },
          plan: { type: 'string', description: 'The plan whose limit the key has.' },
          limit: { ...limitSchema, description: 'Its own limit; a key has either this or a plan.' },
          sha256: sha256Schema,
          createdOn: { type: 'string' },
          expiresAt: momentSchema,
          previous: {
            type: 'array',
            description: 'Secrets that were rotated out and are still accepted.',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['sha256', 'expiresAt'],
              properties: { sha256: sha256Schema, expiresAt: momentSchema },
            },
          },
        },
      },
    },
  },
} as const;

export type KeysFile = FromSchema<typeof keysFile>;
export type KeyEntry = KeysFile['keys'][number];

/** What the schema cannot express, as the rest of a sentence that begins with the file; null: no contradiction. */
export function contradictionIn({ plans, keys }: KeysFile): string | null {
  const ids = new Set<string>();
  const digests = new Set<string>();
  for (const { id, plan, limit, sha256, expiresAt, previous = [] } of keys) {
    if (ids.has(id)) return `has two keys called ${id}`;
    ids.add(id);
    if ((plan === undefined) === (limit === undefined))
      return `must give key ${id} either a plan or a limit of its own`;
    if (plan !== undefined && !Object.hasOwn(plans, plan)) return `gives key ${id} a plan that it does not define`;
    for (const secret of [{ sha256, expiresAt }, ...previous]) {
      if (digests.has(secret.sha256)) return `has the secret of key ${id} twice`;
      digests.add(secret.sha256);
      if (secret.expiresAt !== undefined && Number.isNaN(Date.parse(secret.expiresAt))) {
        return `lets key ${id} expire on a day that does not exist`;
      }
    }
  }
  return null;
}

/** The limit of a key; the file must have no contradictions. */
export function policyOf(plans: KeysFile['plans'], { plan, limit }: KeyEntry): Policy {
  return plan === undefined
    ? { name: 'key', ...(limit as NonNullable<typeof limit>) }
    : { name: plan, ...(lookUp(plans, plan) as KeysFile['plans'][string]) };
}

/** A secret of a key, by its SHA-256 in hex, and the end of it in milliseconds since 1970; Infinity: it never ends. */
export interface KeySecret {
  sha256: string;
  endsAt: number;
}

/** The secrets of a key, the current one first. None outlasts the key: whoever ends a key ends its earlier secrets. */
export function secretsOfKey({ sha256, expiresAt, previous = [] }: KeyEntry): [KeySecret, ...KeySecret[]] {
  const endsAt = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  const earlier = previous.map((of) => ({ sha256: of.sha256, endsAt: Math.min(Date.parse(of.expiresAt), endsAt) }));
  return [{ sha256, endsAt }, ...earlier];
}

/** Every secret that is or was accepted, by its SHA-256 in hex. */
export function secretsOf({ plans, keys }: KeysFile): Map<string, StoredKey> {
  const secrets = new Map<string, StoredKey>();
  for (const key of keys) {
    const plan = policyOf(plans, key);
    for (const { sha256, endsAt } of secretsOfKey(key)) {
      const bytes = Uint8Array.from(sha256.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
      secrets.set(sha256, { id: key.id, plan, sha256: bytes, expiresAt: endsAt === Infinity ? null : endsAt });
    }
  }
  return secrets;
}
