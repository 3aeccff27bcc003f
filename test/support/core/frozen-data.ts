/**
 * The data as of one day, kept next to the tests: exact expectations are about these numbers, so that a new price in
 * `data/` breaks none of them. `npx tsx test/support/core/frozen-data.ts` freezes `data/` again.
 */
import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DataFile, readData } from '../../../build/data/read-data.ts';

/** The day the tests price on. */
export const testDay = '2026-11-20';
/** The current day for the data: none of their dates is later. */
export const frozenOn = '2026-11-21';

const fixture = join(import.meta.dirname, 'fixtures/frozen-data.json');

/** Each file as returned by `readData`. */
export const frozenFiles: DataFile[] = Object.entries(JSON.parse(readFileSync(fixture, 'utf8'))).map(
  ([path, value]) => ({
    path,
    text: `${JSON.stringify(value, null, 2)}\n`,
  }),
);

/** Writes files of data to a folder, for programs that read one. */
export function unpack(to: string, files: readonly DataFile[]): void {
  for (const { path, text } of files) {
    const target = join(to, path.replace(/^data\//, ''));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  // Documents and recorded runs, which a build reads too, are not frozen.
  const data = join(import.meta.dirname, '../../../data');
  cpSync(data, to, { recursive: true, filter: (source) => !source.endsWith('.json') });
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const files = readData(join(import.meta.dirname, '../../../data'));
  const frozen = Object.fromEntries(files.map(({ path, text }) => [path, JSON.parse(text)]));
  writeFileSync(fixture, `${JSON.stringify(frozen, null, 1)}\n`);
  console.log(`Froze ${files.length} files.`);
}
