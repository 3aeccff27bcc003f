/** The build already in place: which of its files can be reused. Each is reused only after its SHA-256 was checked. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lookUp } from '../../runtime/core/values/look-up.ts';
import { type Manifest, repeats } from '../../runtime/server/http/dist-format.ts';
import { compressor, type Encodings, type Hashed, hashed } from './encodings.ts';
import { isMark } from './unfinished-mark.ts';

/** `dist/built.json`: what a later build needs, and the SHA-256 of the manifest, which lists all other files. */
export interface Built {
  /** SHA-256 of all inputs. */
  inputs: string;
  /** The compressor of the published files. */
  compressor: string;
  /** SHA-256 of manifest.json. */
  manifest: string;
}

/** One line of JSON, like every JSON file of a build. */
export const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`;

/** Files of a build that the manifest cannot list. */
const unlisted = ['manifest.json', 'built.json'];

/** The folder of snapshots, which every build keeps. */
const keptDir = 'snapshot';

export class LastBuild {
  private constructor(
    private readonly dir: string,
    /** SHA-256 of all its inputs. */
    readonly inputs: string,
    /** Whether its files were compressed by the same compressor as now. */
    private readonly sameCompressor: boolean,
    private readonly files: Manifest['files'],
  ) {}

  /** The build in `dir`; null if there is none, or if its manifest is not the one it was sealed with. */
  static in(dir: string): LastBuild | null {
    try {
      const builtText = readFileSync(join(dir, 'built.json'), 'utf8');
      const { inputs, compressor: madeBy, manifest } = JSON.parse(builtText) as Built;
      if (builtText !== jsonLine({ inputs, compressor: madeBy, manifest } satisfies Built)) return null;
      const manifestBytes = readFileSync(join(dir, 'manifest.json'));
      if (hashed(manifestBytes).sha256 !== manifest) return null;
      return new LastBuild(
        dir,
        inputs,
        madeBy === compressor,
        (JSON.parse(manifestBytes.toString()) as Manifest).files,
      );
    } catch {
      return null;
    }
  }

  /**
   * Whether every file exists, byte for byte as it was sealed. `step` is called with each path before it is read. The
   * pack is the concatenation of all published files but repeats, so its SHA-256 and their sizes prove them all, faster
   * than one SHA-256 for each.
   */
  isWhole(step: (path: string) => void): boolean {
    if (!this.sameCompressor) return false;
    try {
      const [published, single, isRepeat] = [new FileHash(), new FileHash(), repeats()];
      for (const [path, { bytes, sha256 }] of Object.entries(this.files)) {
        step(path);
        const hash = path.startsWith('public/') && !isRepeat(sha256) ? published : single;
        if (hash.add(join(this.dir, path)) !== bytes) return false;
        if (hash !== published && hash.end() !== sha256) return false;
      }
      return published.end() === this.files.pack?.sha256;
    } catch {
      return false;
    }
  }

  /** The number of files, and their total bytes. */
  size(): { files: number; bytes: number } {
    const listed = Object.values(this.files);
    return {
      files: listed.length + unlisted.length,
      bytes:
        listed.reduce((sum, { bytes }) => sum + bytes, 0) +
        unlisted.reduce((sum, path) => sum + statSync(join(this.dir, path)).size, 0),
    };
  }

  /** Files that exist but differ from what was sealed: edited by a user, or damaged on disk. */
  changed(): string[] {
    return Object.keys(this.files).filter((path) => existsSync(join(this.dir, path)) && this.sealed(path) === null);
  }

  /** Paths in the folder that belong neither to the build nor to snapshots. `ignored` are file names. */
  foreign(ignored: readonly string[], below = ''): string[] {
    return readdirSync(join(this.dir, below), { withFileTypes: true }).flatMap((entry) => {
      const path = below + entry.name;
      if (entry.isDirectory()) return path === keptDir ? [] : this.foreign(ignored, `${path}/`);
      const isOurs = unlisted.includes(path) || Object.hasOwn(this.files, path) || (below === '' && isMark(entry.name));
      return (isOurs && entry.isFile()) || ignored.includes(entry.name) ? [] : path;
    });
  }

  /** gzip and Brotli of the file at `path` if it had this content; null if it had not, or if one is damaged. */
  encodings(path: string, sha256: string): Encodings | null {
    if (!this.sameCompressor || lookUp(this.files, path)?.sha256 !== sha256) return null;
    const gzip = this.sealed(`${path}.gz`);
    const brotli = gzip && this.sealed(`${path}.br`);
    return brotli && [gzip, brotli];
  }

  private sealed(path: string): Hashed | null {
    try {
      const found = hashed(readFileSync(join(this.dir, path)));
      return found.sha256 === lookUp(this.files, path)?.sha256 ? found : null;
    } catch {
      return null;
    }
  }
}

/** The SHA-256 of concatenated files. */
class FileHash {
  private hash = createHash('sha256');
  /** Bytes read but not hashed yet: many small files are hashed at once. */
  private readonly room = Buffer.allocUnsafe(1 << 18);
  private used = 0;

  /** Returns the number of bytes of the file. */
  add(path: string): number {
    const fd = openSync(path, 'r');
    try {
      let bytes = 0;
      for (;;) {
        if (this.used === this.room.length) this.flush();
        const free = this.room.length - this.used;
        const read = readSync(fd, this.room, this.used, free, null);
        bytes += read;
        this.used += read;
        if (read < free) return bytes;
      }
    } finally {
      closeSync(fd);
    }
  }

  /** The SHA-256 in hex; the next file starts anew. */
  end(): string {
    this.flush();
    const digest = this.hash.digest('hex');
    this.hash = createHash('sha256');
    return digest;
  }

  private flush(): void {
    this.hash.update(this.room.subarray(0, this.used));
    this.used = 0;
  }
}
