/** Folders that the tests make for themselves, ignored by git. */
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

/** The build that the tests serve; import it from dist.ts, which waits until it is there. */
export const testDist = join(projectRoot, '.test/dist');
/** The frozen data as files, for programs that read a folder. */
export const frozenDir = join(projectRoot, '.test/data');
