/** A file that several commands may change at the same time without losing each other's changes. */
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { followLinks, writeOutput } from '../io/output-file.ts';

/** Longest wait for other commands that take the lock one after another, in milliseconds. */
const patience = 10_000;

/** A change takes milliseconds: a lock of this age, in milliseconds, belongs to a command that was ended in between. */
const stale = 2000;

/**
 * Runs `change` while no other command changes the file at `path`, and writes the text it returns; a new file is readable
 * only by its owner. The lock is a file next to it, created with O_EXCL, that names its owner. One whose owner is gone, or
 * that is older than two seconds, is taken over.
 * @param option that names the file, for messages
 */
export async function changeLocked(
  path: string,
  change: (exists: boolean) => string | Promise<string>,
  option?: string,
): Promise<void> {
  const file = followLinks(path); // one lock, whatever the name
  const lock = `${file}.lock`;
  await take(lock, option === undefined ? path : `${option}: ${path}`);
  try {
    writeOutput(path, await change(existsSync(file)), { mode: 0o600, ...(option !== undefined && { option }) });
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param named the file, for messages */
async function take(lock: string, named: string): Promise<void> {
  for (const deadline = Date.now() + patience; ; await pause(10 + 40 * Math.random())) {
    try {
      nameOwner(openSync(lock, 'wx', 0o600));
      return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw new Error(`${named} cannot be changed: ${message}`);
      const left = staleLock(lock);
      if (left !== null) remove(lock, left);
      if (Date.now() > deadline) throw new Error(`${named} is being changed by other commands (${lock} exists).`);
    }
  }
}

/** Writes into a lock whose it is. On a full disk it stays empty: only its age says then that it is stale. */
function nameOwner(lock: number): void {
  try {
    writeSync(lock, owner());
  } catch {
    // The change itself will say that the disk is full.
  } finally {
    closeSync(lock);
  }
}

/** A process on this machine. On a file system that is shared, another machine may have a process of the same id. */
const owner = (id: number | string = process.pid): string => `${id} ${hostname()}\n`;

/** The lock, if nobody holds it any more; null: somebody does, or it has just been removed. */
function staleLock(lock: string): Stats | null {
  const found = lstatSync(lock, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (Math.abs(Date.now() - found.mtimeMs) > stale) return found;
  if (!found.isFile()) return null;
  try {
    const text = readFileSync(lock, 'utf8');
    const id = Number.parseInt(text, 10);
    if (text === owner(id)) process.kill(id, 0);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? found : null;
  }
}

/** Removes a lock that is stale, but not one that another command took meanwhile: that is put back under its name. */
function remove(lock: string, left: Stats): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    const { ino, mtimeMs } = lstatSync(aside);
    if (ino === left.ino && mtimeMs === left.mtimeMs) rmSync(aside, { recursive: true });
    else renameSync(aside, lock);
  } catch (error) {
    // Another command was faster.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
