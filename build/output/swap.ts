/** Puts a finished build in the place of the last one, or leaves the last one as it was. */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where a build of `out` is written before it is sealed, and where the last one goes for the moment of the swap. */
const nextTo = (out: string, what: 'next' | 'last'): string => `${out}.${what}-`;

/**
 * Clears away what killed builds left beside `out`, and puts the last good build back where one was killed between the
 * two renames of `seal`.
 */
export function recover(out: string): void {
  const parent = dirname(out);
  if (!existsSync(parent)) return;
  const leftovers = (what: 'next' | 'last') =>
    readdirSync(parent)
      .filter((name) => name.startsWith(basename(nextTo(out, what))) && !isRunning(name))
      .map((name) => join(parent, name));
  for (const last of leftovers('last')) {
    if (!existsSync(out)) renameSync(last, out);
    else rmSync(last, { recursive: true, force: true });
  }
  for (const next of leftovers('next')) rmSync(next, { recursive: true, force: true });
}

/** A fresh directory beside `out`, to build in. */
export function freshDirectory(out: string): string {
  const dir = nextTo(out, 'next') + process.pid;
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** Whether `out` may be replaced: it is an earlier build, or empty, or not there. */
export const isOurs = (out: string): boolean =>
  !existsSync(out) || existsSync(join(out, 'manifest.json')) || readdirSync(out).length === 0;

/** Whether the build that made a directory, named by its process, still runs. */
function isRunning(name: string): boolean {
  const pid = Number(name.slice(name.lastIndexOf('-') + 1));
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}

/** Copies the snapshots of earlier builds into the next one: they are kept, and each is whole in itself. */
export function keepSnapshots(out: string, dir: string): void {
  const snapshots = join(out, 'snapshot');
  if (existsSync(snapshots)) cpSync(snapshots, join(dir, 'snapshot'), { recursive: true });
}

/** Swaps the finished `dir` into the place of `out`: two renames, so `out` is whole before and after. */
export function seal(dir: string, out: string): void {
  const last = nextTo(out, 'last') + process.pid;
  if (existsSync(out)) renameSync(out, last);
  renameSync(dir, out);
  rmSync(last, { recursive: true, force: true });
}
