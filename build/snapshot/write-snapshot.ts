/** Writes into `dist/snapshot`. */
import { existsSync, linkSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { replaceFile, writeBeside } from '../../runtime/common/replace-file.ts';
import { SnapshotProblem } from '../../runtime/snapshot/snapshot-problems.ts';

/** A file that is there whole, or as it was before. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, bytes);
}

/**
 * Puts a public key in front of those that are in the file already: earlier snapshots are signed with them, and `openssl`
 * reads the first.
 */
export function addKey(path: string, key: string): void {
  const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (!known.includes(key)) writeWhole(path, Buffer.from(key + known));
}

/**
 * A file that is there whole, or not at all, and is never replaced. Returns false where it is there with these bytes;
 * throws a SnapshotProblem where it is there with others.
 */
export function writeOnce(path: string, bytes: Uint8Array): boolean {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    try {
      // A link, unlike a rename, fails where another process was quicker.
      writeBeside(path, bytes, (next) => linkSync(next, path));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (readFileSync(path).equals(bytes)) return false;
  throw new SnapshotProblem(
    'exists',
    `${basename(path)} exists in ${dirname(path)} with other bytes, and a snapshot is never replaced.`,
  );
}
