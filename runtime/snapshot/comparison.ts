/** Files of a snapshot compared with what they must be. */
import { firstDifference } from '../core/diff/json-difference.ts';
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
      throw new SnapshotProblem('missing', `${path} is not there, and the data gives it.`, { path });
    }
    const { pointer, ...difference } = differenceOf(expected, Buffer.from(bytes));
    throw new SnapshotProblem(
      kind,
      `${path}${pointer && `#${pointer}`} is ${difference.found}; worked out from the data it is ${difference.expected}.`,
      { path, pointer, ...difference },
    );
  }
}

type TextDifference = Required<Pick<ProblemDetails, 'pointer' | 'expected' | 'found'>>;

/** By JSON pointer, or by line in what is not JSON or far longer than it may be. */
function differenceOf(expected: string, found: Buffer): TextDifference {
  if (found.length < 2 * expected.length + 2 ** 20) {
    try {
      const difference = firstDifference(JSON.parse(expected), JSON.parse(found.toString('utf8')));
      if (difference) return difference;
    } catch {
      // Not JSON, or nested too deep to be shown.
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
