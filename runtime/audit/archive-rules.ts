/** What a snapshot may hold: how much, and which paths. */
import type { ProblemKind } from './exit-codes.ts';
import { SnapshotProblem } from './snapshot-problems.ts';

/** Characters that mean the same on every file system, and in `sha256sum -c`, which escapes backslashes and newlines. */
const segment = /^[A-Za-z0-9._@+:,=-]+$/;
/** Fast path for most paths: names of these characters that do not start with a dot. */
const plain = /^(?:[A-Za-z0-9_@][A-Za-z0-9._@+:,=-]*\/)*[A-Za-z0-9_@][A-Za-z0-9._@+:,=-]*$/;

/** Refuses a path that is not plain and relative. */
function checkPath(path: string): void {
  if (path.length <= 255 && plain.test(path) && path[1] !== ':') return;
  const refuse = (kind: ProblemKind, why: string): never => {
    throw new SnapshotProblem(kind, `${JSON.stringify(path)}: ${why}.`, { path });
  };
  if (/^([/\\]|[A-Za-z]:[/\\])/.test(path)) refuse('absolute', 'the path is absolute');
  const parts = path.split(/[/\\]/);
  if (parts.includes('..')) refuse('climbs', 'the path leads out of the snapshot');
  if (path.length > 255) refuse('badName', 'the path is longer than 255 characters');
  if (path.includes('\\') || parts.some((part) => part === '.' || !segment.test(part))) {
    refuse('badName', 'a name has characters that are not accepted; use those of URLs');
  }
}

/** Checks the paths of a snapshot one by one: plain, in order of name, and unique even if case is ignored. */
export class PathGuard {
  private readonly seen = new Map<string, string>();
  private last = '';

  take(path: string): void {
    checkPath(path);
    const folded = path.toLowerCase();
    const other = this.seen.get(folded);
    if (other === path) throw new SnapshotProblem('duplicate', `${path} appears twice.`, { path });
    if (other !== undefined) {
      throw new SnapshotProblem('caseClash', `${other} and ${path} are the same file where case is ignored.`, { path });
    }
    if (path < this.last) {
      throw new SnapshotProblem('reordered', `${path} comes after ${this.last}: files must be in order of name.`, {
        path,
      });
    }
    this.seen.set(folded, path);
    this.last = path;
  }
}

/** How much is read before a snapshot is refused: an archive bomb must not fill memory. */
export interface Limits {
  /** Bytes of the compressed archive. */
  archiveBytes: number;
  /** Bytes of the unpacked archive, headers included, and of one file. */
  totalBytes: number;
  fileBytes: number;
  files: number;
}

/** Room for some 10,000 models with their aliases; the shipped dataset has 102. */
export const defaultLimits: Limits = {
  archiveBytes: 256 * 2 ** 20,
  totalBytes: 2 ** 30,
  fileBytes: 64 * 2 ** 20,
  files: 250_000,
};
