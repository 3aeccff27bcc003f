/** What a snapshot may hold, how much and which paths; and `SHA256SUMS`, in the form that `sha256sum -c` reads. */
import { createHash } from 'node:crypto';
import { type ProblemKind, SnapshotProblem } from './exit-codes.ts';
import { byPath, type Files, names } from './layout.ts';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const sumsText = (sums: ReadonlyMap<string, string>): string =>
  [...sums]
    .sort(([a], [b]) => byPath(a, b))
    .map(([path, sum]) => `${sum}  ${path}\n`)
    .join('');

/** Checksums by path. Strict, because other programs could read any other form differently. */
export function readSums(bytes: Uint8Array): Map<string, string> {
  const text = Buffer.from(bytes).toString('latin1');
  const guard = new PathGuard();
  const sums = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const [, sum, path] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(end < 0 ? '' : text.slice(at, end)) ?? [];
    if (sum === undefined || path === undefined) throw broken(sums.size + 1);
    guard.take(path);
    sums.set(path, sum);
    at = end + 1;
  }
  return sums;
}

const broken = (line: number): SnapshotProblem =>
  new SnapshotProblem('changed', `${names.sums} line ${line} is not "<64 hex digits>  <path>".`, { path: names.sums });

/** Refuses a file that is missing, changed, or not listed. */
export function checkSums(
  files: Files,
  sums: ReadonlyMap<string, string>,
  outside: readonly string[],
  sha256: (bytes: Uint8Array) => string,
): void {
  for (const [path, expected] of sums) {
    const bytes = files.get(path);
    if (bytes === undefined) {
      throw new SnapshotProblem('missing', `${path} is listed in ${names.sums} but missing.`, { path });
    }
    const found = sha256(bytes);
    if (found !== expected) {
      throw new SnapshotProblem('changed', `${path} is not the file that was published.`, { path, expected, found });
    }
  }
  for (const path of files.keys()) {
    if (!sums.has(path) && !outside.includes(path)) {
      throw new SnapshotProblem('added', `${path} exists, but ${names.sums} does not list it.`, { path });
    }
  }
}

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
