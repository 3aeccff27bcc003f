/** The provider files as released on the main branch, if the project is in git and has one. */
import { spawnSync } from 'node:child_process';
import type { DataFile } from '../read-data.ts';

/** The files that have changed since this branch left main, as they were then, or why they are not available. */
export function releasedData(root: string): { files: DataFile[] } | { missing: string } {
  const git = (...args: string[]) => {
    const done = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
    return done.status === 0 ? done.stdout : null;
  };
  if (git('rev-parse', '--git-dir') === null) return { missing: 'this is not a git repository' };
  const main = ['origin/main', 'main'].find((name) => git('rev-parse', '--verify', '--quiet', name) !== null);
  if (main === undefined) return { missing: 'there is no main branch to compare with' };
  const commit = git('merge-base', 'HEAD', main)?.trim();
  if (!commit) return { missing: `HEAD and ${main} have no known common commit` };
  const changed = git('diff', '--name-only', '--relative', commit, '--', 'data/providers/*.json') ?? '';
  const files = changed.split('\n').flatMap((path) => {
    const text = path === '' ? null : git('show', `${commit}:./${path}`);
    return text === null ? [] : [{ path, text }];
  });
  return { files };
}
