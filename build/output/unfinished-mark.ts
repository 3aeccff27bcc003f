/**
 * The mark of a folder that a build is still working on. It is the first file written to the folder and the last one
 * removed, so leftovers of killed builds are recognised by content: a user's folder that only has such a name has no
 * mark, and no build touches it.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const prefix = '.agent-cost-unfinished-';
const text = 'An agent-cost build is working in this folder, or was killed doing so. The next build removes it.\n';

export const isMark = (name: string): boolean => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length));

/** The path of a process's mark in a folder. */
export const markIn = (dir: string, pid = process.pid): string => join(dir, prefix + pid);

export const mark = (dir: string): void => writeFileSync(markIn(dir, process.pid), text);
export const unmark = (dir: string, pid = process.pid): void => rmSync(markIn(dir, pid), { force: true });

/** A folder next to `out` used by a build: the next build of `out`, or the last one during the swap. */
export const besideOut = (out: string, what: 'next' | 'last', pid = process.pid): string => `${out}.${what}-${pid}`;

export interface Leftover {
  dir: string;
  what: 'next' | 'last';
  pid: number;
  isEmpty: boolean;
}

/** What builds of `out` that are no longer running have left next to it. */
export function leftoversOf(out: string): Leftover[] {
  const parent = dirname(out);
  if (!existsSync(parent)) return [];
  return readdirSync(parent, { withFileTypes: true }).flatMap((entry) => {
    const [, what, digits] = /^\.(next|last)-(\d+)$/.exec(restOf(entry.name, basename(out))) ?? [];
    if (!entry.isDirectory() || digits === undefined) return [];
    const [dir, pid] = [join(parent, entry.name), Number(digits)];
    if (isRunning(pid)) return [];
    // Killed before the mark was written or after it was removed: removing an empty folder loses nothing.
    const isEmpty = namesIn(dir)?.length === 0;
    return isEmpty || existsSync(markIn(dir, pid)) ? [{ dir, what: what as 'next' | 'last', pid, isEmpty }] : [];
  });
}

const restOf = (name: string, start: string): string => (name.startsWith(start) ? name.slice(start.length) : '');

/** null: the folder cannot be read, so it belongs to another user. */
function namesIn(dir: string): string[] | null {
  try {
    return readdirSync(dir);
  } catch {
    return null;
  }
}

/** Removes the marks of killed builds from a complete build. */
export function clearMarks(dir: string): void {
  for (const name of readdirSync(dir).filter(isMark)) {
    const pid = Number(name.slice(prefix.length));
    if (!isRunning(pid)) unmark(dir, pid);
  }
}

/** Removes a marked folder, its mark last: if the process is killed, the rest is still recognised. */
export function discard({ dir, pid }: Pick<Leftover, 'dir' | 'pid'>): void {
  if (!existsSync(dir)) return;
  for (const name of readdirSync(dir)) {
    if (name !== basename(markIn(dir, pid))) rmSync(join(dir, name), { recursive: true, force: true });
  }
  rmSync(dir, { recursive: true, force: true });
}

/** Whether another process has this id. Signalling another user's process fails with EPERM, but it is running. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
