/** Changes to a keys file: each function takes one and returns the new one, or throws a WrongUse. */

import { lookUp } from '../core/values/look-up.ts';
import { WrongUse } from '../io/command-line.ts';
import { isoSeconds } from '../server/auth/auth.ts';
import { type KeyEntry, type KeysFile, secretsOfKey } from '../server/auth/keys-file.ts';

export type Limit = KeysFile['plans'][string];

export const limitText = ({ limit, seconds }: Limit): string => `${limit}/${seconds}`;

const sameLimit = (a: Limit, b: Limit): boolean => a.limit === b.limit && a.seconds === b.seconds;

/** The hash of a secret, and the time from which it is refused, if any (milliseconds since 1970). */
export interface NewSecret {
  sha256: string;
  expiresAt: number | null;
}

/** Adds a key with a plan, with its own limit, or with both if the plan is new. `now` in milliseconds since 1970. */
export function withKey(
  file: KeysFile,
  id: string,
  { plan, limit }: { plan: string | undefined; limit: Limit | undefined },
  { sha256, expiresAt }: NewSecret,
  now: number,
): KeysFile {
  if (file.keys.some((key) => key.id === id)) {
    throw new WrongUse(`The key ${id} already exists; rotate or remove it, or choose another id.`);
  }
  if (plan === undefined && limit === undefined) {
    throw new WrongUse('A key needs a plan (--plan pro) or its own limit (--limit 600/60).');
  }
  const key: KeyEntry = {
    id,
    ...(plan === undefined ? { limit: limit as Limit } : { plan }),
    sha256,
    createdOn: isoSeconds(now).slice(0, 10),
    ...(expiresAt !== null && { expiresAt: isoSeconds(expiresAt) }),
  };
  const { plans } = plan === undefined ? file : withPlanOfKey(file, plan, limit);
  return { plans, keys: [...file.keys, key] };
}

/** Uses an existing plan unchanged: its limit, which other keys share, is changed only by `keys plan`. */
function withPlanOfKey(file: KeysFile, plan: string, limit: Limit | undefined): KeysFile {
  const known = lookUp(file.plans, plan);
  if (known === undefined) {
    if (limit !== undefined) return withPlan(file, plan, limit);
    throw new WrongUse(`The plan ${plan} is new: give it a limit, such as --limit 600/60.`);
  }
  if (limit === undefined || sameLimit(limit, known)) return file;
  throw new WrongUse(
    `The plan ${plan} has the limit ${limitText(known)}. Leave --limit out, leave --plan out to give this key its own limit, or change all keys of the plan: agent-cost keys plan ${plan} --limit ${limitText(limit)}`,
  );
}

export const withPlan = ({ plans, keys }: KeysFile, plan: string, limit: Limit): KeysFile => ({
  plans: { ...plans, [plan]: limit },
  keys,
});

export function withoutKey(file: KeysFile, id: string): KeysFile {
  keyOf(file, id);
  return { ...file, keys: file.keys.filter((key) => key.id !== id) };
}

/**
 * Gives a key a new secret. Every earlier one, however long an earlier rotation let it live, is accepted for at most
 * another `overlap` milliseconds, and never beyond the expiry of the key. All share one limit. `expiresAt`: of the new
 * secret; undefined: as before.
 */
export function withNewSecret(
  file: KeysFile,
  id: string,
  secret: { sha256: string; expiresAt: number | undefined },
  overlap: number,
  now: number,
): KeysFile {
  const key = keyOf(file, id);
  const earlier = secretsOfKey(key);
  if (secret.expiresAt === undefined && earlier[0].endsAt <= now) {
    throw new WrongUse(`The key ${id} expired at ${key.expiresAt}: set the expiry of the new secret with --expires.`);
  }
  const latest = Math.min(now + overlap, secret.expiresAt ?? Number.POSITIVE_INFINITY);
  const previous = earlier
    .map(({ sha256, endsAt }) => ({ sha256, expiresAt: isoSeconds(Math.min(endsAt, latest)) }))
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  const { previous: _, ...rest } = key;
  const next: KeyEntry = {
    ...rest,
    sha256: secret.sha256,
    ...(secret.expiresAt !== undefined && { expiresAt: isoSeconds(secret.expiresAt) }),
    ...(previous.length > 0 && { previous }),
  };
  return { ...file, keys: file.keys.map((known) => (known === key ? next : known)) };
}

/** Until when an earlier secret of the key is accepted: the latest end of those that are; undefined: none is. */
export function overlapEnd(key: KeyEntry, now: number): string | undefined {
  const [, ...earlier] = secretsOfKey(key);
  const latest = Math.max(...earlier.map(({ endsAt }) => endsAt));
  return latest > now ? isoSeconds(latest) : undefined;
}

export function keyOf({ keys }: KeysFile, id: string): KeyEntry {
  const key = keys.find((known) => known.id === id);
  if (key === undefined) throw new WrongUse(`There is no key ${id}; agent-cost keys list prints them.`);
  return key;
}
