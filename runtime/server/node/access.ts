/** Keys and secrets, from the configuration and the keys file. */
import { createHash } from 'node:crypto';
import { readInput } from '../../io/input-file.ts';
import type { Access } from '../auth/auth.ts';
import { contradictionIn, type KeysFile, secretsOf } from '../auth/keys-file.ts';
import type { Config } from './config.ts';

/** A keys file that cannot be used; the message gives the reason and never shows its content. */
export class BadKeysFile extends Error {}

export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest();

/** Who may call, as currently configured; reads the keys file again. */
export async function accessFrom(config: Config): Promise<Access> {
  return {
    openTier: config.OPEN_TIER === 'on',
    open: config.RATE_LIMIT === null ? null : { name: 'open', ...config.RATE_LIMIT },
    keys: config.KEYS_FILE === '' ? new Map() : secretsOf(await readKeysFile(config.KEYS_FILE)),
    secrets: new Map([['RapidAPI', config.RAPIDAPI_PROXY_SECRETS.map(sha256)]]),
    sha256,
    now: Date.now,
  };
}

/** Reads the keys file at `path`; rejects with a BadKeysFile. Its validator is loaded only where there are keys. */
export async function readKeysFile(path: string): Promise<KeysFile> {
  const { default: isKeysFile } = await import('virtual:validator/keys-file');
  let value: unknown;
  try {
    value = JSON.parse(readInput(path).toString('utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message;
    throw new BadKeysFile(`The keys file ${path} cannot be read: ${reason}.`);
  }
  if (!isKeysFile(value)) {
    const problem = isKeysFile.errors?.[0];
    throw new BadKeysFile(`The keys file ${path} is not valid: ${problem?.instancePath || 'it'} ${problem?.message}.`);
  }
  const file = value as KeysFile;
  const contradiction = contradictionIn(file);
  if (contradiction !== null) throw new BadKeysFile(`The keys file ${path} ${contradiction}.`);
  return file;
}
