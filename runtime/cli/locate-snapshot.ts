/** Finds a snapshot wherever it is, and checks it. */

import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { defaultLimits } from '../snapshot/archive/archive-limits.ts';
import { readSnapshot } from '../snapshot/archive/read-snapshot.ts';
import { readPublicKey } from '../snapshot/signature/public-keys.ts';
import { SnapshotProblem } from '../snapshot/snapshot-problems.ts';
import { type Verified, verifySnapshot, type Watch } from '../snapshot/verify-snapshot.ts';
import { version } from './program.ts';
import { compareServed, fetchSnapshot, isAddress } from './served-snapshot.ts';

export interface CheckOptions {
  /** Paths of key files. */
  key?: readonly string[];
}

export interface Checked extends Verified {
  /** What the server sent, where an address was checked. */
  served?: { files: number };
}

export async function check(where: string, options: CheckOptions, watch: Watch): Promise<Checked> {
  const keys = await Promise.all((options.key ?? []).map(keyAt));
  const reading = (count: number) => watch('reading', count);
  const remote = isAddress(where);
  const snapshot = remote
    ? await fetchSnapshot(where, defaultLimits, watch)
    : await readSnapshot(where, defaultLimits, reading);
  const verified = verifySnapshot(snapshot, keys, version, watch);
  return remote ? { ...verified, served: await compareServed(where, snapshot.files, watch) } : verified;
}

async function keyAt(file: string): Promise<KeyObject> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new SnapshotProblem('wrongUse', `--key: ${file} cannot be read (${(error as Error).message}).`);
  }
  return readPublicKey(text, file);
}
