/** Writes files and their encodings. Only this module and swap.ts write to dist. */
import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, linkSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  indexHead,
  indexLine,
  type Manifest,
  type PackHead,
  packed,
  suffixes,
} from '../../runtime/server/http/dist-format.ts';
import { type Encodings, type Hashed, hashed } from './encodings.ts';

/** A file written in parts. */
class Parts {
  bytes = 0;
  private readonly hash = createHash('sha256');
  private readonly fd: number;

  constructor(path: string) {
    this.fd = openSync(path, 'w');
  }

  add(content: Uint8Array): void {
    writeFileSync(this.fd, content);
    this.hash.update(content);
    this.bytes += content.length;
  }

  /** Closes the file and returns its SHA-256. */
  end(): string {
    closeSync(this.fd);
    return this.hash.digest('hex');
  }
}

/** Number of lines of the manifest or the index that are written at once. */
const linesAtOnce = 100;

/**
 * Writes into the fresh directory `dir` and records size and SHA-256 of every file in the manifest. It keeps only one
 * line per published file in memory, for the index of the pack.
 */
export class Writer {
  files = 0;
  bytes = 0;
  private readonly made = new Set<string>();

  /**
   * Copies of all published files in the order of the manifest, those of one content once: the server reads one file
   * instead of thousands.
   */
  private readonly pack: Parts;
  private readonly indexLines: string[] = [];

  private readonly manifest: Parts;
  private lines: string[] = [];

  /** `head`: the fields of the manifest before its files. */
  constructor(
    private readonly dir: string,
    private readonly head: Omit<Manifest, 'files'>,
  ) {
    this.pack = new Parts(join(dir, 'pack'));
    this.manifest = new Parts(join(dir, 'manifest.json'));
    this.manifest.add(Buffer.from(`${JSON.stringify(head).slice(0, -1)},"files":{\n`));
  }

  /** Writes one file without encodings; returns its SHA-256. */
  write(path: string, content: Uint8Array): string {
    const file = hashed(content);
    this.put(path, file);
    return file.sha256;
  }

  /** Ends the pack and writes its index with the SHA-256 of the catalog; nothing can be published afterwards. */
  endPack(catalog: string): void {
    const pack = this.pack.end();
    this.note('pack', this.pack.bytes, pack);
    const head: PackHead = { ...this.head, catalog, pack, bytes: this.pack.bytes };
    const index = new Parts(join(this.dir, 'pack.index'));
    index.add(Buffer.from(indexHead(head)));
    this.indexLines.sort();
    for (let from = 0; from < this.indexLines.length; from += linesAtOnce) {
      index.add(Buffer.from(this.indexLines.slice(from, from + linesAtOnce).join('')));
    }
    this.note('pack.index', index.bytes, index.end());
  }

  /** Ends the manifest and writes a last file, which contains its SHA-256 and is not listed in it. */
  endManifest(path: string, contentFor: (sha256: string) => Uint8Array): void {
    this.flushLines();
    this.manifest.add(Buffer.from('\n}}\n'));
    const content = contentFor(this.manifest.end());
    writeFileSync(join(this.dir, path), content);
    this.files += 2;
    this.bytes += this.manifest.bytes + content.length;
  }

  /**
   * Publishes a content under each of `paths`, its gzip and Brotli encodings next to it. It is written once: the other
   * paths, aliases of the first, are hard links to its files.
   */
  publish(paths: readonly string[], plain: Hashed, encodings: Encodings): void {
    const parts = [plain, ...encodings];
    const sizes = parts.map(({ content, sha256 }) => ({ bytes: content.length, sha256 }));
    const [first] = paths;
    for (const path of paths) {
      this.indexLines.push(inOnePiece(indexLine(path.slice('public'.length), this.pack.bytes, sizes)));
      for (const [index, encoding] of packed.entries()) {
        const [file, suffix] = [parts[index] as Hashed, suffixes[encoding]];
        if (path === first) this.put(path + suffix, file);
        else this.link(path + suffix, first + suffix, file);
      }
    }
    this.pack.add(Buffer.concat(parts.map(({ content }) => content)));
  }

  /** Records a file that another tool has written to the directory. */
  adopt(path: string): void {
    const { content, sha256 } = hashed(readFileSync(join(this.dir, path)));
    this.note(path, content.length, sha256);
  }

  private put(path: string, { content, sha256 }: Hashed): void {
    writeFileSync(this.placeFor(path), content);
    this.note(path, content.length, sha256);
  }

  /** A second path of the file at `first`; a copy where the file system knows no hard links. */
  private link(path: string, first: string, { content, sha256 }: Hashed): void {
    const [from, to] = [join(this.dir, first), this.placeFor(path)];
    try {
      linkSync(from, to);
    } catch {
      copyFileSync(from, to);
    }
    this.note(path, content.length, sha256);
  }

  /** Where to write `path`; its folder exists afterwards. */
  private placeFor(path: string): string {
    const parent = dirname(path);
    if (!this.made.has(parent)) mkdirSync(join(this.dir, parent), { recursive: true });
    this.made.add(parent);
    return join(this.dir, path);
  }

  private note(path: string, bytes: number, sha256: string): void {
    const comma = this.files === 0 ? '' : ',\n';
    this.lines.push(`${comma}${JSON.stringify(path)}:${JSON.stringify({ bytes, sha256 })}`);
    if (this.lines.length >= linesAtOnce) this.flushLines();
    this.files++;
    this.bytes += bytes;
  }

  private flushLines(): void {
    this.manifest.add(Buffer.from(this.lines.join('')));
    this.lines = [];
  }
}

/** A flat copy of an ASCII text; a concatenated string would keep all its parts in memory. */
const inOnePiece = (text: string): string => Buffer.from(text).toString('latin1');
