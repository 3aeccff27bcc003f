/** `SHA256SUMS`, in the form that `sha256sum -c` reads. */
import { createHash } from 'node:crypto';
import { PathGuard } from './archive-rules.ts';
import { byPath, type Files, names } from './layout.ts';
import { SnapshotProblem } from './snapshot-problems.ts';

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
