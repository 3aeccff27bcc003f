/** Starts programs for the tests of a file, each in its own directory, and stops them afterwards. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll } from 'vitest';
import { startChild } from '../../support/children.ts';

const running = new Set<ChildProcess>();
afterAll(async () => {
  await Promise.all([...running].map((child) => stop(child)));
});

export interface Program {
  child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
}

export function start(command: string, args: readonly string[], env: Record<string, string> = {}): Program {
  const child = startChild(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  return { child, output: () => printed };
}

/** Asks it to end, and kills it if it has not ended after half a minute. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const impatience = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await gone;
  clearTimeout(impatience);
}

/** Resolves when something listens on the port; rejects if the program ends first, or after a minute. */
export async function listening(port: number, { child, output }: Program): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (await accepts(port)) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Nothing listens on ${port}:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
