/** Compares the files of a snapshot with their expected content. */
import { firstDifference } from '../core/answers/json-difference.ts';
import type { Files } from './layout.ts';
import { type ProblemDetails, SnapshotProblem } from './snapshot-problems.ts';

export class Comparison {
  readonly compared = new Set<string>();

  constructor(readonly files: Files) {}

  isSame(path: string, expected: string): boolean {
    this.compared.add(path);
    const bytes = this.files.get(path);
    return bytes !== undefined && Buffer.from(expected).equals(bytes);
  }

  /** Throws a SnapshotProblem that names the first difference with both values. */
  compare(path: string, expected: string, kind: 'different' | 'inconsistent' = 'different'): void {
    if (this.isSame(path, expected)) return;
    const bytes = this.files.get(path);
    if (bytes === undefined) {
      throw new SnapshotProblem('missing', `${path} is missing, but follows from the data.`, { path });
    }
    const { pointer, ...difference } = differenceOf(expected, Buffer.from(bytes));
    throw new SnapshotProblem(
      kind,
      `${path}${pointer && `#${pointer}`} is ${difference.found}; recomputed from the data it is ${difference.expected}.`,
      { path, pointer, ...difference },
    );
  }
}

type TextDifference = Required<Pick<ProblemDetails, 'pointer' | 'expected' | 'found'>>;

/** Located by JSON pointer, or by line if the file is not JSON or far too long. */
function differenceOf(expected: string, found: Buffer): TextDifference {
  if (found.length < 2 * expected.length + 2 ** 20) {
    try {
      const difference = firstDifference(JSON.parse(expected), JSON.parse(found.toString('utf8')));
      if (difference) return difference;
    } catch {
      // Not JSON, or nested too deeply to compare.
    }
  }
  const right = Buffer.from(expected);
  let at = 0;
  while (at < right.length && right[at] === found[at]) at++;
  const start = right.lastIndexOf('\n', at - 1) + 1;
  const line = right.subarray(0, start).filter((byte) => byte === 0x0a).length + 1;
  return { pointer: `line ${line}`, expected: lineAt(right, start), found: lineAt(found, start) };
}

function lineAt(bytes: Buffer, start: number): string {
  if (start >= bytes.length) return 'nothing';
  const line = bytes.subarray(start, start + 200);
  const end = line.indexOf('\n');
  return JSON.stringify((end < 0 ? line : line.subarray(0, end)).toString('utf8'));
}
