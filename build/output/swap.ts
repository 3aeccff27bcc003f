/** Replaces the last build with a finished one, or leaves it unchanged. */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LastBuild } from './previous-build.ts';
import { besideOut, clearMarks, discard, type Leftover, leftoversOf, mark, markIn, unmark } from './unfinished-mark.ts';

/**
 * Removes what killed builds left next to `out`, and restores the last good build if one was killed between the two
 * renames of `seal`.
 */
export function recover(out: string): void {
  for (const leftover of leftoversOf(out)) {
    try {
      if (leftover.what === 'last' && !leftover.isEmpty && !existsSync(out)) renameSync(leftover.dir, out);
      else if (leftover.what === 'last' && !leftover.isEmpty) retire(leftover, out);
      else discard(leftover);
    } catch {
      // It belongs to another user: leave it, it does no harm.
    }
  }
  if (existsSync(out) && statSync(out).isDirectory()) clearMarks(out);
}

/** Creates a fresh directory next to `out`, to build in. */
export function freshDirectory(out: string): string {
  const dir = besideOut(out, 'next');
  mkdirSync(dirname(dir), { recursive: true });
  mkdirSync(dir);
  mark(dir);
  return dir;
}

/** Removes a directory created by `freshDirectory`. */
export const discardFresh = (dir: string): void => discard({ dir, pid: process.pid });

/** Copies the snapshots of earlier builds into the next one: all are kept, and each is complete in itself. */
export function keepSnapshots(out: string, dir: string): void {
  const snapshots = join(out, 'snapshot');
  if (!existsSync(snapshots)) return;
  cpSync(snapshots, join(dir, 'snapshot'), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

/**
 * Replaces `out` with the finished `dir` by two renames, so that `out` is complete before and after. Returns the folder
 * to which edited files of the last build were moved; null: there were none.
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
      // Another build was faster: its dist is replaced in the next iteration.
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
 * Removes the last build after it was replaced. First saves what a user would miss: snapshots made in the meantime, and
 * edited files. Returns the folder of the edited files; null: there are none.
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
    // Named like a mark first, so that it is removed if the process is killed.
    copyFileSync(source, markIn(out));
    renameSync(markIn(out), target);
  }
}

/** Whether one file is a copy of the other, by size and modification time. */
function sameFile(a: string, b: string): boolean {
  const [one, other] = [statSync(a), statSync(b)];
  return one.size === other.size && Math.abs(one.mtimeMs - other.mtimeMs) < 2;
}

/** Moves files of the last build to a new folder next to `out`. */
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
