/** Writes changed data files if the resulting data is valid. */
import { join } from 'node:path';
import { replaceFile } from '../../../runtime/io/replace-file.ts';
import { checkData } from '../../data/check-data.ts';
import type { DataProblem } from '../../data/data-problem.ts';
import type { DataFile } from '../../data/read-data.ts';

/** Writes the changed files below `dir`. If the data would then have problems, returns them and writes nothing. */
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
