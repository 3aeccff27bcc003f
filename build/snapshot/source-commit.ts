/** The commit that a snapshot states as its source. */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface SourceCommit {
  commit: string | null;
  /** Why there is no commit; null: there is one. */
  commitNote: string | null;
}

/** What determines the bytes of a snapshot, in addition to the data. */
const inputs = [
  'build',
  'runtime',
  'docs',
  'SECURITY.md',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** The commit that reproduces the snapshot; none if any of its inputs is not committed. */
export function sourceCommit(root: string, data: string): SourceCommit {
  const none = (commitNote: string): SourceCommit => ({ commit: null, commitNote });
  if (!existsSync(join(root, '.git'))) return none('The sources are not a git checkout.');
  const top = realpathSync(root);
  const dataPath = relative(top, realpathSync(data));
  if (dataPath === '' || dataPath.startsWith('..') || dataPath.startsWith('/')) {
    return none('The data lie outside of the repository.');
  }
  try {
    const git = gitIn(top);
    if (git('rev-parse', '--show-toplevel').trim() !== top) return none('The sources are part of another repository.');
    const paths = [dataPath, ...inputs];
    const changed = first(git('status', '--porcelain', '-z', '--untracked-files=no', '--ignore-submodules=none'));
    if (changed !== undefined) return none(`${changed.slice(3)} is not as it was committed.`);
    const untracked = first(
      git('status', '--porcelain', '-z', '--untracked-files=all', '--ignored=matching', '--', ...paths),
    );
    if (untracked !== undefined) return none(`${untracked.slice(3)} is not in the commit.`);
    // "H": a file that git checks. Others were marked assume-unchanged or skip-worktree.
    const hidden = git('ls-files', '-v', '-z', '--', ...paths).split('\0');
    const overlooked = hidden.find((line) => line !== '' && !line.startsWith('H '));
    if (overlooked !== undefined) return none(`git ignores changes of ${overlooked.slice(2)}.`);
    return { commit: git('rev-parse', '--verify', 'HEAD').trim(), commitNote: null };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return none(code === 'ENOENT' ? 'git is not installed.' : 'git cannot read the repository.');
  }
}

const first = (lines: string): string | undefined => lines.split('\0').find((line) => line !== '');

/** Runs git for the repository at `top`, ignoring any repository named in the environment. */
function gitIn(top: string): (...args: string[]) => string {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_(?!CONFIG)/.test(name));
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: top,
    env: { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 28,
  };
  return (...args) => execFileSync('git', args, options);
}
