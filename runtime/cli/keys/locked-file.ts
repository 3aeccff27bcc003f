/** A file that several commands may change at the same time, without one losing what another has written. */
import { closeSync, existsSync, openSync, realpathSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { replaceFile } from '../../common/replace-file.ts';

/** Longest wait for another command, in milliseconds; one needs a few. */
const patience = 10_000;

/** The file is locked, and stays so. */
class Locked extends Error {}

/**
 * Runs `change` while no other command changes the file at `path`, and writes the text it returns: whole or not at all,
 * and readable by its owner only. The lock is a file beside it that can be made only once (O_EXCL). One that a killed
 * command has left is not taken away: two commands could each take the other's for the left one.
 */
export async function changeLocked(path: string, change: (exists: boolean) => string): Promise<void> {
  const exists = existsSync(path);
  const file = exists ? realpathSync(path) : path; // a link stays a link
  const lock = `${file}.lock`;
  await take(lock);
  try {
    replaceFile(file, change(existsSync(file)), 0o600);
  } finally {
    rmSync(lock, { force: true });
  }
}

async function take(lock: string): Promise<void> {
  for (const deadline = Date.now() + patience; ; await pause(10 + 40 * Math.random())) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw new Error(`The keys cannot be changed here: ${message}`);
      if (Date.now() > deadline) {
        throw new Locked(`${lock} exists: another command is changing the keys. If none is running, remove that file.`);
      }
    }
  }
}
