/** Packs a finished `dist` into one archive that an auditor can check without the network, and writes to `dist/snapshot`. */
import type { KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'fflate';
import { datapackageOf, evidenceCsv } from '../../runtime/audit/datapackage.ts';
import { SnapshotProblem } from '../../runtime/audit/exit-codes.ts';
import { byPath, type Files, jsonLine, nameOf, names, type Snapshot } from '../../runtime/audit/layout.ts';
import { type Made, manifestOf, statementOf } from '../../runtime/audit/manifest.ts';
import { fingerprint, publicKeyFrom, rawKey, signatureFiles } from '../../runtime/audit/public-keys.ts';
import type { Program } from '../../runtime/audit/recompute.ts';
import { type ListedSnapshot, listText, listWith, readList } from '../../runtime/audit/snapshot-list.ts';
import { sha256Of, sumsText } from '../../runtime/audit/sums.ts';
import { readArchive, sealed, tarOf } from '../../runtime/audit/tar.ts';
import { verifySnapshot } from '../../runtime/audit/verify-snapshot.ts';
import { catalogFrom } from '../../runtime/core/dataset/catalog.ts';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import { createFile, writeOutput } from '../../runtime/io/output-file.ts';
import type { SourceFile } from './collect-files.ts';

/** @param key null: the snapshot states that it is not signed. */
export function snapshotOf(source: readonly SourceFile[], made: Made, key: KeyObject | null): Snapshot {
  const text = (value: string) => Buffer.from(value);
  const json = (value: object) => text(jsonLine(value));
  const catalogFile = source.find(({ path }) => path === names.catalog)?.bytes as Uint8Array;
  const dated = JSON.parse(Buffer.from(catalogFile).toString('utf8')) as CatalogFile;
  const catalog = catalogFrom(dated);
  const name = nameOf(catalog.version);

  const listed = new Map<string, Uint8Array>(source.map(({ path, bytes }) => [path, bytes]));
  listed.set(names.evidence, text(evidenceCsv(dated.data)));
  listed.set(names.datapackage, json(datapackageOf(catalog, listed)));
  const files = sorted(listed);
  const rows = [...files].map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256Of(bytes) }));
  const manifest = manifestOf(catalog, made, rows);

  files.set(names.manifest, json(manifest));
  files.set(names.statement, json(statementOf(manifest, sumsOf(files))));
  files.set(names.sums, text(sumsText(sumsOf(files))));
  for (const [path, bytes] of signatureFiles(files.get(names.sums) as Uint8Array, key)) files.set(path, bytes);
  return { name, files: sorted(files) };
}

const sorted = (files: Files): Map<string, Uint8Array> => new Map([...files].sort(([a], [b]) => byPath(a, b)));

const sumsOf = (files: Files): Map<string, string> =>
  new Map([...sorted(files)].map(([path, bytes]) => [path, sha256Of(bytes)]));

/**
 * The archive, compressed in JavaScript: zlib's output for the same bytes differs between versions of Node and between
 * processors, and everyone must get the same file.
 */
export async function archiveOf(snapshot: Snapshot): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of tarOf(snapshot)) chunks.push(chunk);
  return sealed(gzipSync(Buffer.concat(chunks), { level: 9, mtime: 0 }));
}

export function entryOf(snapshot: Snapshot, archive: Uint8Array, key: KeyObject | null): ListedSnapshot {
  const manifest = JSON.parse(Buffer.from(snapshot.files.get(names.manifest) as Uint8Array).toString('utf8'));
  return {
    file: `${snapshot.name}.tar.gz`,
    datasetVersion: manifest.datasetVersion,
    pricesAsOf: manifest.pricesAsOf,
    commit: manifest.commit,
    bytes: archive.length,
    sha256: sha256Of(archive),
    signedBy: key === null ? null : fingerprint(key),
  };
}

/** The text of `snapshots.json` with one more entry; null if it already has the entry. Entries are never removed. */
export function indexText(before: Uint8Array | null, entry: ListedSnapshot): string | null {
  const known = before === null ? [] : readList(before, 'snapshots.json');
  const same = known.find(({ file }) => file === entry.file);
  if (same === undefined) return listText(listWith(known, entry));
  if (same.sha256 === entry.sha256) return null;
  throw new SnapshotProblem(
    'exists',
    `snapshots.json lists ${entry.file} with the SHA-256 ${same.sha256}, but this one has ${entry.sha256}.`,
  );
}

/** The program of a finished build, as `agent-cost verify` loads it. */
export async function programOf(dist: string, version: string): Promise<Program> {
  const pages = (await import(pathToFileURL(join(dist, 'pages.js')).href)) as Omit<Program, 'version'>;
  return { version, programs: pages.programs, programFiles: pages.programFiles };
}

/** Throws a SnapshotProblem if `agent-cost verify` would not accept the archive. */
export async function verifyMade(archive: Uint8Array, key: KeyObject | null, program: Program): Promise<void> {
  const read = await readArchive(Readable.from([archive]));
  verifySnapshot(read, key === null ? [] : [publicKeyFrom(rawKey(key))], program);
}

/** Writes a file completely, or leaves it unchanged. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeOutput(path, bytes);
}

/**
 * Puts a public key before those already in the file: earlier snapshots are signed with them, and `openssl` reads the
 * first one.
 */
export function addKey(path: string, key: string): void {
  const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (!known.includes(key)) writeWhole(path, Buffer.from(key + known));
}

/**
 * Writes a file completely or not at all, and never replaces one. Returns false if it already exists with these bytes;
 * throws a SnapshotProblem if it exists with others.
 */
export function writeOnce(path: string, bytes: Uint8Array): boolean {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    if (createFile(path, bytes)) return true;
  }
  if (readFileSync(path).equals(bytes)) return false;
  throw new SnapshotProblem(
    'exists',
    `${basename(path)} exists in ${dirname(path)} with other bytes, and snapshots are never replaced.`,
  );
}
