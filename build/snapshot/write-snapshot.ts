/** Writes to `dist/snapshot`. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { SnapshotProblem } from '../../runtime/audit/snapshot-problems.ts';
import { createFile, writeOutput } from '../../runtime/io/output-file.ts';

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
