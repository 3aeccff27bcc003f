/** Atomic writes: a reader sees the old content or the new, and a crash leaves one of them. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces or creates the file at `path`. `mode`: its permissions, such as 0o600. */
export const replaceFile = (path: string, content: string | Uint8Array, mode?: number): void =>
  writeBeside(path, content, (next) => renameSync(next, path), mode);

/** Writes a temporary file next to `path` for `put` to move or link there; removes it in any case. */
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
