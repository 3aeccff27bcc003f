/**
 * Writes files under names that somebody chose; nothing else in this project may (test/architecture.test.ts has the few
 * exceptions). What a name stands for stays what it is: a regular file is replaced in one step and keeps its
 * permissions, a symbolic link keeps pointing at its target, and into a device, a pipe or a socket the bytes are
 * written. After an error or Ctrl-C the old content is there and no temporary file.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export interface OutputFile {
  /** @throws OutputFailed */
  write(content: string | Uint8Array): void;
  /** Closes the file; a regular one takes its name only now. */
  end(): void;
  /** Closes the file and leaves what was there; after `end` it does nothing. */
  drop(): void;
}

export interface OutputOptions {
  /** The option or field that names the file, for messages. */
  option?: string;
  /** The permissions of a file that does not exist yet, such as 0o600. */
  mode?: number;
}

/** A file cannot be written: the message has the option, the file and the reason. */
export class OutputFailed extends Error {
  /** @param code that of the system, such as ENOSPC */
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }

  /** Whether another name would help; otherwise writing itself failed, as on a full disk. */
  get isWrongName(): boolean {
    return wrongNames.includes(this.code);
  }
}

/**
 * Writes or replaces a whole file.
 * @throws OutputFailed
 */
export function writeOutput(path: string, content: string | Uint8Array, options: OutputOptions = {}): void {
  const file = openOutput(path, options);
  file.write(content);
  file.end();
}

/** Creates a folder, and those above it, unless they are there. @throws OutputFailed */
export function makeFolder(path: string, option: string): void {
  attempt(`${option}: ${path}`, () => mkdirSync(path, { recursive: true }));
}

/** Opens a file that is written piece by piece. @throws OutputFailed */
export function openOutput(path: string, { option, mode = 0o666 }: OutputOptions = {}): OutputFile {
  const named = option === undefined ? path : `${option}: ${path}`;
  const file = attempt(named, () => opened(path, mode));
  const careful = (action: () => void): void => {
    try {
      attempt(named, action);
    } catch (error) {
      file.drop();
      throw error;
    }
  };
  return { write: (content) => careful(() => file.write(content)), end: () => careful(file.end), drop: file.drop };
}

/**
 * Creates a file, complete from the start.
 * @returns false if the name is taken, by anything: then nothing is written
 * @throws OutputFailed
 */
export function createFile(path: string, content: Uint8Array, option?: string): boolean {
  return attempt(option === undefined ? path : `${option}: ${path}`, () => {
    const next = new TemporaryFile(path, 0o666);
    try {
      next.write(content);
      // A link, unlike a rename, fails if another process was faster.
      next.end(() => linkSync(next.path, path));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      next.drop();
    }
  });
}

