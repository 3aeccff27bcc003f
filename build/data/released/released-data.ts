/** The data as the main branch has it, where the project lies in git and there is a main branch. */
import { spawnSync } from 'node:child_process';
import { type DataFile, readData } from '../read-data.ts';

/** The files that differ now, as they were where this work left the main branch, or why there are none. */
export function releasedData(root: string): { commit: string; files: DataFile[] } | { missing: string } {
  const git = (...args: string[]) => {
    const done = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
    return done.status === 0 ? done.stdout : null;
  };
  if (git('rev-parse', '--git-dir') === null) return { missing: 'this is no git repository' };
  const main = ['origin/main', 'main'].find((name) => git('rev-parse', '--verify', '--quiet', name) !== null);
  if (main === undefined) return { missing: 'there is no main branch to compare with' };
  const commit = git('merge-base', 'HEAD', main)?.trim();
  if (!commit) return { missing: `nothing is known that HEAD and ${main} have in common` };
  // Only those that differ in this work: most often that is none.
  const changed = new Set(git('diff', '--name-only', '--relative', commit, '--', 'data')?.split('\n'));
  const files = readData(`${root}/data`).flatMap(({ path }) => {
    const text = changed.has(path) ? git('show', `${commit}:./${path}`) : null;
    return text === null ? [] : [{ path, text }];
  });
  return { commit, files };
}
