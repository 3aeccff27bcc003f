/**
 * The data as it was on one day, kept beside the tests: what they expect to the digit they expect of these numbers, so
 * that a new price in `data/` breaks none of them. `npx tsx test/support/core/frozen-data.ts` freezes `data/` anew.
 */
import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DataFile, readData } from '../../../build/data/read-data.ts';

const fixture = join(import.meta.dirname, 'fixtures/frozen-data.json');

/** Each file as `readData` gives it. */
export const frozenFiles: DataFile[] = Object.entries(JSON.parse(readFileSync(fixture, 'utf8'))).map(
  ([path, value]) => ({
    path,
    text: `${JSON.stringify(value, null, 2)}\n`,
  }),
);

/** Where the frozen data lie as files while tests run, for programs that read a folder. */
export const frozenDir = join(import.meta.dirname, '../../../.test/data');

export function unpackFrozen(): void {
  for (const { path, text } of frozenFiles) {
    const target = join(frozenDir, path.replace(/^data\//, ''));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  // Documents and recorded runs, which a build reads too, are as they are.
  const data = join(import.meta.dirname, '../../../data');
  cpSync(data, frozenDir, { recursive: true, filter: (source) => !source.endsWith('.json') });
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const files = readData(join(import.meta.dirname, '../../../data'));
  const frozen = Object.fromEntries(files.map(({ path, text }) => [path, JSON.parse(text)]));
  writeFileSync(fixture, `${JSON.stringify(frozen, null, 1)}\n`);
  console.log(`Froze ${files.length} files.`);
}
