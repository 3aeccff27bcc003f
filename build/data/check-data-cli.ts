/** `npm run check:data`: checks every rule of the data for today, and that released prices have not been edited. */
import { join } from 'node:path';
import { problemLines } from '../build-options.ts';
import { checkData } from './check-data.ts';
import { listProblems } from './lists.ts';
import { type DataProblem, readData } from './read-data.ts';
import { editedPrices } from './released-prices.ts';

const root = join(import.meta.dirname, '../..');
const today = new Date().toISOString().slice(0, 10);
const files = readData(join(root, 'data'));
const checked = checkData(files, { asOf: today, today });
const problems: DataProblem[] = [...('problems' in checked ? checked.problems : []), ...listProblems()];

// Data whose shape is wrong cannot be compared, and other problems come first.
const edited = 'data' in checked ? editedPrices(root, files) : [];
if ('missing' in edited) console.error(`Released prices were not compared: ${edited.missing}.`);
else problems.push(...edited);

if ('warnings' in checked && checked.warnings.length > 0) console.error(`Warning: ${problemLines(checked.warnings)}`);
if (problems.length > 0) {
  console.error(
    `${problemLines(problems)}\n\n${problems.length} problem${problems.length === 1 ? '' : 's'} in the data.`,
  );
  process.exitCode = 1;
}
