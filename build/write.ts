/** Writes files and their encodings. With seal.ts the only module that writes. */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Manifest } from '../runtime/http/site.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const brotli = (content: Buffer): Buffer =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: 16,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** A writer into the fresh directory `dir`, which remembers size and SHA-256 of everything it wrote. */
export class Writer {
  readonly files: Manifest['files'] = {};
  bytes = 0;
  private readonly made = new Set<string>();

  /** Every published file again, one after another in the order of the manifest: the server reads one file, not thousands. */
  private readonly pack: number;
  private readonly packHash = createHash('sha256');
  private packBytes = 0;

  constructor(private readonly dir: string) {
    this.pack = openSync(join(dir, 'pack'), 'w');
  }

  /** One file as it is. */
  write(path: string, content: Uint8Array): void {
    const parent = dirname(path);
    if (!this.made.has(parent)) mkdirSync(join(this.dir, parent), { recursive: true });
    this.made.add(parent);
    writeFileSync(join(this.dir, path), content);
    this.remember(path, content);
  }

  /** Ends the pack; nothing can be published after. */
  endPack(): void {
    closeSync(this.pack);
    this.files.pack = { bytes: this.packBytes, sha256: this.packHash.digest('hex') };
    this.bytes += this.packBytes;
  }

  /** One published file, with its gzip and Brotli encodings beside it. */
  publish(path: string, text: string): void {
    const content = Buffer.from(text);
    for (const [suffix, bytes] of [
      ['', content],
      ['.gz', gzipSync(content, { level: 9 })],
      ['.br', brotli(content)],
    ] as const) {
      this.write(path + suffix, bytes);
      writeSync(this.pack, bytes);
      this.packHash.update(bytes);
      this.packBytes += bytes.length;
    }
  }

  /** A file another tool has written into the directory. */
  adopt(path: string): void {
    this.remember(path, readFileSync(join(this.dir, path)));
  }

  private remember(path: string, content: Uint8Array): void {
    this.files[path] = { bytes: content.length, sha256: sha256(content) };
    this.bytes += content.length;
  }
}
