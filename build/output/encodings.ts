/** How published files are compressed, and what a content is known by. */
import { createHash } from 'node:crypto';

/** What a first visit loads is compressed as far as it goes, which takes a hundred times as long. */
export const settings = {
  gzipLevel: 9,
  brotli: { quality: 9, window: 16 },
  smallest: { quality: 11, window: 22 },
};

/**
 * What else than a text decides on its encodings: where this is the same, so are they. The architecture counts, for
 * zlib looks for matches in another way on each.
 */
export const compressor = JSON.stringify([
  ...[settings, process.version, process.versions.zlib, process.versions.brotli, process.arch],
]);

/** A content and its SHA-256, in hex. */
export interface Hashed {
  content: Uint8Array;
  sha256: string;
}

export const hashed = (content: Uint8Array): Hashed => ({
  content,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** gzip and Brotli of a text. */
export type Encodings = readonly [gzip: Hashed, brotli: Hashed];
