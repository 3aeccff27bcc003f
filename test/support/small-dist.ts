/** The build of a small part of the data; as in `dist.ts`, it is made unless it is there already. */
import { waitForBuild } from './build-server.ts';
import { foldersOf } from './test-folders.ts';

export const { dist: smallDist, data: smallDir } = foldersOf.small;

await (waitForBuild('small') ?? (await import('./build-once.ts')).buildOnce('small'));
