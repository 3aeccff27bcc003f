/** Puts a finished build in the place of the last one, or leaves the last one as it was. */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LastBuild } from './previous-build.ts';
import { besideOut, clearMarks, discard, type Leftover, leftoversOf, mark, markIn, unmark } from './unfinished-mark.ts';

/**
 * Clears away what killed builds left beside `out`, and puts the last good build back where one was killed between the
 * two renames of `seal`.
 */
export function recover(out: string): void {
  for (const leftover of leftoversOf(out)) {
    try {
      if (leftover.what === 'last' && !leftover.isEmpty && !existsSync(out)) renameSync(leftover.dir, out);
      else if (leftover.what === 'last' && !leftover.isEmpty) retire(leftover, out);
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
 * Swaps the finished `dir` into the place of `out`: two renames, so `out` is whole before and after. Returns the folder
 * into which files of the last build were moved because they had been changed; null: there were none.
 */
export function seal(dir: string, out: string): string | null {
  const last = { dir: besideOut(out, 'last'), pid: process.pid };
  for (;;) {
    const replaces = existsSync(out);
    if (replaces) {
      mark(out);
      renameSync(out, last.dir);
    }
    try {
      renameSync(dir, out);
    } catch (error) {
      // Another build was quicker: its dist is replaced in the next turn.
      if (!replaces && isTaken(error)) continue;
      if (replaces && isTaken(error)) {
        retire(last, out);
        continue;
      }
      if (replaces) {
        renameSync(last.dir, out);
        unmark(out);
      }
      throw error;
    }
    unmark(out);
    return replaces ? retire(last, out) : null;
  }
}

/**
 * Removes the last build once another has its place. What a user would miss is saved before: snapshots that were made
 * meanwhile, and files that were changed. Returns where these are; null: there are none.
 */
function retire(last: Pick<Leftover, 'dir' | 'pid'>, out: string): string | null {
  carryNewSnapshots(last.dir, out);
  const build = LastBuild.in(last.dir);
  const kept = build === null || build.isWhole(() => {}) ? null : keep(build.changed(), last.dir, out);
  discard(last);
  return kept;
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
    // Under the name of a mark, so that it is cleared away after a kill.
    copyFileSync(source, markIn(out));
    renameSync(markIn(out), target);
  }
}

/** Whether one is the copy of the other, times included. */
function sameFile(a: string, b: string): boolean {
  const [one, other] = [statSync(a), statSync(b)];
  return one.size === other.size && Math.abs(one.mtimeMs - other.mtimeMs) < 2;
}

/** Moves files out of the last build into a new folder beside `out`. */
function keep(paths: readonly string[], last: string, out: string): string | null {
  if (paths.length === 0) return null;
  let number = 1;
  while (existsSync(`${out}.kept-${number}`)) number++;
  const kept = `${out}.kept-${number}`;
  for (const path of paths) {
    mkdirSync(dirname(join(kept, path)), { recursive: true });
    renameSync(join(last, path), join(kept, path));
  }
  return kept;
}
