/** Runs the build as a separate process, and inspects its output. */
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startChild } from './children.ts';
import { projectRoot } from './core/raw-data.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the build of the project in `project`. */
export function startBuild(args: string[], env: Record<string, string> = {}, project = projectRoot): ChildProcess {
  const tsx = join(project, 'node_modules/tsx/dist/loader.mjs');
  return startChild(process.execPath, ['--import', tsx, join(project, 'build/build.ts'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function runBuild(args: string[], env: Record<string, string> = {}, project = projectRoot): Promise<Ran> {
  const running = startBuild(args, env, project);
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    running[name]?.on('data', (chunk) => {
      printed[name] += chunk;
    });
  }
  const [code] = await once(running, 'close');
  return { code, ...printed };
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
