/**
 * `dist/pack.index` says where each published file lies in `dist/pack`: a line of JSON about the build, then a line for
 * each file, sorted, so that one is found by halving and nothing has to be read in advance. The manifest says the same
 * and more; to parse it was a tenth of the time to the first answer, and grows with the files.
 *
 * A line is `path at bytes sha256 bytes sha256 bytes sha256`: the offset in the pack, then size and SHA-256 (hex) of each
 * of `packed`, which follow one another there. Paths are ASCII without spaces (the data schemas see to it).
 */
import type { Encoding } from '../http/negotiate.ts';

/** The first line. */
export interface PackHead {
  /** Of this file's own shape. */
  format: 1;
  datasetVersion: string;
  pricesAsOf: string;
  /** SHA-256 of catalog.json and of the pack, in hex. */
  catalog: string;
  pack: string;
  /** Size of the pack. */
  bytes: number;
}

/** The encodings of a file in the order of the pack. */
export const packed: readonly Encoding[] = ['identity', 'gzip', 'br'];

/** One encoding of a file in the pack. */
export interface Packed {
  at: number;
  bytes: number;
  sha256: string;
}

export const indexLine = (path: string, at: number, parts: readonly { bytes: number; sha256: string }[]): string =>
  `${path} ${at} ${parts.map(({ bytes, sha256 }) => `${bytes} ${sha256}`).join(' ')}\n`;

/** The bytes of an index; `lines` are sorted in place. */
export const packIndex = (head: PackHead, lines: string[]): Buffer =>
  Buffer.from(`${JSON.stringify(head)}\n${lines.sort().join('')}`);

const newline = 0x0a;

export class PackIndex {
  readonly head: PackHead;
  private readonly start: number;

  /** Throws a SyntaxError where the first line is not JSON. */
  constructor(private readonly bytes: Buffer) {
    this.start = bytes.indexOf(newline) + 1;
    this.head = JSON.parse(bytes.toString('utf8', 0, this.start)) as PackHead;
  }

  has(path: string): boolean {
    return this.lineOf(path) !== null;
  }

  /** Where a file of this path, such as `/api/v1/models.json`, lies in this encoding; null where there is none. */
  find(path: string, encoding: Encoding): Packed | null {
    const line = this.lineOf(path);
    if (line === null) return null;
    const [, first, ...sizes] = line.split(' ');
    const index = packed.indexOf(encoding);
    let at = Number(first);
    for (let before = 0; before < index; before++) at += Number(sizes[2 * before]);
    return { at, bytes: Number(sizes[2 * index]), sha256: sizes[2 * index + 1] ?? '' };
  }

  private lineOf(path: string): string | null {
    const { bytes } = this;
    const wanted = Buffer.from(`${path} `);
    let low = this.start;
    let high = bytes.length;
    while (low < high) {
      const line = Math.max(low, bytes.lastIndexOf(newline, ((low + high) >> 1) - 1) + 1);
      const end = bytes.indexOf(newline, line);
      const order = wanted.compare(bytes, line, Math.min(line + wanted.length, bytes.length));
      if (order === 0) return bytes.toString('latin1', line, end);
      if (order < 0) high = line;
      else low = end + 1;
    }
    return null;
  }
}
