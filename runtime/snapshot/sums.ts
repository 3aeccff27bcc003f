/** `SHA256SUMS`, in the form that `sha256sum -c` reads. */
import { createHash } from 'node:crypto';
import { PathGuard } from './archive/archive-paths.ts';
import { byPath, type Files, names } from './layout.ts';
import { SnapshotProblem } from './snapshot-problems.ts';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const sumsText = (sums: ReadonlyMap<string, string>): string =>
  [...sums]
    .sort(([a], [b]) => byPath(a, b))
    .map(([path, sum]) => `${sum}  ${path}\n`)
    .join('');

/** The sums by path. Strict: any other byte would be read differently by another program. */
export function readSums(bytes: Uint8Array): Map<string, string> {
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  if (lines.pop() !== '') throw broken(lines.length + 1);
  const guard = new PathGuard();
  return new Map(
    lines.map((line, index) => {
      const [, sum, path] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
      if (sum === undefined || path === undefined) throw broken(index + 1);
      guard.take(path);
      return [path, sum];
    }),
  );
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
      throw new SnapshotProblem('missing', `${path} is listed in ${names.sums} and is not there.`, { path });
    }
    const found = sha256(bytes);
    if (found !== expected) {
      throw new SnapshotProblem('changed', `${path} is not the file that was published.`, { path, expected, found });
    }
  }
  for (const path of files.keys()) {
    if (!sums.has(path) && !outside.includes(path)) {
      throw new SnapshotProblem('added', `${path} is there and ${names.sums} does not list it.`, { path });
    }
  }
}
