/**
 * Remembers what was read of logs, so that a second run reads only what was appended to them.
 *
 * An entry is a file of its own in the cache folder of the user, encrypted and authenticated (AES-256-GCM) with a random
 * key that lies beside it: without that key it tells nothing, and one that somebody changed, swapped or made up is not
 * used. Its name is a keyed hash of the path of the log. An entry counts only while the log is the same file with the
 * same time, size, beginning and end, or has grown behind that end. Everything in the folder may be deleted at any time.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type StoredFile, storedBytes, storedFile } from '../logs/stored-calls.ts';
import { version } from './program.ts';

/** What a file was when it was read. */
interface Seen {
  size: number;
  /** Nanoseconds. */
  mtime: string;
  inode: string;
  /** Keyed hashes of its first bytes and of those before its end. */
  head: string;
  tail: string;
}

/** What is known of a log: how many of its bytes, and what was read of them. */
export interface Remembered {
  bytes: number;
  /** Whether that is all there is. */
  isWhole: boolean;
  read: StoredFile;
}

/** A smaller log is read as fast as its entry. */
const fewestBytes = 2 ** 15;
const edge = 2 ** 12;
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
/** Entries that were not written again for so long are removed. */
const keptMs = 60 * 86_400_000;
/** A log that was written so shortly ago may change once more within the resolution of its time. */
const settledMs = 100;

const noFollow = constants.O_NOFOLLOW ?? 0;

/** The cache folder of this user. */
export function cacheFolder(env: NodeJS.ProcessEnv, home: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'agent-cost', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'agent-cost');
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'agent-cost');
}

export class LogIndex {
  private readonly used = new Set<string>();
  private wrote = false;

  private constructor(
    private readonly folder: string,
    private readonly key: Buffer,
  ) {}

