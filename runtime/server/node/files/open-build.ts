/** Reads a `dist`, and compares every byte of it with the manifest of its build. */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogFile } from '../../../core/dataset/dataset.ts';
import { mostBytes, openInput, readInput } from '../../../io/input-file.ts';
import { type Manifest, repeats } from '../../http/dist-format.ts';
import { Site } from '../../http/site.ts';
import { PackIndex } from './pack-index.ts';

/** A `dist` that cannot be served; the message names the file. */
export class CorruptBuildError extends Error {}

export interface LoadedDist {
  datasetVersion: string;
  pricesAsOf: string;
  /** YYYY-MM-DD, or null: none is scheduled. */
  nextPriceChange: string | null;
  site: Site;
  /**
   * Compares every file with the manifest, without blocking the answers; rejects with a CorruptBuildError. If another build
   * has replaced this one meanwhile, there is nothing left to compare, and nothing is wrong: answers come from the
   * pack, and are checked when they are read.
   */
  verify(): Promise<void>;
  /** Closes the files; the site must not be used afterwards. */
  close(): void;
}

/** The buffer of the check: one for each file would cause several full garbage collections after the start. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** How many files are checked before waiting requests get their turn. */
const filesPerTurn = 16;

/**
 * Opens the `dist`. Only the index of the pack is read in advance: a published file is read from the pack, and checked,
 * on first request, and so is the catalog. Both stay open, so that every answer comes from this build even while
 * the next one replaces it.
 */
export function openDist(dist: string): LoadedDist {
  const indexBytes = contentOf(dist, 'pack.index');
  const index = indexFrom(dist, indexBytes);
  const { head } = index;
  const pack = openAsBuilt(dist, 'pack', (bytes) => bytes === head.bytes);
  let catalogFile: number;
  try {
    catalogFile = openAsBuilt(dist, 'catalog.json', (bytes) => bytes <= mostBytes.data);
  } catch (error) {
    closeSync(pack);
    throw error;
  }

  /**
   * What was read and is still held, by its place in the pack: a file is in memory once, as an alias too, and where clients
   * that read slowly hold what the site has forgotten.
   */
  const held = new Map<number, WeakRef<ArrayBufferLike>>();
  const released = new FinalizationRegistry((at: number) => {
    if (held.get(at)?.deref() === undefined) held.delete(at);
  });
  const catalog = (): CatalogFile => {
    const bytes = Buffer.allocUnsafeSlow(fstatSync(catalogFile).size);
    readSync(catalogFile, bytes, 0, bytes.length, 0);
    if (sha256(bytes) !== head.catalog) throw notAsBuilt(dist, 'catalog.json');
    return JSON.parse(bytes.toString('utf8')) as CatalogFile;
  };
  return {
    datasetVersion: head.datasetVersion,
    pricesAsOf: head.pricesAsOf,
    nextPriceChange: head.nextPriceChange,
    site: new Site({
      catalog,
      has: (path) => index.has(path),
      read(path, encoding) {
        const place = index.find(path, encoding);
        if (place === null) throw new Error(`${path} was not published`);
        const known = held.get(place.at)?.deref();
        if (known !== undefined) return { content: Buffer.from(known), sha256: place.sha256 };
        const content = Buffer.allocUnsafeSlow(place.bytes);
        readSync(pack, content, 0, content.length, place.at);
        if (sha256(content) !== place.sha256) throw notAsBuilt(dist, `public${path}`);
        held.set(place.at, new WeakRef(content.buffer));
        released.register(content.buffer, place.at);
        return { content, sha256: place.sha256 };
      },
    }),
    close() {
      closeSync(pack);
      closeSync(catalogFile);
    },
    async verify() {
      await verifyOpen(dist, 'pack', pack, head.pack);
      const manifest = digestOf(dist, 'manifest.json');
      try {
        await verifyFiles(dist, head.pack);
        await verifyOpen(dist, 'catalog.json', catalogFile, head.catalog);
      } catch (error) {
        const isStillHere = contentOf(dist, 'pack.index').equals(indexBytes);
        if (isStillHere && digestOf(dist, 'manifest.json') === manifest) throw error;
      }
    },
  };
}

/** Opens a file of a build if it may have the size it has. */
function openAsBuilt(dist: string, name: string, mayHave: (bytes: number) => boolean): number {
  const file = attempt(dist, name, () => openInput(join(dist, name)));
  if (mayHave(fstatSync(file).size)) return file;
  closeSync(file);
  throw notAsBuilt(dist, name);
}

function indexFrom(dist: string, bytes: Buffer): PackIndex {
  let index: PackIndex;
  try {
    index = new PackIndex(bytes);
  } catch {
    throw notAsBuilt(dist, 'pack.index');
  }
  expectFormat(dist, 'pack.index', index.head?.format);
  return index;
}

