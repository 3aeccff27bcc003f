/** Reads a snapshot from disk, packed or unpacked. Links in an unpacked one are never followed. */
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { SnapshotProblem } from './exit-codes.ts';
import { byPath, dayOf, type Snapshot } from './layout.ts';
import { defaultLimits, type Limits, PathGuard } from './sums.ts';
import { readArchive } from './tar.ts';

export async function readSnapshot(
  where: string,
  limits: Limits = defaultLimits,
  onFile?: (count: number) => void,
): Promise<Snapshot> {
  const found = await attempt(where, () => stat(where));
  if (found.isDirectory()) return readFolder(where, limits, onFile);
  if (!found.isFile()) throw new SnapshotProblem('notASnapshot', `${where} is neither a file nor a directory.`);
  if (found.size === 0) throw new SnapshotProblem('empty', `${where} is empty.`);
  return attempt(where, () => readArchive(createReadStream(where), limits, onFile));
}

/** Maximum depth of directories; a snapshot has five levels. */
const deepest = 20;

export async function readFolder(
  dir: string,
  limits: Limits = defaultLimits,
  onFile: (count: number) => void = () => {},
): Promise<Snapshot> {
  const guard = new PathGuard();
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const path of (await pathsBelow(dir, '', limits)).sort(byPath)) {
    guard.take(path);
    const content = await contentOf(join(dir, path), path, Math.min(limits.fileBytes, limits.totalBytes - bytes));
    bytes += content.length;
    files.set(path, content);
    onFile(files.size);
  }
  if (files.size === 0) throw new SnapshotProblem('empty', `${dir} is empty.`);
  const name = basename(resolve(dir));
  return { name: dayOf(name) === null ? '' : name, files };
}

async function pathsBelow(
  dir: string,
  below: string,
  limits: Limits,
  found: string[] = [],
  depth = 0,
): Promise<string[]> {
  if (depth > deepest) throw new SnapshotProblem('badName', `${below} is nested more than ${deepest} deep.`);
  for (const entry of await attempt(dir, () => readdir(dir, { withFileTypes: true }))) {
    const path = below + entry.name;
    if (entry.isSymbolicLink()) {
      throw new SnapshotProblem('symbolicLink', `${path} is a symbolic link; a snapshot holds plain files.`, { path });
    }
    if (entry.isDirectory()) await pathsBelow(join(dir, entry.name), `${path}/`, limits, found, depth + 1);
    else if (entry.isFile()) found.push(path);
    else throw new SnapshotProblem('device', `${path} is a device, a pipe or a socket.`, { path });
    if (found.length > limits.files) {
      throw new SnapshotProblem('tooMany', `A snapshot may have at most ${limits.files} files.`);
    }
  }
  return found;
}

/** At most `limit` bytes. The file may have been replaced by a link or a pipe since it was listed. */
async function contentOf(file: string, path: string, limit: number): Promise<Uint8Array> {
  const handle: FileHandle = await attempt(file, () =>
    open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
  );
  try {
    const stream = handle.createReadStream({ autoClose: false, end: limit });
    const chunks: Uint8Array[] = [];
    // Does not use the size from stat: a file may grow, and files in /proc report none.
    await attempt(file, async () => {
      for await (const chunk of stream) chunks.push(chunk as Uint8Array);
    });
    const bytes = Buffer.concat(chunks);
    if (bytes.length > limit) {
      throw new SnapshotProblem('tooLarge', `${path} has more than ${limit} bytes.`, { path });
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Turns a system error into a SnapshotProblem that names the path. */
export async function attempt<T>(where: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new SnapshotProblem('notFound', `${where} does not exist.`);
    if (code === 'EACCES' || code === 'EPERM')
      throw new SnapshotProblem('noPermission', `${where}: permission denied.`);
    if (code === 'ELOOP') throw new SnapshotProblem('symbolicLink', `${where} is a symbolic link.`);
    if (code === undefined || error instanceof SnapshotProblem) throw error;
    throw new SnapshotProblem('unreadable', `${where} cannot be read (${code}).`);
  }
}
