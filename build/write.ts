/** Writes files and their encodings. With seal.ts the only module that writes. */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from '../runtime/http/site.ts';
import { encodingsOf, type Sealed, seal, suffixes } from './encodings.ts';
import type { LastBuild } from './last.ts';

/** What a text becomes: its bytes and encodings, in the order of `suffixes`. */
interface Made {
  text: string;
  parts: readonly Sealed[];
  /** The content of all parts, one after another, as it stands in the pack. */
  packed: Uint8Array;
}

/** A writer into the fresh directory `dir`, which remembers size and SHA-256 of everything it wrote. */
export class Writer {
  readonly files: Manifest['files'] = {};
  bytes = 0;
  private readonly made = new Set<string>();

  /** Every published file again, one after another in the order of the manifest: the server reads one file, not thousands. */
  private readonly pack: number;
  private readonly packHash = createHash('sha256');
  private packBytes = 0;
  private newest: Made | null = null;

  /** Encodings are taken from `last` where it has them, and made where it has not or is null. */
  constructor(
    private readonly dir: string,
    private readonly last: LastBuild | null,
  ) {
    this.pack = openSync(join(dir, 'pack'), 'w');
  }

  /** One file as it is; returns its SHA-256. */
  write(path: string, content: Uint8Array): string {
    const sealed = seal(content);
    this.put(path, sealed);
    return sealed.sha256;
  }

  /** Ends the pack; nothing can be published after. */
  endPack(): void {
    closeSync(this.pack);
    this.remember('pack', this.packBytes, this.packHash.digest('hex'));
  }

  /** One published file, with its gzip and Brotli encodings beside it. */
  publish(path: string, text: string): void {
    // Aliases come right after their model and have its text: it is encoded once.
    if (this.newest?.text !== text) this.newest = this.make(path, text);
    const { parts, packed } = this.newest;
    for (const [index, suffix] of suffixes.entries()) this.put(path + suffix, parts[index] as Sealed);
    writeSync(this.pack, packed);
    this.packHash.update(packed);
    this.packBytes += packed.length;
  }

  /** A file another tool has written into the directory. */
  adopt(path: string): void {
    const { content, sha256 } = seal(readFileSync(join(this.dir, path)));
    this.remember(path, content.length, sha256);
  }

  private make(path: string, text: string): Made {
    const plain = seal(Buffer.from(text));
    const parts = [plain, ...(this.last?.encodings(path, plain.sha256) ?? encodingsOf(plain.content))];
    return { text, parts, packed: Buffer.concat(parts.map(({ content }) => content)) };
  }

  private put(path: string, { content, sha256 }: Sealed): void {
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
