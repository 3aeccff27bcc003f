/** `npm run check:data`: every rule of the data on this day, and that released prices stay as they are. */
import { join } from 'node:path';
import type { ProviderFile } from '../../runtime/core/dataset/dataset.ts';
import { problemLines } from '../build-options.ts';
import { checkAppendOnly } from './append-only.ts';
import { checkData } from './check-data.ts';
import type { DataProblem } from './data-problem.ts';
import { lineAt } from './json-place.ts';
import { readData } from './read-data.ts';
import { releasedData } from './released-data.ts';

const root = join(import.meta.dirname, '../..');
const today = new Date().toISOString().slice(0, 10);
const files = readData(join(root, 'data'));
const checked = checkData(files, { asOf: today, today });
const problems: DataProblem[] = 'problems' in checked ? checked.problems : [];

const released = releasedData(root);
if ('missing' in released) {
  console.error(`Released prices are not compared: ${released.missing}.`);
} else if ('data' in checked) {
  for (const { path, text } of released.files) {
    const before = JSON.parse(text) as ProviderFile;
    const file = files.find((one) => one.path === path);
    const after = checked.data.providers.find(({ id }) => id === before.id);
    if (!file || !after) continue;
    checkAppendOnly(before, after, (pointer, message) =>
      problems.push({ file: path, pointer, line: lineAt(file, pointer), message }),
    );
  }
}

if ('warnings' in checked && checked.warnings.length > 0) console.error(`Warning: ${problemLines(checked.warnings)}`);
if (problems.length > 0) {
  console.error(
    `${problemLines(problems)}\n\n${problems.length} problem${problems.length === 1 ? '' : 's'} in the data.`,
  );
  process.exitCode = 1;
}
