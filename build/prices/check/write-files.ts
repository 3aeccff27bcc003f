/** Replaces files whole: a reader sees the old text or the new one, and a crash leaves one of them. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkData } from '../../data/check-data.ts';
import type { DataProblem } from '../../data/data-problem.ts';
import type { DataFile } from '../../data/read-data.ts';

/** Writes `text` to `path` by way of a new file beside it. */
export function replaceFile(path: string, text: string): void {
  const next = join(dirname(path), `.${basename(path)}.next-${process.pid}`);
  try {
    writeFileSync(next, text);
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

/** Writes the changed files below `dir`. If the data would then have problems, returns these and writes nothing. */
export function writeData(
  dir: string,
  files: readonly DataFile[],
  changed: readonly DataFile[],
  today: string,
): DataProblem[] {
  const result = files.map((file) => changed.find(({ path }) => path === file.path) ?? file);
  const checked = checkData(result, { asOf: today, today });
  if ('problems' in checked) return checked.problems;
  for (const { path, text } of changed) replaceFile(join(dir, path.replace(/^data\//, '')), text);
  return [];
}
