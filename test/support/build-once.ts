/** Builds the frozen data into .test/dist, unless the build there was made from the same sources and data. */
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputsDigest } from '../../build/output/input-digest.ts';
import { Progress } from '../../runtime/io/progress.ts';
import { frozenFiles, frozenOn, testDay, unpackFrozen } from './core/frozen-data.ts';
import { frozenDir, testDist } from './test-folders.ts';

/** What it was made from: removed before a build and written after it, so that a killed one is made again. */
const madeFrom = join(testDist, '../dist.inputs');

export async function buildOnce(): Promise<void> {
  const inputs = inputsDigest(frozenFiles, testDay, null);
  if ([testDist, frozenDir, madeFrom].every(existsSync) && readFileSync(madeFrom, 'utf8') === inputs) return;
  rmSync(madeFrom, { force: true });
  rmSync(frozenDir, { recursive: true, force: true });
  unpackFrozen(frozenDir);
  // Loaded only here: it is slow to load.
  const { build } = await import('../../build/build.ts');
  const options = { asOf: testDay, today: frozenOn, out: testDist, data: frozenDir, siteUrl: null };
  const built = await build(options, new Progress(true));
  if (Array.isArray(built)) throw new Error(JSON.stringify(built, null, 2));
  writeFileSync(madeFrom, inputs);
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) await buildOnce();