  /** null: there can be none, since the folder cannot be made or others may write to it. */
  static open(cache: string): LogIndex | null {
    const folder = join(cache, 'logs');
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const path of [cache, folder]) if (!isOwnFolder(path)) return null;
      return new LogIndex(folder, keyIn(folder));
    } catch {
      return null;
    }
  }

  /** What is known of a log that has not changed since, or only grown. */
  find(path: string): Remembered | null {
    const name = this.nameOf(path);
    this.used.add(name);
    try {
      const entry = this.decrypted(readOwn(join(this.folder, name)), name);
      const length = entry.readUInt32LE(0);
      const seen = JSON.parse(entry.toString('utf8', 4, 4 + length)) as Seen;
      const read = storedFile(entry.subarray(4 + length));
      if (read === null) return null;
      const now = this.seenOf(path, seen.size);
      if (now === null || now.head !== seen.head || now.tail !== seen.tail || now.inode !== seen.inode) return null;
      const isSame = now.mtime === seen.mtime && now.fileSize === seen.size;
      if (!isSame && (read.lines === null || now.fileSize < seen.size)) return null;
      return { bytes: seen.size, isWhole: isSame, read };
    } catch {
      // There is none, or it is damaged or not ours: the log is read.
      return null;
    }
  }

  /**
   * Whether a log can be remembered once it has been read up to its present size.
   * @returns that size and a function that keeps what was read; null: it cannot
   */
  watch(path: string): { bytes: number; keep: (read: StoredFile) => void } | null {
    try {
      const before = statSync(path, { bigint: true });
      const bytes = Number(before.size);
      if (!before.isFile() || bytes < fewestBytes) return null;
      const seen = this.seenOf(path, bytes);
      if (seen === null || seen.mtime !== String(before.mtimeNs)) return null;
      return { bytes, keep: (read) => this.keep(path, seen, read) };
    } catch {
      return null;
    }
  }

  /** Removes entries that nobody has used for long. */
  end(): void {
    if (!this.wrote) return;
    try {
      for (const name of readdirSync(this.folder)) {
        const path = join(this.folder, name);
        if (name !== 'key' && !this.used.has(name) && Date.now() - lstatSync(path).mtimeMs > keptMs) rmSync(path);
      }
    } catch {
      // Somebody else may have removed them.
    }
  }

  private keep(path: string, { fileSize: _, endsLine, ...seen }: SeenNow, read: StoredFile): void {
    try {
      if (Date.now() - Number(BigInt(seen.mtime) / 1_000_000n) < settledMs) return;
      const now = statSync(path, { bigint: true });
      if (String(now.mtimeNs) !== seen.mtime || Number(now.size) !== seen.size) return;
      const name = this.nameOf(path);
      const head = Buffer.from(JSON.stringify(seen));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(head.length);
      const stored = storedBytes({ ...read, lines: endsLine ? read.lines : null });
      const temporary = join(this.folder, `${name}.${process.pid}-${randomBytes(6).toString('hex')}`);
      try {
        writeFileSync(temporary, this.encrypted(Buffer.concat([length, head, stored]), name), {
          mode: 0o600,
          flag: 'wx',
        });
        // A link that stands under the name is replaced, not followed.
        renameSync(temporary, join(this.folder, name));
        this.wrote = true;
      } finally {
        rmSync(temporary, { force: true });
      }
    } catch {
      // Without the entry the log is read again: that is no reason to fail.
    }
  }

  private nameOf(path: string): string {
    return this.hash(`path ${resolve(path)}`).slice(0, 40);
  }

  private hash(content: string | Uint8Array): string {
    return createHmac('sha256', this.key).update(content).digest('hex');
  }

  /** The file as it is now, with the hashes of its first `size` bytes' ends. */
  private seenOf(path: string, size: number): SeenNow | null {
    const fd = openSync(path, constants.O_RDONLY);
    try {
      const stats = fstatSync(fd, { bigint: true });
      if (!stats.isFile() || stats.size < size) return null;
      const head = bytesAt(fd, 0, Math.min(edge, size));
      const tail = bytesAt(fd, Math.max(0, size - edge), Math.min(edge, size));
      return {
        ...{ size, fileSize: Number(stats.size), mtime: String(stats.mtimeNs), inode: `${stats.dev} ${stats.ino}` },
        ...{ head: this.hash(head), tail: this.hash(tail), endsLine: tail.at(-1) === 10 },
      };
    } finally {
      closeSync(fd);
    }
  }

  private encrypted(content: Buffer, name: string): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(bound(name));
    const text = Buffer.concat([cipher.update(content), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]);
  }

  /** @throws an Error if the entry was not written by this program, with this key, under this name */
  private decrypted(entry: Buffer, name: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.key, entry.subarray(0, ivBytes)).setAAD(bound(name));
    decipher.setAuthTag(entry.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(entry.subarray(ivBytes + tagBytes)), decipher.final()]);
  }
}

interface SeenNow extends Seen {
  /** Bytes of the whole file, of which `size` are looked at. */
  fileSize: number;
  /** Whether these bytes end with a line. */
  endsLine: boolean;
}

/** Another build of the program may read a log otherwise, so that it does not use these entries. */
const program = (() => {
  const { size, mtimeMs } = statSync(fileURLToPath(import.meta.url));
  return `agent-cost ${version} ${size} ${mtimeMs}`;
})();

const bound = (name: string): Buffer => Buffer.from(`${program} ${name}`);

function bytesAt(fd: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const some = readSync(fd, bytes, read, length - read, start + read);
    if (some === 0) break;
    read += some;
  }
  return bytes.subarray(0, read);
}

/** Whether a folder is no link, belongs to this user, and only the user may write to it. Windows has no such modes. */
function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return false;
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0);
}

/** A regular file of this user, which is no link. */
function readOwn(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || (process.getuid !== undefined && stats.uid !== process.getuid()))
      throw new Error('not ours');
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The key of the folder, made if there is none; several runs at once agree on the first. */
function keyIn(folder: string): Buffer {
  const path = join(folder, 'key');
  const made = join(folder, `key.${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    const key = readOwn(path);
    if (key.length === keyBytes) return key;
    rmSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') rmSync(path);
  }
  try {
    writeFileSync(made, randomBytes(keyBytes), { mode: 0o600, flag: 'wx' });
    linkSync(made, path);
  } catch {
    // Another run was faster.
  } finally {
    rmSync(made, { force: true });
  }
  const key = readOwn(path);
  if (key.length !== keyBytes) throw new Error('no key');
  return key;
}
