/** Writes into `dist/snapshot`. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file that is there whole, or as it was before. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.next-${process.pid}`;
  writeFileSync(next, bytes);
  renameSync(next, path);
}
