/** Collects the files of a snapshot from the sources and a finished `dist`, and the commit that it states as its source. */

import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dataSchemaNames, dataSchemaText } from '../../runtime/api/published-schemas/data-schemas.ts';
import { programs } from '../../runtime/audit/layout.ts';
import { snapshotTexts } from '../output/program-digests.ts';

export interface SourceFile {
  /** Path in the snapshot. */
  path: string;
  bytes: Uint8Array;
}

const read = (dir: string, path: string, as = path): SourceFile => ({ path: as, bytes: readFileSync(join(dir, path)) });

/** Paths of the files below `dir`, relative to it. */
const below = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));

/** The data that the build reads, its schemas, and the texts of the project. */
export const sourceFiles = (data: string): SourceFile[] => [
  ...below(data)
    .filter((path) =>
      /^((presets|plans|names)\.json|evidence\/model-error\.json|(imported|measured|providers)\/[^/]+\.json)$/.test(
        path,
      ),
    )
    .map((path) => read(data, path, `data/${path}`)),
  // Not read from the data folder, which may be elsewhere and have none.
  ...dataSchemaNames.map((name) => ({ path: `data/schemas/${name}`, bytes: Buffer.from(dataSchemaText(name)) })),
  ...snapshotTexts(),
];

/**
 * The published files, and the programs that compute from them. Encodings are left out: anyone can recreate them, but
 * their bytes depend on the version of zlib. So are the server and its pack, which only contain copies of these files.
 */
export function distFiles(dist: string): SourceFile[] {
  const published = below(join(dist, 'public')).map((path) => `public/${path}`);
  const isEncoding = (path: string) => /\.(gz|br)$/.test(path) && published.includes(path.slice(0, -3));
  return [...published.filter((path) => !isEncoding(path)), ...programs].map((path) => read(dist, path));
}

/** Packages whose code is in the programs and scripts of a snapshot, or which affect its bytes. */
const tools = [
  '@cfworker/json-schema',
  'ajv',
  'assemblyscript',
  'commander',
  'csv-parse',
  'esbuild',
  'fflate',
  'hyparquet-writer',
  'marked',
  'preact',
  'preact-render-to-string',
  'tar-stream',
];

/** Their versions. Their own dependencies are in the lock file of the commit. */
export function toolVersions(root: string): Record<string, string> {
  return Object.fromEntries(
    tools.map((name) => [name, packageOf(join(root, 'node_modules', ...name.split('/'))).version]),
  );
}

export const packageOf = (dir: string): { name: string; version: string } =>
  JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));

/** The text of a file, or null if it does not exist. */
export const textAt = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** The bytes of a file, or null if it does not exist. */
export const bytesAt = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null);

export interface SourceCommit {
  commit: string | null;
  /** Why there is no commit; null: there is one. */
  commitNote: string | null;
}

/** What determines the bytes of a snapshot, in addition to the data. */
const inputs = [
  'build',
  'runtime',
  'data/lists',
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
