/** Writes files whole: a reader sees the old content or the new one, and a crash leaves one of them. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces or creates the file at `path`. `mode`: its permissions, such as 0o600. */
export const replaceFile = (path: string, content: string | Uint8Array, mode?: number): void =>
  writeBeside(path, content, (next) => renameSync(next, path), mode);

/** Writes a new file beside `path` and lets `put` move or link it there. Nothing is left beside it, even after an error. */
export function writeBeside(
  path: string,
  content: string | Uint8Array,
  put: (next: string) => void,
  mode?: number,
): void {
  const next = `${path}.next-${process.pid}`;
  try {
    writeFileSync(next, content, { mode, flush: true });
    put(next);
  } finally {
    rmSync(next, { force: true });
  }
}
