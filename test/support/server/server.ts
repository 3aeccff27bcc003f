/** Starts `node dist/server.cjs` as a user would, and stops it. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startChild } from '../children.ts';
import { testDist } from '../dist.ts';

export interface TestServer {
  /** `http://127.0.0.1:PORT` */
  base: string;
  /** The same for /metrics; empty if that is off. */
  metrics: string;
  pid: number;
  /** Everything the server has printed so far. */
  output(): string;
  /** Resolves when the process has ended. */
  exited: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A server on a free port, without a rate limit unless `env` sets one. */
export async function startServer(env: Record<string, string> = {}, dist = testDist): Promise<TestServer> {
  const server = startChild(process.execPath, [join(dist, 'server.cjs')], {
    env: { ...process.env, PORT: '0', METRICS_PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  server.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  server.stderr?.on('data', (chunk) => {
    printed += chunk;
  });
  const exited = once(server, 'close').then(([code, signal]): Ended => ({ code, signal }));
  const base = await addressOf(server, () => printed);
  return {
    base,
    metrics: /metrics on (http:.*)\/metrics/.exec(printed)?.[1] ?? '',
    pid: server.pid as number,
    output: () => printed,
    exited,
    kill: (signal) => server.kill(signal),
    stop: () => stop(server),
  };
}

/** The address the server prints once it listens. */
function addressOf(server: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearInterval(looking);
      clearTimeout(deadline);
      server.kill('SIGKILL');
      reject(new Error(`${why}; it printed:\n${printed()}`));
    };
    const looking = setInterval(() => {
      const address = /(http:\/\/[\w.]+:\d+).*\n/.exec(printed())?.[1];
      if (address === undefined) return;
      if (address.endsWith(':0')) return fail(`The server reports the address ${address}, which has no port`);
      clearInterval(looking);
      clearTimeout(deadline);
      resolve(address);
    }, 10);
    const deadline = setTimeout(() => fail('The server did not print its address within a minute'), 60_000);
    server.once('exit', (code) => fail(`The server ended with exit code ${code}`));
  });
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  const impatience = setTimeout(() => server.kill('SIGKILL'), 30_000);
  await gone;
  clearTimeout(impatience);
}