async function verifyOpen(dist: string, name: string, file: number, expected: string): Promise<void> {
  const hash = createHash('sha256');
  for (let position = 0, bytes: number; ; position += bytes) {
    bytes = readSync(file, scratch, 0, scratch.length, position);
    if (bytes === 0) break;
    hash.update(scratch.subarray(0, bytes));
    await new Promise(setImmediate);
  }
  if (hash.digest('hex') !== expected) throw notAsBuilt(dist, name);
}

/** Files of every build: a manifest that does not list them is incomplete. */
const always = ['pack', 'pack.index', 'catalog.json', 'server.js', 'server.cjs'];

/**
 * The pack is the published files one after another, those of one content once, so one SHA-256 proves them all, faster
 * than one for each; only if it differs are they checked one by one. The open pack itself has been checked already.
 */
async function verifyFiles(dist: string, pack: string): Promise<void> {
  const missing = new Set(always);
  const published = createHash('sha256');
  const isRepeat = repeats();
  let count = 0;
  for (const { path, sha256 } of filesIn(dist)) {
    missing.delete(path);
    if (isPublished(path) && !isRepeat(sha256)) addTo(published, dist, path);
    else if (path !== 'pack') compareFile(dist, path, sha256);
    if (++count % filesPerTurn === 0) await new Promise(setImmediate);
  }
  if (missing.size > 0) throw notAsBuilt(dist, 'manifest.json');
  if (published.digest('hex') === pack) return;
  for (const { path, sha256 } of filesIn(dist)) if (isPublished(path)) compareFile(dist, path, sha256);
  throw notAsBuilt(dist, 'manifest.json');
}

const isPublished = (path: string): boolean => path.startsWith('public/');

function compareFile(dist: string, path: string, sha256: string): void {
  if (digestOf(dist, path) !== sha256) throw notAsBuilt(dist, path);
}

/** SHA-256 in hex of a file as it is now. */
function digestOf(dist: string, path: string): string {
  const hash = createHash('sha256');
  addTo(hash, dist, path);
  return hash.digest('hex');
}

/** The files that the manifest lists, read line by line: whole, it would stay in memory until a full garbage collection. */
function* filesIn(dist: string): Generator<{ path: string; sha256: string }> {
  const lines = linesIn(dist, 'manifest.json');
  try {
    const head = parse<Partial<Manifest> | null>(dist, 'manifest.json', `${lines.next().value}}}`);
    if (head?.files === undefined) throw notAsBuilt(dist, 'manifest.json');
    expectFormat(dist, 'manifest.json', head.format);
    for (const line of lines) {
      if (line === '}}' && lines.next().done === true) return;
      const [, path, sha256] = /^"([^"\\]+)":\{"bytes":\d+,"sha256":"([0-9a-f]{64})"\},?$/.exec(line) ?? [];
      if (path === undefined || sha256 === undefined) break;
      yield { path, sha256 };
    }
    throw notAsBuilt(dist, 'manifest.json');
  } finally {
    lines.return(); // what was asked for by `next` alone stays open
  }
}

function expectFormat(dist: string, name: string, format: unknown): void {
  if (format === 1) return;
  throw new CorruptBuildError(`${join(dist, name)} has format ${format}; this server reads 1.`);
}

/** The lines of a file of ASCII, without their ends; every line must have one. */
function* linesIn(dist: string, path: string): Generator<string, void> {
  const file = attempt(dist, path, () => openInput(join(dist, path)));
  try {
    const block = Buffer.allocUnsafeSlow(16 * 1024);
    for (let rest = ''; ; ) {
      const bytes = attempt(dist, path, () => readSync(file, block));
      if (bytes === 0 && rest !== '') throw notAsBuilt(dist, path);
      if (bytes === 0) return;
      const lines = (rest + block.toString('latin1', 0, bytes)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
}

/** Adds a file to the hash, read in pieces. */
function addTo(hash: Hash, dist: string, path: string): void {
  attempt(dist, path, () => {
    const fd = openInput(join(dist, path));
    try {
      for (;;) {
        const bytes = readSync(fd, scratch);
        if (bytes === 0) return;
        hash.update(scratch.subarray(0, bytes));
      }
    } finally {
      closeSync(fd);
    }
  });
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

const notAsBuilt = (dist: string, path: string): CorruptBuildError =>
  new CorruptBuildError(
    `${join(dist, path)} is not as it was built (changed or cut short): run \`npm run build\` again.`,
  );

function unreadable(dist: string, path: string, error: unknown): never {
  throw new CorruptBuildError(
    `${join(dist, path)} cannot be read (${(error as Error).message}): run \`npm run build\`.`,
  );
}

function attempt<T>(dist: string, path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    return unreadable(dist, path, error);
  }
}

const contentOf = (dist: string, path: string): Buffer =>
  attempt(dist, path, () => readInput(join(dist, path), mostBytes.data));

function parse<T>(dist: string, path: string, text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw notAsBuilt(dist, path);
  }
}
