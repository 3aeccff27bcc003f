import { join } from 'node:path';

/** The build that the tests serve, made once by test/support/build-once.ts. */
export const testDist = join(import.meta.dirname, '../../.test/dist');
