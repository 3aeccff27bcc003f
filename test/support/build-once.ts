import { build } from '../../build/build.ts';
import { Progress } from '../../runtime/io/progress.ts';
import { frozenOn, testDay } from './core/catalog.ts';
import { frozenDir, unpackFrozen } from './core/frozen-data.ts';
import { testDist } from './dist.ts';

/** Builds the frozen data into .test/dist. */
export async function buildOnce(): Promise<void> {
  unpackFrozen();
  const options = { asOf: testDay, today: frozenOn, out: testDist, data: frozenDir, siteUrl: null };
  const built = await build(options, new Progress(true));
  if (Array.isArray(built)) throw new Error(JSON.stringify(built, null, 2));
}
