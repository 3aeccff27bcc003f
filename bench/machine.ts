/** The machine, and the optional programs on it that improve the measurements. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Tools {
  wrk: string | null;
  taskset: string | null;
  nginx: string | null;
  cc: string | null;
  sync: string | null;
  chromium: string | null;
}

/** Directories that hold servers and are not always in a user's PATH. */
const alsoIn = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

const find = (name: string): string | null =>
  [...(process.env.PATH ?? '').split(delimiter), ...alsoIn]
    .map((dir) => join(dir, name))
    .find((path) => existsSync(path)) ?? null;

export const findTools = (): Tools => ({
  wrk: find('wrk'),
  taskset: process.platform === 'linux' ? find('taskset') : null,
  nginx: find('nginx'),
  cc: find('cc'),
  sync: find('sync'),
  chromium: find('chromium'),
});

/** The first line a program prints for its version, with any exit code; '' when it cannot be run. */
function versionOf(program: string, flag: string): string {
  try {
    return execFileSync('sh', ['-c', '"$0" "$1" 2>&1 || true', program, flag], { encoding: 'utf8', timeout: 5000 })
      .split('\n')[0]
      ?.trim() as string;
  } catch {
    return '';
  }
}

export interface Machine {
  date: string;
  cpu: string;
  cores: number;
  memoryGB: number;
  system: string;
  /** Where the builds were written. */
  files: string;
  versions: Record<string, string>;
  /** The replacement of each missing tool. */
  substitutes: string[];
}

const packages = ['serve-handler', 'sirv', '@pydantic/genai-prices', 'esbuild', 'tsx'];

export const describeMachine = (tools: Tools, inMemory: boolean): Machine => ({
  date: new Date().toISOString().slice(0, 10),
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGB: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()}`,
  files: inMemory ? 'in memory (tmpfs)' : 'on disk',
  versions: {
    node: process.versions.node,
    v8: process.versions.v8,
    ...Object.fromEntries(packages.map((name) => [name, packageVersion(name)])),
    ...(tools.wrk && { wrk: versionOf(tools.wrk, '-v').replace(/ Copyright.*| \[.*/g, '') }),
    ...(tools.nginx && { nginx: versionOf(tools.nginx, '-v').replace('nginx version: ', '') }),
    ...(tools.cc && { cc: versionOf(tools.cc, '--version') }),
  },
  substitutes: [
    ...(tools.wrk ? [] : ['wrk is missing: the load comes from bench/peers/loop.mjs, which is slower']),
    ...(tools.taskset ? [] : ['taskset is missing: nothing is pinned to a core, so the spread is wider']),
    ...(tools.nginx ? [] : ['nginx is missing: its row is left out']),
    ...(tools.cc ? [] : ['cc is missing: the writer of the build ceiling is a plain Node loop']),
    ...(process.platform === 'linux' ? [] : ['no /proc: requests a second replace CPU time per request']),
  ],
});

function packageVersion(name: string): string {
  try {
    const file = join(import.meta.dirname, '../node_modules', name, 'package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return 'missing';
  }
}
