/** Writes files and their encodings. With seal.ts the only module that writes. */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from '../runtime/http/site.ts';
import { type Encodings, type Hashed, hashed, suffixes } from './encodings.ts';

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

  /** One file as it is; returns its SHA-256. */
  write(path: string, content: Uint8Array): string {
    const file = hashed(content);
    this.put(path, file);
    return file.sha256;
  }

  /** Ends the pack; nothing can be published after. */
  endPack(): void {
    closeSync(this.pack);
    this.remember('pack', this.packBytes, this.packHash.digest('hex'));
  }

  /** Published files with the same content, each with its gzip and Brotli encodings beside it. */
  publish(paths: readonly string[], plain: Hashed, encodings: Encodings): void {
    const parts = [plain, ...encodings];
    const packed = Buffer.concat(parts.map(({ content }) => content));
    for (const path of paths) {
      for (const [index, suffix] of suffixes.entries()) this.put(path + suffix, parts[index] as Hashed);
      writeSync(this.pack, packed);
      this.packHash.update(packed);
      this.packBytes += packed.length;
    }
  }

  /** A file another tool has written into the directory. */
  adopt(path: string): void {
    const { content, sha256 } = hashed(readFileSync(join(this.dir, path)));
    this.remember(path, content.length, sha256);
  }

  private put(path: string, { content, sha256 }: Hashed): void {
    const parent = dirname(path);
    if (!this.made.has(parent)) mkdirSync(join(this.dir, parent), { recursive: true });
    this.made.add(parent);
    writeFileSync(join(this.dir, path), content);
    this.remember(path, content.length, sha256);
  }

  private remember(path: string, bytes: number, sha256: string): void {
    this.files[path] = { bytes, sha256 };
    this.bytes += bytes;
  }
}
