/** Compares the files of a snapshot with their expected content. */
import { type Embedding, withoutText } from './embedded-text.ts';
import { type ProblemDetails, SnapshotProblem } from './exit-codes.ts';
import type { Files } from './layout.ts';
import { sha256Of } from './sums.ts';

/** A file that the program determines: its content, or the SHA-256 of a text or a script. */
export type ProgramFile = { path: string } & (
  | { content: () => string | Uint8Array }
  /** `sha256` is of the code; `holds`: the script also holds this text. */
  | { sha256: string; holds?: { embedding: Embedding; text: string } }
);

export class Comparison {
  readonly compared = new Set<string>();

  constructor(readonly files: Files) {}

  /** Throws a SnapshotProblem that names the first difference with both values. */
  compare(path: string, expected: string | Uint8Array, kind: 'different' | 'inconsistent' = 'different'): void {
    const found = this.take(path);
    const right = Buffer.from(expected);
    if (right.equals(found)) return;
    const { pointer, ...difference } = differenceOf(expected, right, Buffer.from(found));
    throw new SnapshotProblem(
      kind,
      `${path}${pointer && `#${pointer}`} is ${difference.found}; recomputed from the data it is ${difference.expected}.`,
      { path, pointer, ...difference },
    );
  }

  /** Throws a SnapshotProblem if the file is not as this program determines it. */
  compareFile(file: ProgramFile): void {
    const { path } = file;
    if ('content' in file) {
      this.compare(path, file.content());
      return;
    }
    const { sha256, holds } = file;
    const found = this.take(path);
    const code = holds === undefined ? found : withoutText(found, holds.embedding, holds.text);
    if (code === null) {
      throw new SnapshotProblem('different', `${path} does not hold the data of this snapshot, or not once.`, { path });
    }
    const sum = sha256Of(code);
    if (sum === sha256) return;
    const what = holds === undefined ? path : `The code of ${path}`;
    throw new SnapshotProblem('different', `${what} is not that of this program.`, {
      path,
      expected: `SHA-256 ${sha256}`,
      found: `SHA-256 ${sum}`,
    });
  }

  /** The file, which counts as compared. */
  private take(path: string): Uint8Array {
    this.compared.add(path);
    const bytes = this.files.get(path);
    if (bytes !== undefined) return bytes;
    throw new SnapshotProblem('missing', `${path} is missing, but follows from the data.`, { path });
  }
}

/** `pointer`: a JSON pointer; '' is the whole value. */
type Difference = Required<Pick<ProblemDetails, 'pointer' | 'expected' | 'found'>>;

/** Located by JSON pointer; by line if the file is not JSON or far too long; by byte if it is not text. */
function differenceOf(expected: string | Uint8Array, right: Buffer, found: Buffer): Difference {
  if (typeof expected === 'string' && found.length < 2 * right.length + 2 ** 20) {
    try {
      const difference = firstDifference(JSON.parse(expected), JSON.parse(found.toString('utf8')));
      if (difference) return difference;
    } catch {
      // Not JSON, or nested too deeply to compare.
    }
  }
  let at = 0;
  while (at < right.length && right[at] === found[at]) at++;
  if (typeof expected !== 'string') {
    return { pointer: `byte ${at}`, expected: byteAt(right, at), found: byteAt(found, at) };
  }
  const start = right.lastIndexOf('\n', at - 1) + 1;
  const line = right.subarray(0, start).filter((byte) => byte === 0x0a).length + 1;
  // A line of a page may have thousands of characters before the difference.
  const from = Math.max(start, at - 60);
  return { pointer: `line ${line}`, expected: lineAt(right, from), found: lineAt(found, from) };
}

const byteAt = (bytes: Buffer, at: number): string =>
  at < bytes.length ? `0x${bytes.toString('hex', at, at + 1)}` : 'nothing';

function lineAt(bytes: Buffer, start: number): string {
  if (start >= bytes.length) return 'nothing';
  const line = bytes.subarray(start, start + 200);
  const end = line.indexOf('\n');
  return JSON.stringify((end < 0 ? line : line.subarray(0, end)).toString('utf8'));
}

/** The first place, in the order of `expected`, at which `found` differs; null: nowhere. */
function firstDifference(expected: unknown, found: unknown, pointer = ''): Difference | null {
  if (expected === found) return null;
  if (!isContainer(expected) || !isContainer(found) || Array.isArray(expected) !== Array.isArray(found)) {
    return { pointer, expected: shown(expected), found: shown(found) };
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const difference = firstDifference(expected[key], found[key], at);
    if (difference) return difference;
  }
  return null;
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}