/** The path that a chain of symbolic links ends at, which need not exist. */
export function followLinks(path: string): string {
  let at = path;
  for (let links = 0; links < 40; links++) {
    if (!lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return at;
    at = resolve(realpathSync(dirname(at)), readlinkSync(at));
  }
  throw new OutputFailed('it is a symbolic link in a circle', 'ELOOP');
}

function opened(path: string, mode: number): OutputFile {
  const own = ownDescriptor(path);
  if (own !== null) return { write: (content) => writeAll(own, content), end() {}, drop() {} };
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new OutputFailed('it is a folder', 'EISDIR');
  if (found?.isSocket()) return toSocket(path);
  if (found === undefined || found.isFile()) return replacing(followLinks(path), found, mode);
  const fd = openSync(path, 'w');
  const close = once(() => closeSync(fd));
  return { write: (content) => writeAll(fd, content), end: close, drop: close };
}

/**
 * The descriptor of this process that a path such as /dev/stdout stands for, or null. It is written to as it is: to
 * open it again would start at the beginning of a file, and is not possible for a socket.
 */
export function ownDescriptor(path: string): number | null {
  let at = path;
  for (let links = 0; links < 40 && lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink(); links++) {
    const folder = realpathSync(dirname(at));
    if (folder === `/proc/${process.pid}/fd`) return Number(basename(at));
    at = resolve(folder, readlinkSync(at));
  }
  return null;
}

function replacing(target: string, old: Stats | undefined, mode: number): OutputFile {
  // A rename would also replace a file that is write-protected.
  if (old !== undefined) accessSync(target, constants.W_OK);
  const next = new TemporaryFile(target, old === undefined ? mode : 0o600);
  if (old !== undefined) next.becomeLike(old);
  return {
    write: (content) => next.write(content),
    end: () => next.end(() => renameSync(next.path, target)),
    drop: () => next.drop(),
  };
}

const interruptions = ['SIGINT', 'SIGTERM'] as const;
const unfinished = new Set<TemporaryFile>();

function interrupted(signal: NodeJS.Signals): void {
  for (const file of [...unfinished]) file.drop();
  // No listener is left, so the signal now ends the process as usual.
  process.kill(process.pid, signal);
}

/** A file next to its target, removed by `drop`, after `end`, and when the process is interrupted. */
class TemporaryFile {
  readonly path: string;
  private readonly fd: number;
  private isOpen = true;

  constructor(target: string, mode: number) {
    // Names may have 255 bytes, and a character up to three (two of them for four).
    const name = `${basename(target).slice(0, 70)}.next-${process.pid}-${randomBytes(4).toString('hex')}`;
    this.path = join(dirname(target), name);
    this.fd = openSync(this.path, 'wx', mode);
    if (unfinished.size === 0) for (const signal of interruptions) process.on(signal, interrupted);
    unfinished.add(this);
  }

  /** Takes on owner and permissions; the owner only as far as this process may give files away. */
  becomeLike({ uid, gid, mode }: Stats): void {
    try {
      fchownSync(this.fd, uid, gid);
    } catch {
      // Only root may give a file away.
    }
    fchmodSync(this.fd, mode & 0o777);
  }

  write(content: string | Uint8Array): void {
    writeAll(this.fd, content);
  }

  /** @param put moves or links the complete file to its name */
  end(put: () => void): void {
    fsyncSync(this.fd);
    this.close();
    put();
    this.drop();
  }

  drop(): void {
    this.close();
    rmSync(this.path, { force: true });
    if (unfinished.delete(this) && unfinished.size === 0) {
      for (const signal of interruptions) process.off(signal, interrupted);
    }
  }

  private close(): void {
    if (this.isOpen) closeSync(this.fd);
    this.isOpen = false;
  }
}

function writeAll(fd: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      // A pipe that does not block, and is full for the moment.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Sends its standard input to the socket that its argument names. */
const sender = `const socket = require('node:net').connect(process.argv[1]);
socket.on('error', ({ message }) => { console.error(message); process.exit(1); });
process.stdin.pipe(socket).on('finish', () => socket.destroySoon());`;

/** A socket cannot be opened like a file, and Node connects only asynchronously: another Node does it, at the end. */
function toSocket(path: string): OutputFile {
  let chunks: Uint8Array[] = [];
  return {
    write: (content) => void chunks.push(Buffer.from(content)),
    end() {
      const { status, stderr } = spawnSync(process.execPath, ['-e', sender, path], { input: Buffer.concat(chunks) });
      if (status !== 0) throw new OutputFailed(String(stderr).trim(), 'EPIPE');
    },
    drop() {
      chunks = [];
    },
  };
}

const once = (action: () => void): (() => void) => {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
};

/** Errors of the system that say that the name cannot be written to. */
const wrongNames = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG', 'ELOOP', 'ENXIO'];

function attempt<Done>(named: string, action: () => Done): Done {
  try {
    return action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    // Without the call and the name of the temporary file.
    const why = message.replace(/, \w+( '.*)?$/s, '');
    throw new OutputFailed(`${named} cannot be written (${why}).`, code);
  }
}
