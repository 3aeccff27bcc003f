/** The bytes of a published file in every encoding that is offered. */
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const settings = { gzipLevel: 9, brotliQuality: 9, brotliWindow: 16 };

/**
 * What else than a text decides on its encodings: where this is the same, so are they. The architecture counts, for
 * zlib finds its matches in another way on each.
 */
export const compressor = JSON.stringify([
  ...[settings, process.version, process.versions.zlib, process.versions.brotli, process.arch],
]);

/** A content and its SHA-256, in hex. */
export interface Sealed {
  content: Uint8Array;
  sha256: string;
}

/** What is appended to the name of a file for each of its encodings; '' is the file as it is. */
export const suffixes = ['', '.gz', '.br'] as const;

export const seal = (content: Uint8Array): Sealed => ({
  content,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** `content` in gzip and Brotli, in the order of `suffixes`. */
export function encodingsOf(content: Uint8Array): [gzip: Sealed, brotli: Sealed] {
  const brotli = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: settings.brotliQuality,
      [constants.BROTLI_PARAM_LGWIN]: settings.brotliWindow,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  return [seal(gzipSync(content, { level: settings.gzipLevel })), seal(brotli)];
}
