/** Puts a finished build in the place of the last one, or leaves the last one as it was. */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { besideOut, clearMarks, discard, leftoversOf, mark, unmark } from './marks.ts';

/**
 * Clears away what killed builds left beside `out`, and puts the last good build back where one was killed between the
 * two renames of `seal`.
 */
export function recover(out: string): void {
  for (const leftover of leftoversOf(out)) {
    try {
      if (leftover.what === 'last' && !leftover.isEmpty && !existsSync(out)) renameSync(leftover.dir, out);
      else discard(leftover);
    } catch {
      // Another user's: it stays, and does no harm.
    }
  }
  if (existsSync(out) && statSync(out).isDirectory()) clearMarks(out);
}

/** A fresh directory beside `out`, to build in. */
export function freshDirectory(out: string): string {
  const dir = besideOut(out, 'next');
  mkdirSync(dirname(dir), { recursive: true });
  mkdirSync(dir);
  mark(dir);
  return dir;
}

/** Removes what `freshDirectory` made. */
export const discardFresh = (dir: string): void => discard({ dir, pid: process.pid });

/** Copies the snapshots of earlier builds into the next one: they are kept, and each is whole in itself. */
export function keepSnapshots(out: string, dir: string): void {
  const snapshots = join(out, 'snapshot');
  if (!existsSync(snapshots)) return;
  cpSync(snapshots, join(dir, 'snapshot'), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

/**
 * Swaps the finished `dir` into the place of `out`: two renames, so `out` is whole before and after. Files of the last
 * build that were `changed` since it was made are moved beside it; returns where to, or null where there are none.
 */
export function seal(dir: string, out: string, changed: readonly string[]): string | null {
  const last = besideOut(out, 'last');
  for (;;) {
    const replaces = existsSync(out);
    if (replaces) {
      mark(out);
      renameSync(out, last);
    }
    try {
      renameSync(dir, out);
    } catch (error) {
      // Another build was quicker: its dist is replaced in the next turn.
      if (!replaces && isTaken(error)) continue;
      if (replaces && isTaken(error)) {
        carryNewSnapshots(last, out);
        discard({ dir: last, pid: process.pid });
        continue;
      }
      if (replaces) {
        renameSync(last, out);
        unmark(out);
      }
      throw error;
    }
    unmark(out);
    if (!replaces) return null;
    carryNewSnapshots(last, out);
    const kept = keep(changed, last, out);
    discard({ dir: last, pid: process.pid });
    return kept;
  }
}

const isTaken = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Copies snapshots that were made during this build: they are in the last build, but not in the copy of it. */
function carryNewSnapshots(last: string, out: string): void {
  const [from, to] = [join(last, 'snapshot'), join(out, 'snapshot')];
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (existsSync(target) && sameFile(source, target)) continue;
    copyFileSync(source, `${target}.next-${process.pid}`);
    renameSync(`${target}.next-${process.pid}`, target);
  }
}

/** Whether one is the copy of the other, times included. */
function sameFile(a: string, b: string): boolean {
  const [one, other] = [statSync(a), statSync(b)];
  return one.size === other.size && Math.trunc(one.mtimeMs) === Math.trunc(other.mtimeMs);
}

/** Moves files out of the last build into a new folder beside `out`. */
function keep(paths: readonly string[], last: string, out: string): string | null {
  const there = paths.filter((path) => existsSync(join(last, path)));
  if (there.length === 0) return null;
  let number = 1;
  while (existsSync(`${out}.kept-${number}`)) number++;
  const kept = `${out}.kept-${number}`;
  for (const path of there) {
    mkdirSync(dirname(join(kept, path)), { recursive: true });
    renameSync(join(last, path), join(kept, path));
  }
  return kept;
}
