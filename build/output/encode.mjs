/**
 * The worker thread of encoder.ts. It is JavaScript because a worker in Node 20 needs a loader for TypeScript, which is
 * slow to start.
 */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const { gzipLevel, brotli: usual, smallest } = workerData;

const gzip = ({ bytes }) => gzipSync(bytes, { level: gzipLevel });

const brotli = ({ bytes, how }) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: how.quality,
      [constants.BROTLI_PARAM_LGWIN]: how.window,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

parentPort.on('message', (sent) => {
  const contents = sent.map((one) => ({ bytes: Buffer.from(one.content), how: one.smallest ? smallest : usual }));
  // Run one compressor after the other: alternating, they would evict each other's tables from the CPU cache.
  const zipped = contents.map(gzip);
  const all = contents.map(brotli).flatMap((encoded, index) => [zipped[index], encoded]);
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  const parts = all.map((part) => ({ size: part.length, sha256: createHash('sha256').update(part).digest('hex') }));
  parentPort.postMessage({ bytes, parts }, [bytes.buffer]);
});
