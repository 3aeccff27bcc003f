/** Folders that the tests make for themselves, ignored by git. */
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

/** Builds that are made once for all tests: of the frozen data, and of a small part of them. */
export type SharedBuild = 'frozen' | 'small';

/** A build, and its data as files, for programs that read a folder. */
export const foldersOf = {
  frozen: { dist: join(projectRoot, '.test/dist'), data: join(projectRoot, '.test/data') },
  small: { dist: join(projectRoot, '.test/small-dist'), data: join(projectRoot, '.test/small-data') },
} satisfies Record<SharedBuild, { dist: string; data: string }>;
