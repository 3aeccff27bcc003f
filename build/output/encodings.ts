/** How published files are compressed and hashed. */
import { createHash } from 'node:crypto';

/** `smallest` is for files loaded on a first visit: it compresses best, but is far slower. */
export const settings = {
  gzipLevel: 9,
  brotli: { quality: 9, window: 16 },
  smallest: { quality: 11, window: 22 },
};

/**
 * Everything other than the content that determines its encodings. It includes the architecture, because zlib searches
 * for matches differently on each.
 */
export const compressor = JSON.stringify([
  ...[settings, process.version, process.versions.zlib, process.versions.brotli, process.arch],
]);

/** A content with its SHA-256 in hex. */
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
