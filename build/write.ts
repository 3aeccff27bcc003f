/** Writes files and their encodings. With seal.ts the only module that writes. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Manifest } from '../runtime/http/site.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A writer into the fresh directory `dir`, which remembers size and SHA-256 of everything it wrote. */
export class Writer {
  readonly files: Manifest['files'] = {};
  bytes = 0;
  private readonly made = new Set<string>();

  constructor(private readonly dir: string) {}

  /** One file as it is. */
  write(path: string, content: Uint8Array): void {
    const parent = dirname(path);
    if (!this.made.has(parent)) mkdirSync(join(this.dir, parent), { recursive: true });
    this.made.add(parent);
    writeFileSync(join(this.dir, path), content);
    this.remember(path, content);
  }

  /** One published file, with its gzip and Brotli encodings beside it. */
  publish(path: string, text: string): void {
    const content = Buffer.from(text);
    this.write(path, content);
    this.write(`${path}.gz`, gzipSync(content, { level: 9 }));
    this.write(
      `${path}.br`,
      brotliCompressSync(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_LGWIN]: 16,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    );
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
