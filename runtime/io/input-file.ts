/**
 * Reads files that are needed whole. They must be regular and not longer than a bound: a device or a pipe could go on
 * for ever. Logs, which may be of any length, are read as streams instead (runtime/cli/read-logs.ts).
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

const mib = 2 ** 20;

/** How many bytes of each kind of file are read. */
export const mostBytes = {
  /** Keys, overlays, workflows, budgets, baselines, receipts, lists of snapshots. */
  settings: 64 * mib,
  /** Calls to price, and catalogs. */
  data: 256 * mib,
} as const;

/** Not a file to read whole: `isTooLong`, or not a regular file. The message has its path. */
export class UnfitFile extends Error {
  constructor(
    message: string,
    readonly isTooLong: boolean,
  ) {
    super(message);
  }
}

/**
 * The content of a file.
 * @param path 0: standard input, which may be a pipe
 * @param most bytes
 * @throws UnfitFile, or the error of the system
 */
export function readInput(path: string | 0, most: number = mostBytes.settings): Buffer {
  const name = path === 0 ? 'standard input' : path;
  const fd = path === 0 ? 0 : openInput(path);
  try {
    const stats = fstatSync(fd);
    if (stats.isFile() && stats.size > most) throw tooLong(name, stats.size, most);
    return upTo(most, fd, name, stats.size);
  } finally {
    if (path !== 0) closeSync(fd);
  }
}

/**
 * A descriptor of a regular file, for reading; the caller closes it.
 * @throws UnfitFile, or the error of the system
 */
export function openInput(path: string): number {
  // Without O_NONBLOCK a pipe that nobody writes to would hold the program up, before its kind is known.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = fstatSync(fd);
  if (stats.isFile()) return fd;
  closeSync(fd);
  throw new UnfitFile(`${path} is ${kindOf(stats)}, not a regular file`, false);
}

/** @param size what the system says: a file can grow meanwhile, and files below /proc, and pipes, have none */
function upTo(most: number, fd: number, name: string, size: number): Buffer {
  const chunks: Buffer[] = [];
  // One byte more, so that the end of the file is found with no second buffer.
  for (let bytes = 0, buffer = Buffer.allocUnsafeSlow(size === 0 ? mib : size + 1), filled = 0; ; ) {
    const read = readSome(fd, buffer.subarray(filled));
    filled += read;
    bytes += read;
    if (bytes > most) throw tooLong(name, bytes, most);
    if (read > 0 && filled < buffer.length) continue;
    chunks.push(buffer.subarray(0, filled));
    if (read === 0) return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    [buffer, filled] = [Buffer.allocUnsafeSlow(mib), 0];
  }
}

/** 0 at the end of the file. */
function readSome(fd: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(fd, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The end of standard input on Windows; and standard input that does not block and has nothing yet.
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

const tooLong = (name: string, bytes: number, most: number) =>
  new UnfitFile(`${name} has ${bytes} bytes or more, and at most ${most} are read`, true);

const kindOf = (stats: Stats): string => {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
};
