/**
 * Compression alone: compresses every published file with gzip and Brotli. The settings of the build are found by
 * trying a few until one gives the same bytes. Prints the milliseconds spent compressing.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [, , index, blob] = process.argv;
const from = openSync(blob, 'r');
const files = new Map();
for (const line of readFileSync(index, 'utf8').trimEnd().split('\n')) {
  const [, kind, bytes, path] = /^(.) (\d+) (.*)$/.exec(line);
  if (kind === 'd') continue;
  const content = Buffer.allocUnsafe(Number(bytes));
  for (let done = 0; done < content.length; ) done += readSync(from, content, done, content.length - done);
  files.set(path, content);
}
closeSync(from);

const brotli = (content, [quality, window]) =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
const candidates = [9, 11, 10, 5].flatMap((quality) => [16, 22, 18, 20].map((window) => [quality, window]));

let unmatched = 0;
const jobs = [...files].flatMap(([path, content]) => {
  const made = files.get(`${path}.br`);
  if (made === undefined) return [];
  const setting = candidates.find((setting) => brotli(content, setting).equals(made));
  if (setting === undefined) unmatched++;
  return [{ content, setting: setting ?? candidates[0] }];
});

const started = performance.now();
for (const { content, setting } of jobs) {
  gzipSync(content, { level: 9 });
  brotli(content, setting);
}
console.log(JSON.stringify({ milliseconds: performance.now() - started, files: jobs.length, unmatched }));
