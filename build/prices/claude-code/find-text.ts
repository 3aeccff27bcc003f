/** Finds marked stretches of text in a large file without holding the file: the program in a package is 400 MB. */
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { PageError } from '../price-row.ts';

/** What to look for: the text after each `mark`, and `before` characters ahead of it. */
export interface Wanted {
  mark: string;
  before: number;
  length: number;
}

/** More than any package had, so that a file made to be endless ends. */
const longest = 2_000_000_000;
/** The same mark stands in a few places of a program, never in many. */
const most = 20;

/**
 * The stretches of text around each mark, in the order of the file, one list for each mark. A mark within a stretch
 * already taken begins no other. Bytes are read as Latin-1.
 * @throws PageError if the file is longer than any package, or damaged
 */
export async function findText(chunks: AsyncIterable<Buffer>, wanted: readonly Wanted[]): Promise<string[][]> {
  const kept = Math.max(...wanted.map(({ mark, before }) => mark.length + before));
  const searches = wanted.map((one) => ({ ...one, next: 0, found: [] as Buffer[], missing: 0 }));
  let tail: Buffer = Buffer.alloc(0);
  let read = 0;
  for await (const chunk of chunks) {
    const text = Buffer.concat([tail, chunk]);
    const start = read - tail.length;
    for (const search of searches) {
      const last = search.found.at(-1);
      if (search.missing > 0 && last !== undefined) {
        const more = chunk.subarray(0, search.missing);
        search.found[search.found.length - 1] = Buffer.concat([last, more]);
        search.missing -= more.length;
      }
      while (search.missing === 0 && search.found.length < most) {
        const at = text.indexOf(search.mark, Math.max(0, search.next - start), 'latin1');
        if (at < 0) break;
        const from = Math.max(0, at - search.before);
        const taken = text.subarray(from, at + search.length);
        search.found.push(Buffer.from(taken));
        search.missing = at + search.length - from - taken.length;
        search.next = start + at + search.length;
      }
    }
    read += chunk.length;
    if (read > longest) throw new PageError(`it is longer than ${longest} bytes`);
    tail = text.subarray(Math.max(0, text.length - kept));
  }
  return searches.map(({ found }) => found.map((one) => one.toString('latin1')));
}

/** The bytes of a file, unpacked if it is compressed with gzip; the entries of an archive follow each other. */
export function unpacked(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  if (!isGzip(path)) return file;
  const gunzip = createGunzip({ chunkSize: 1 << 20 });
  file.on('error', (error) => gunzip.destroy(error));
  return file.pipe(gunzip) as Readable;
}

function isGzip(path: string): boolean {
  const file = openSync(path, 'r');
  const start = Buffer.alloc(2);
  readSync(file, start);
  closeSync(file);
  return start[0] === 0x1f && start[1] === 0x8b;
}
