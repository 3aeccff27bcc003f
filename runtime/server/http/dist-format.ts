/** What a build tells the runtimes about the files it has published. */
import type { CatalogFile } from '../../core/dataset/dataset.ts';
import { type Encoding, encodings } from './negotiate.ts';

/** The build's list of the files it made: `dist/manifest.json`, one file per line. */
export interface Manifest {
  /** Version of the manifest's shape. */
  format: 1;
  datasetVersion: string;
  pricesAsOf: string;
  /** YYYY-MM-DD: the day the next scheduled price takes effect; null: none is scheduled. */
  nextPriceChange: string | null;
  /** By path below `dist`. */
  files: Record<string, { bytes: number; sha256: string }>;
}

/**
 * `dist/pack.index` lists where each published file is in `dist/pack`: a line of JSON about the build, then a line for
 * each file, sorted, so that a file is found by binary search and nothing has to be parsed in advance. The manifest has
 * the same information and more, but parsing it would delay the first answer, the more so the more files there are.
 *
 * A line is `path at bytes sha256 bytes sha256 bytes sha256`: the offset in the pack, then size and SHA-256 (hex) of each
 * of `packed`, which are adjacent there; files of the same content share a place. Paths are ASCII without spaces (ensured
 * by the data schemas).
 *
 * This is the first line.
 */
export interface PackHead {
  /** Version of this file's format. */
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

/**
 * Tells of each published file, asked in the order of the manifest by its SHA-256, whether the pack has its content
 * already: a model's aliases follow it, and are in the pack once.
 */
export function repeats(): (sha256: string) => boolean {
  const newest: string[] = [];
  return (sha256) => {
    if (newest.includes(sha256)) return true;
    if (newest.push(sha256) > packed.length) newest.shift();
    return false;
  };
}

/** What is appended to the name of a published file for each of its encodings. */
export const suffixes: Record<Encoding, string> = { identity: '', gzip: '.gz', br: '.br' };

export const indexLine = (path: string, at: number, parts: readonly { bytes: number; sha256: string }[]): string =>
  `${path} ${at} ${parts.map(({ bytes, sha256 }) => `${bytes} ${sha256}`).join(' ')}\n`;

export const indexHead = (head: PackHead): string => `${JSON.stringify(head)}\n`;

/** What is bundled into the worker: the data POST is computed from, and the list of files. */
export interface Published {
  catalog: CatalogFile;
  /** YYYY-MM-DD, or null: none is scheduled. */
  nextPriceChange: string | null;
  /** Below `dist/public`, such as `/api/v1/meta.json`, each with `.br` and `.gz` next to it. */
  files: readonly string[];
}
