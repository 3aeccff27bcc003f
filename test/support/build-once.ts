import { join } from 'node:path';
import { build } from '../../build/build.ts';
import { Progress } from '../../build/build-progress.ts';
import { testDay } from './core/catalog.ts';
import { testDist } from './dist.ts';

/** Builds the shipped data into .test/dist. */
export async function buildOnce(): Promise<void> {
  const data = join(import.meta.dirname, '../../data');
  const built = await build({ asOf: testDay, today: testDay, out: testDist, data }, new Progress(true));
  if (Array.isArray(built)) throw new Error(JSON.stringify(built, null, 2));
}
