/**
 * Remembers what was read of logs, so that a second run reads only what was appended to them.
 *
 * An entry is a sealed file in the cache folder of the user. Its name is a keyed hash of the path of the log. It counts
 * only while the log is the same file with the same time, size, beginning and end, or has grown behind that end.
 * Everything in the folder may be deleted at any time.
 */
import { closeSync, constants, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type StoredFile, storedBytes, storedFile } from '../logs/stored-calls.ts';
import type { Machine } from './find-logs.ts';
import { SealedFolder } from './sealed-folder.ts';

export interface Seen {
  size: number;
  /** Nanoseconds. */
  mtime: string;
  inode: string;
  /** A keyed hash of its first bytes and of those before its end. */
  edges: string;
}

/** What is known of a log: how many of its bytes, and what was read of them. */
export interface Remembered {
  bytes: number;
  isWhole: boolean;
  read: StoredFile;
}

/** A smaller log is read as fast as its entry. */
const fewestBytes = 2 ** 15;
const edge = 2 ** 12;
/** Entries that were not written again for so long are removed. */
const keptMs = 60 * 86_400_000;
/** A log that was written so shortly ago may change once more within the resolution of its time. */
const settledMs = 100;

function cacheFolder({ env, home, platform }: Machine): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'agent-cost', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'agent-cost');
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'agent-cost');
}

/** The index of this machine's user; null: AGENT_COST_INDEX is off, or its folder cannot be used. */
export function indexOn(machine: Machine): LogIndex | null {
  return machine.env.AGENT_COST_INDEX === 'off' ? null : LogIndex.open(cacheFolder(machine));
}

export class LogIndex {
  private readonly used = new Set<string>();
  private wrote = false;

  private constructor(private readonly folder: SealedFolder) {}

  /** null: there can be none, since the folder cannot be made or others may write to it. */
  static open(cache: string): LogIndex | null {
    const folder = SealedFolder.open(cache, 'logs');
    return folder === null ? null : new LogIndex(folder);
  }

  /** Whether there is an entry of a log, whether or not it still counts: that costs no reading. */
  has(path: string): boolean {
    return existsSync(this.folder.pathOf(this.nameOf(path)));
  }

  /** What is known of a log that has not changed since, or only grown. */
  find(path: string): Remembered | null {
    const name = this.nameOf(path);
    try {
      const entry = this.read(name);
      const length = entry.readUInt32LE(0);
      const seen = JSON.parse(entry.toString('utf8', 4, 4 + length)) as Seen;
      const read = storedFile(entry.subarray(4 + length));
      if (read === null) return null;
      const now = this.seenOf(path, seen.size);
      if (now === null || now.edges !== seen.edges || now.inode !== seen.inode) return null;
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

  end(): void {
    if (!this.wrote) return;
    try {
      this.folder.removeOlder(keptMs, this.used);
    } catch {
      // Somebody else may have removed them.
    }
  }

  /** Bytes that were kept under a name, of this build and this key; null: there are none. */
  entry(label: string): Buffer | null {
    try {
      return this.read(this.folder.hash(`entry ${label}`).slice(0, 40));
    } catch {
      return null;
    }
  }

  /** Path of an empty file, beside the entries, that says that something is going on. */
  markOf(label: string): string {
    return this.folder.pathOf(this.folder.hash(`mark ${label}`).slice(0, 40));
  }

  /** @throws an error of the system */
  put(label: string, content: Uint8Array): void {
    this.write(
      this.folder.hash(`entry ${label}`).slice(0, 40),
      Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    );
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
      this.write(name, Buffer.concat([length, head, stored]));
    } catch {
      // Without the entry the log is read again: that is no reason to fail.
    }
  }

  private read(name: string): Buffer {
    this.used.add(name);
    return this.folder.read(name);
  }

  private write(name: string, content: Buffer): void {
    this.folder.write(name, content);
    this.wrote = true;
  }

  private nameOf(path: string): string {
    return this.folder.hash(`path ${resolve(path)}`).slice(0, 40);
  }

  /** The file as it is now, with the hash of its first `size` bytes' ends; null: it is shorter, or not regular. */
  seenOf(path: string, size: number): SeenNow | null {
    // Without O_NONBLOCK a pipe would hold the program up.
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = fstatSync(fd, { bigint: true });
      if (!stats.isFile() || stats.size < size) return null;
      const length = Math.min(edge, size);
      const edges = bothEdges.subarray(0, 2 * length).fill(0);
      fill(edges.subarray(0, length), fd, 0);
      fill(edges.subarray(length), fd, size - length);
      return {
        ...{ size, fileSize: Number(stats.size), mtime: String(stats.mtimeNs), inode: `${stats.dev} ${stats.ino}` },
        ...{ edges: this.folder.hash(edges), endsLine: edges.at(-1) === 10 },
      };
    } finally {
      closeSync(fd);
    }
  }
}

const bothEdges = Buffer.alloc(2 * edge);

export interface SeenNow extends Seen {
  /** Bytes of the whole file, of which `size` are looked at. */
  fileSize: number;
  endsLine: boolean;
}

/** Reads into `bytes` from a place in a file on. */
function fill(bytes: Buffer, fd: number, start: number): void {
  let read = 0;
  while (read < bytes.length) {
    const some = readSync(fd, bytes, read, bytes.length - read, start + read);
    if (some === 0) break;
    read += some;
  }
}
