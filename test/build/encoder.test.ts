import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { Encoder } from '../../build/output/encodings.ts';
import { sha256 } from '../support/build.ts';

function newEncoder(): Encoder {
  const encoder = new Encoder();
  onTestFinished(() => encoder.end());
  return encoder;
}

test('returns for every text the bytes that zlib returns without a thread', async () => {
  const encoder = newEncoder();
  const texts = [
    '',
    'ä€🙂',
    'x'.repeat(1_000_000),
    ...Array.from({ length: 500 }, (_, n) => `{"n":${n}}`.repeat(1 + n)),
  ];
  const all = await Promise.all(texts.map((text) => encoder.encode(text)));
  for (const [index, text] of texts.entries()) {
    const content = Buffer.from(text);
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
    const params = { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 16, [BROTLI_PARAM_SIZE_HINT]: content.length };
    const expected = [gzipSync(content, { level: 9 }), brotliCompressSync(content, { params })];
    for (const [n, bytes] of expected.entries()) {
      const made = all[index]?.[n];
      expect(bytes.equals(made?.content as Uint8Array), `encoding ${n} of text ${index}`).toBe(true);
      expect(made?.sha256).toBe(sha256(bytes));
    }
  }
});

test('rejects every waiting job when its thread fails', async () => {
  const encoder = newEncoder();
  // An error of the thread may overtake its last reply, so that reply is awaited first.
  expect(await encoder.encode('before')).toHaveLength(2);
  const waiting = [encoder.encode(null as never), encoder.encode('after')];
  const results = await Promise.allSettled(waiting);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('rejects new jobs once its thread has failed or was ended', async () => {
  const failed = newEncoder();
  await expect(failed.encode(null as never)).rejects.toThrow();
  await expect(failed.encode('after')).rejects.toThrow();
  const ended = newEncoder();
  await ended.end();
  await expect(ended.encode('after')).rejects.toThrow('The thread that compresses has ended.');
});
