/** Makes a shared build, unless the one there was made from the same sources and data. */
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { inputsDigest } from '../../build/output/input-digest.ts';
import { Progress } from '../../runtime/io/progress.ts';
import { frozenFiles, frozenOn, testDay, unpack } from './core/frozen-data.ts';
import { smallFiles } from './core/small-data.ts';
import { foldersOf, type SharedBuild } from './test-folders.ts';

export async function buildOnce(which: SharedBuild): Promise<void> {
  const { dist, data } = foldersOf[which];
  const files = which === 'small' ? smallFiles : frozenFiles;
  // What it was made from: removed before a build and written after it, so that a killed one is made again.
  const madeFrom = `${dist}.inputs`;
  const inputs = inputsDigest(files, testDay, null);
  if ([dist, data, madeFrom].every(existsSync) && readFileSync(madeFrom, 'utf8') === inputs) return;
  rmSync(madeFrom, { force: true });
  rmSync(data, { recursive: true, force: true });
  unpack(data, files);
  // Loaded only here: it is slow to load.
  const { build } = await import('../../build/build.ts');
  const options = { asOf: testDay, today: frozenOn, out: dist, data, siteUrl: null };
  const built = await build(options, new Progress(true));
  if (Array.isArray(built)) throw new Error(JSON.stringify(built, null, 2));
  writeFileSync(madeFrom, inputs);
}

const [, program, which = 'frozen'] = process.argv;
if (program && realpathSync(program) === import.meta.filename) await buildOnce(which as SharedBuild);
