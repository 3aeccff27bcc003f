/**
 * Whether the snapshots next to the API match their list. The manifest of `dist` covers its files, but snapshots are
 * added to it later: `snapshots.json` has the size and the SHA-256 of each archive, and no archive that differs is
 * sent.
 */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const listName = 'snapshots.json';

/** Longest list that is read, in bytes: enough for about ten thousand snapshots. */
const longestList = 4 * 1024 * 1024;

/** The list and the archives do not match; the message names the file, for the log. */
export class UnsoundSnapshot extends Error {}

interface Entry {
  file: string;
  bytes: number;
  sha256: string;
}

/** The state of a file: unchanged as long as the file has not been written. */
const stateOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/** SHA-256 by path, for the state that was hashed last. Only paths of existing files are in it, so there are few. */
const hashed = new Map<string, { state: string; sha256: Promise<string> }>();

/** The SHA-256 of an open file, in hex; read again only when the file has changed. */
export async function sha256Of(path: string, handle: FileHandle, stats: Stats): Promise<string> {
  const state = stateOf(stats);
  const known = hashed.get(path);
  if (known?.state === state) return known.sha256;
  const sha256 = hashOf(handle);
  hashed.set(path, { state, sha256 });
  sha256.catch(() => hashed.delete(path));
  return sha256;
}

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(64 * 1024);
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
}

/**
 * Rejects unless `name`, with this SHA-256, may be sent: an archive that matches its entry, or a list whose archives
 * next to it all match. An entry whose archive is kept elsewhere stays in the list; anyone who kept a copy of the list
 * can check the chain of its entries.
 */
export async function expectSound(dir: string, name: string, sha256: string): Promise<void> {
  if (archiveName.test(name)) {
    if (entryOf(await entriesOf(dir), name)?.sha256 !== sha256) throw notAsListed(dir, name);
  } else if (name === listName) {
    const entries = await entriesOf(dir);
    for (const file of await readdir(dir)) if (archiveName.test(file)) await expectListed(dir, file, entries);
  }
}

async function expectListed(dir: string, file: string, entries: readonly Entry[]): Promise<void> {
  const entry = entryOf(entries, file);
  const path = join(dir, file);
  const handle = await open(path);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return;
    const isListed = stats.size === entry?.bytes && (await sha256Of(path, handle, stats)) === entry.sha256;
    if (!isListed) throw notAsListed(dir, file);
  } finally {
    await handle.close();
  }
}

const archiveName = /^agent-cost-[\w-]+\.tar\.gz$/;

const entryOf = (entries: readonly Entry[], name: string): Entry | undefined =>
  entries.find(({ file }) => file === name);

const notAsListed = (dir: string, file: string): UnsoundSnapshot =>
  new UnsoundSnapshot(`${join(dir, file)} is not as ${listName} lists it`);

async function entriesOf(dir: string): Promise<Entry[]> {
  const path = join(dir, listName);
  const handle = await open(path).catch(() => null);
  try {
    const stats = await handle?.stat();
    if (!handle || !stats?.isFile() || stats.size > longestList) throw new Error('it is missing or too long');
    const { snapshots } = JSON.parse(await handle.readFile('utf8')) as { snapshots: Entry[] };
    if (!snapshots.every(({ file }) => archiveName.test(file))) throw new Error('it lists a non-archive file');
    return snapshots;
  } catch (error) {
    throw new UnsoundSnapshot(`${path} cannot be used: ${(error as Error).message}`);
  } finally {
    await handle?.close();
  }
}
