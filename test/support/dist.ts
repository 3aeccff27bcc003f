/**
 * The build that the tests serve. Who imports this file looks at it, so it is made now unless it is there already; a
 * test that needs no build imports nothing from here, and waits for none.
 */
import { cpSync } from 'node:fs';
import { waitForBuild } from './build-server.ts';
import { testDist } from './test-folders.ts';

export { frozenDir, testDist } from './test-folders.ts';

// Outside of a test run, as in `npm run fuzz`, this process builds.
await (waitForBuild() ?? (await import('./build-once.ts')).buildOnce());

/** Copies the build, and returns the folder of the copy. */
export function copyDist(to: string): string {
  cpSync(testDist, to, { recursive: true });
  return to;
}
