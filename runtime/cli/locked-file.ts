/** A file that several commands may change at the same time without losing each other's changes. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { followLinks, writeOutput } from '../io/output-file.ts';

/** Longest wait for another command, in milliseconds. */
const patience = 10_000;

/** The file stayed locked for too long. */
class Locked extends Error {}

/**
 * Runs `change` while no other command changes the file at `path`, and writes the text it returns; a new file is readable
 * only by its owner. The lock is a file next to it, created with O_EXCL. A stale lock of a killed command is not
 * removed automatically: two commands could each take the other's lock for a stale one.
 * @param option that names the file, for messages
 */
export async function changeLocked(path: string, change: (exists: boolean) => string, option?: string): Promise<void> {
  const file = followLinks(path); // one lock, whatever the name
  const lock = `${file}.lock`;
  await take(lock, option === undefined ? path : `${option}: ${path}`);
  try {
    writeOutput(path, change(existsSync(file)), { mode: 0o600, ...(option !== undefined && { option }) });
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param named the file, for messages */
async function take(lock: string, named: string): Promise<void> {
  for (const deadline = Date.now() + patience; ; await pause(10 + 40 * Math.random())) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw new Error(`${named} cannot be changed: ${message}`);
      if (Date.now() > deadline) {
        throw new Locked(`${lock} exists: another command is changing the file. If none is running, remove that file.`);
      }
    }
  }
}
