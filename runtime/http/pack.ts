/**
 * `dist/pack.index` lists where each published file lies in `dist/pack`: a line of JSON about the build, then a line for
 * each file, sorted, so that one is found by halving and nothing has to be read in advance. The manifest says the same
 * and more; to parse it was a tenth of the time to the first answer, and grows with the files.
 *
 * A line is `path at bytes sha256 bytes sha256 bytes sha256`: the offset in the pack, then size and SHA-256 (hex) of each
 * of `packed`, which follow one another there. Paths are ASCII without spaces (the data schemas see to it).
 */
import { type Encoding, encodings } from './negotiate.ts';

/** The first line. */
export interface PackHead {
  /** Of this file's own shape. */
  format: 1;
  datasetVersion: string;
  pricesAsOf: string;
  /** YYYY-MM-DD, or null: none is scheduled. */
  nextPriceChange: string | null;
  /** SHA-256 of catalog.json and of the pack, in hex. */
  catalog: string;
  pack: string;
  /** Size of the pack. */
  bytes: number;
}

/** The encodings of a file in the order of the pack. */
export const packed: readonly Encoding[] = [...encodings].reverse();

/** What is appended to the name of a published file for each of its encodings. */
export const suffixes: Record<Encoding, string> = { identity: '', gzip: '.gz', br: '.br' };

export const indexLine = (path: string, at: number, parts: readonly { bytes: number; sha256: string }[]): string =>
  `${path} ${at} ${parts.map(({ bytes, sha256 }) => `${bytes} ${sha256}`).join(' ')}\n`;

export const indexHead = (head: PackHead): string => `${JSON.stringify(head)}\n`;
