/** Runs a program of the build to completion, as a user would. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { testDist } from './dist.ts';

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

function run(program: string, args: string[], env: Record<string, string>, cwd?: string): Promise<Finished> {
  return new Promise((resolve) => {
    const options = {
      env: { ...process.env, COLUMNS: '', PORT: '0', HOST: '127.0.0.1', ...env },
      cwd,
      timeout: 60_000,
      killSignal: 'SIGKILL' as const,
    };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, stdout, stderr });
    });
  });
}

/**
 * Arguments for Node that make the program run as another user, subject to permissions, if the tests run as root.
 * (Started as another user, it could not even read a Node that is installed below /root.)
 */
export const asNobody: readonly string[] =
  process.getuid?.() === 0
    ? ['--import', 'data:text/javascript,process.setgroups([]);process.setgid(65534);process.setuid(65534)']
    : [];

/** `agent-cost ARGS` */
export const runCli = (...args: string[]): Promise<Finished> => run(join(testDist, 'cli.js'), args, {});

/** `agent-cost ARGS` in a directory. */
export const runCliIn = (cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<Finished> =>
  run(join(testDist, 'cli.js'), [...args], env, cwd);

/** `node dist/server.js ARGS`, for when it is expected to exit; code -1 if it still runs after a minute. */
export const runServer = (env: Record<string, string>, dist = testDist, ...args: string[]): Promise<Finished> =>
  run(join(dist, 'server.js'), args, env);
