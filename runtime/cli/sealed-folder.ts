/**
 * A folder for its user only, of files that are encrypted and authenticated (AES-256-GCM) with a random key that lies
 * beside them: without that key they tell nothing, and one that somebody changed, swapped or made up is not read.
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
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../package.json';

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const keyName = 'key';

const noFollow = constants.O_NOFOLLOW ?? 0;

export class SealedFolder {
  private constructor(
    private readonly folder: string,
    private readonly key: Buffer,
  ) {}

  /** The folder of a name below another one; null: it cannot be made, or others may write to one of them. */
  static open(parent: string, name: string): SealedFolder | null {
    const folder = join(parent, name);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const path of [parent, folder]) if (!isOwnFolder(path)) return null;
      return new SealedFolder(folder, keyIn(folder));
    } catch {
      return null;
    }
  }

  pathOf(name: string): string {
    return join(this.folder, name);
  }

  /** @throws an error where there is no such file, or it was not written by this build, with this key, under this name */
  read(name: string): Buffer {
    return this.decrypted(readOwn(join(this.folder, name)), name);
  }

  /** @throws an error of the system */
  write(name: string, content: Buffer): void {
    const temporary = join(this.folder, `${name}.${process.pid}-${randomBytes(6).toString('hex')}`);
    try {
      writeFileSync(temporary, this.encrypted(content, name), { mode: 0o600, flag: 'wx' });
      // A link that stands under the name is replaced, not followed.
      renameSync(temporary, join(this.folder, name));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** Removes files that were written longer ago. @param kept names of those that stay @throws an error of the system */
  removeOlder(ms: number, kept: ReadonlySet<string>): void {
    for (const name of readdirSync(this.folder)) {
      const path = join(this.folder, name);
      if (name !== keyName && !kept.has(name) && Date.now() - lstatSync(path).mtimeMs > ms) rmSync(path);
    }
  }

  /** A hash that tells nothing without the key. */
  hash(content: string | Uint8Array): string {
    return createHmac('sha256', this.key).update(content).digest('hex');
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
    const text = decipher.update(entry.subarray(ivBytes + tagBytes));
    // Adds nothing to the text, but throws if it is not authentic.
    decipher.final();
    return text;
  }
}

/**
 * Another build may read or price a log otherwise, so that it does not use these entries. Its programs share their
 * entries: what tells a build is the catalog that lies beside them.
 */
const program = (() => {
  const file = fileURLToPath(import.meta.url);
  const { size, mtimeMs } = statSync(join(dirname(file), 'catalog.json'), { throwIfNoEntry: false }) ?? statSync(file);
  return `agent-cost ${version} ${size} ${mtimeMs}`;
})();

const bound = (name: string): Buffer => Buffer.from(`${program} ${name}`);

/** Whether a folder is no link, belongs to this user, and only the user may write to it. Windows has no such modes. */
function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return false;
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0);
}

/** Most files are smaller; memory of their own for each would have to be collected. */
const scratch = Buffer.allocUnsafeSlow(2 ** 16);

/** A regular file of this user, which is no link. What it holds is valid until the next one is read. */
function readOwn(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || (process.getuid !== undefined && stats.uid !== process.getuid()))
      throw new Error('not ours');
    const bytes = stats.size > scratch.length ? Buffer.allocUnsafe(stats.size) : scratch;
    return bytes.subarray(0, readSync(fd, bytes));
  } finally {
    closeSync(fd);
  }
}

/** The key of the folder, made if there is none; several runs at once agree on the first. */
function keyIn(folder: string): Buffer {
  const path = join(folder, keyName);
  try {
    const key = Buffer.from(readOwn(path));
    if (key.length === keyBytes) return key;
    rmSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') rmSync(path);
  }
  const made = join(folder, `key.${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(made, randomBytes(keyBytes), { mode: 0o600, flag: 'wx' });
    linkSync(made, path);
  } catch {
    // Another run was faster.
  } finally {
    rmSync(made, { force: true });
  }
  const key = Buffer.from(readOwn(path));
  if (key.length !== keyBytes) throw new Error('no key');
  return key;
}
