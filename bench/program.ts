/** Starts programs, pinned to one core where possible, stops only those, and reads what they use from the kernel. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Tools } from './machine.ts';

export interface Program {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

export interface Command {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** `command` pinned to `core`, which the server and the load generator share: that makes ratios stable. */
export const pinned = ({ command, args, ...rest }: Command, tools: Tools, core: number): Command =>
  tools.taskset
    ? { command: tools.taskset, args: ['-c', String(core), command, ...args], ...rest }
    : { command, args, ...rest };

export interface Finished {
  seconds: number;
  stdout: string;
}

/** Runs a command to completion; rejects with its stderr when it fails or takes longer than `timeout` seconds. */
export async function run({ command, args, env }: Command, timeout = 600): Promise<Finished> {
  const started = performance.now();
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const printed = collect(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout * 1000);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  running.delete(child);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}:\n${printed.stderr}`);
  return { seconds: (performance.now() - started) / 1000, stdout: printed.stdout };
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk) => {
      printed[name] = (printed[name] + chunk).slice(-10_000_000);
    });
  }
  return printed;
}

/** Starts a server on `port`, and waits until connections to the port are accepted. */
export async function startServer({ command, args, env }: Command, port: number): Promise<Program> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const printed = collect(child);
  let gone = false;
  child.once('exit', () => {
    gone = true;
  });
  child.once('error', () => {
    gone = true;
  });
  const deadline = performance.now() + 60_000;
  while (!(await accepts(port))) {
    if (gone || performance.now() > deadline) {
      child.kill('SIGKILL');
      running.delete(child);
      throw new Error(`${command} ${args.join(' ')} does not listen on port ${port}:\n${printed.stderr}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return {
    pid: child.pid as number,
    port,
    stop: async () => {
      running.delete(child);
      if (gone) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Whether a connection to the port is accepted now. */
const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Microseconds of CPU used by all threads of a process; null where the kernel does not report it (not Linux). */
export function cpuMicroseconds(pid: number): number | null {
  try {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks)
      .map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ', 1)[0]) / 1000)
      .reduce((sum, microseconds) => sum + microseconds, 0);
  } catch {
    return null;
  }
}

/** Resident memory in bytes. */
export function residentBytes(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  }
}
