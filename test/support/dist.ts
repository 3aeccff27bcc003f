/**
 * The build that the tests serve. Who imports this file looks at it, so it is made now unless it is there already; a
 * test that needs no build imports nothing from here, and waits for none.
 */
import { cpSync } from 'node:fs';
import { waitForBuild } from './build-server.ts';
import { foldersOf } from './test-folders.ts';

export const { dist: testDist, data: frozenDir } = foldersOf.frozen;

// Outside of a test run, as in `npm run fuzz`, this process builds.
await (waitForBuild('frozen') ?? (await import('./build-once.ts')).buildOnce('frozen'));

/** Copies this build, or another one, and returns the folder of the copy. */
export function copyDist(to: string, dist = testDist): string {
  cpSync(dist, to, { recursive: true });
  return to;
}
