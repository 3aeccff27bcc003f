/** Optional programs on the machine that improve the measurements. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Tools {
  wrk: string | null;
  taskset: string | null;
  nginx: string | null;
  cc: string | null;
  sync: string | null;
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
});

/** The first line a program prints for its version, with any exit code; '' when it cannot be run. */
export function versionOf(program: string, flag: string): string {
  try {
    return execFileSync('sh', ['-c', '"$0" "$1" 2>&1 || true', program, flag], { encoding: 'utf8', timeout: 5000 })
      .split('\n')[0]
      ?.trim() as string;
  } catch {
    return '';
  }
}
