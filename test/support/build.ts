/** Runs the build as a separate process, and inspects its output. */
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ended, type Ran, startChild } from './children.ts';
import { projectRoot } from './project-root.ts';

/** Starts the build of the project in `project`. */
export const startBuild = (args: string[], env: Record<string, string> = {}, project = projectRoot): ChildProcess =>
  startScript(join(project, 'build/build.ts'), args, env, project);

export const runBuild = (args: string[], env: Record<string, string> = {}, project = projectRoot): Promise<Ran> =>
  ended(startBuild(args, env, project));

/** Runs a file of TypeScript to completion. */
export const runScript = (path: string, args: string[] = [], env: Record<string, string> = {}): Promise<Ran> =>
  ended(startScript(path, args, env));

function startScript(path: string, args: string[], env: Record<string, string>, project = projectRoot): ChildProcess {
  const tsx = join(project, 'node_modules/tsx/dist/loader.mjs');
  return startChild(process.execPath, ['--import', tsx, path, ...args], {
    // tsx reads the settings of the folder it is started in, which say how JSX is compiled.
    env: { ...process.env, TSX_TSCONFIG_PATH: join(project, 'tsconfig.json'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Paths of all files below `dir`, sorted. */
export const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .sort();

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of every file below `dir`, by path. */
export const digestsOf = (dir: string): Record<string, string> =>
  Object.fromEntries(filesBelow(dir).map((path) => [path, sha256(readFileSync(join(dir, path)))]));
