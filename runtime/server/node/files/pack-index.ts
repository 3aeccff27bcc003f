/** Finds files in `dist/pack.index`. */

import { type PackHead, packed } from '../../http/dist-format.ts';
import type { Encoding } from '../../http/negotiate.ts';

/** One encoding of a file in the pack. */
export interface Packed {
  at: number;
  bytes: number;
  sha256: string;
}

const newline = 0x0a;

export class PackIndex {
  readonly head: PackHead;
  private readonly start: number;

  /** Throws a SyntaxError if the first line is not JSON. */
  constructor(private readonly bytes: Buffer) {
    this.start = bytes.indexOf(newline) + 1;
    this.head = JSON.parse(bytes.toString('utf8', 0, this.start)) as PackHead;
  }

  has(path: string): boolean {
    return this.lineOf(path) !== null;
  }

  /** Where the file of this path, such as `/api/v1/models.json`, is in this encoding; null if there is none. */
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
    if (path.includes(' ')) return null;
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
