/** What a command takes with all the processes that it starts, as ccusage starts a native program. */
import { spawnSync } from 'node:child_process';

export interface Timed {
  stdout: string;
  cpuSeconds: number;
  seconds: number;
}

/** Runs Node with these arguments to its end. @throws an Error if it fails */
export function timed(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Timed {
  const script = 'TIMEFORMAT="%U %S %R"; time "$@" 2>/dev/null';
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    ...{ env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 2 ** 28 },
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr.slice(-500)}`);
  const [user = Number.NaN, system = Number.NaN, seconds = Number.NaN] = stderr.trim().split(/\s+/).map(Number);
  return { stdout, cpuSeconds: user + system, seconds };
}
