/** Keys and secrets from the worker's variables and secrets. */

import isKeysFile from 'virtual:validator/keys-file';
import { lookUp } from '../../core/values/look-up.ts';
import { type Access, credentialHeaders, type StoredKey } from '../auth/auth.ts';
import { contradictionIn, type KeysFile, secretsOf } from '../auth/keys-file.ts';
import { defaultLimit, readLimit } from '../rate-limit/rate-limit.ts';

/** The server's settings of the same names; KEYS is the text of a keys file. */
export interface AccessVariables {
  RATE_LIMIT?: string;
  OPEN_TIER?: string;
  KEYS?: string;
  RAPIDAPI_PROXY_SECRETS?: string;
}

const utf8 = new TextEncoder();

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(text)));

/** Throws when a variable cannot be used; the message names it and never shows its value. */
export async function accessFrom(variables: AccessVariables): Promise<Access> {
  const { RATE_LIMIT = defaultLimit, OPEN_TIER = 'on', KEYS = '', RAPIDAPI_PROXY_SECRETS = '' } = variables;
  const open = readLimit(RATE_LIMIT);
  if (open === null && RATE_LIMIT !== 'off') throw new Error('RATE_LIMIT must be REQUESTS/SECONDS or off');
  if (OPEN_TIER !== 'on' && OPEN_TIER !== 'off') throw new Error('OPEN_TIER must be on or off');
  const secrets = RAPIDAPI_PROXY_SECRETS.split(',').filter((secret) => secret !== '');
  return {
    openTier: OPEN_TIER === 'on',
    open: open && { name: 'open', ...open },
    keys: KEYS === '' ? new Map() : keysFrom(KEYS),
    secrets: new Map([['RapidAPI', await Promise.all(secrets.map(digest))]]),
    sha256: () => new Uint8Array(),
    now: Date.now,
  };
}

function keysFrom(text: string): Map<string, StoredKey> {
  const value: unknown = JSON.parse(text);
  if (!isKeysFile(value)) throw new Error('KEYS must be the text of a keys file');
  const contradiction = contradictionIn(value as KeysFile);
  if (contradiction !== null) throw new Error(`KEYS ${contradiction}`);
  return secretsOf(value as KeysFile);
}

/** Web Crypto is asynchronous and the core is not: so whatever the core may need is hashed in advance. */
export async function digestsOf(headers: Partial<Record<string, string>>): Promise<Access['sha256']> {
  const sent = credentialHeaders.flatMap((name) => lookUp(headers, name) ?? []);
  const digests = new Map(await Promise.all(sent.map(async (text) => [text, await digest(text)] as const)));
  return (text) => digests.get(text) ?? new Uint8Array();
}
