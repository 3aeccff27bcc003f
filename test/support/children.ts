/**
 * Starts programs for the tests, each in its own process group, and leaves none running. A worker of the test runner
 * ends its groups when it exits; those of a killed worker are found by the files it wrote, and ended after the tests.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file for each running group: named by its id; lists when it and its owner started, and what was started. */
const runningHere = join(import.meta.dirname, '../../.test/running');

const running = new Set<number>();
process.once('exit', () => {
  for (const group of running) endGroup(group);
});

export function startChild(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  registry = runningHere,
): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  const group = child.pid;
  if (group === undefined) return child; // the 'error' event gives the reason
  running.add(group);
  mkdirSync(registry, { recursive: true });
  const owner = `${process.pid} ${startOf(process.pid)}`;
  writeFileSync(join(registry, String(group)), `${startOf(group)}\n${owner}\n${[command, ...args].join(' ')}\n`);
  child.once('exit', () => {
    // Processes it has started itself, such as the workers of a killed nginx, end with it.
    endGroup(group);
    running.delete(group);
    rmSync(join(registry, String(group)), { force: true });
  });
  return child;
}

/** Kills every process of a group; the leader may have ended already. */
function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group no longer exists.
  }
}

/** Ends what killed test runs have left running, but nothing of a run still in progress. Returns what it ended. */
export function endLeftovers(registry = runningHere): string[] {
  const ended: string[] = [];
  for (const name of listed(registry)) {
    const [start, owner = '', what = ''] = textOf(join(registry, name)).split('\n');
    const [ownerId, ownerStart] = owner.split(' ');
    // The id may have been reused by another process.
    if (ownerStart && ownerStart === startOf(Number(ownerId))) continue;
    if (start !== '' && start === startOf(Number(name))) {
      endGroup(Number(name));
      ended.push(what);
    }
    rmSync(join(registry, name), { force: true });
  }
  return ended;
}

function listed(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** '' if it cannot be read or is gone: a run in progress removes its files. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** When a process was started, in ticks since boot; '' if that cannot be read or it is gone. */
function startOf(pid: number): string {
  const stat = textOf(`/proc/${pid}/stat`);
  // Field 22; the second one, the name, may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** What a process printed, once it has ended. */
export async function ended(running: ChildProcess): Promise<Ran> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    running[name]?.on('data', (chunk) => {
      printed[name] += chunk;
    });
  }
  const [code] = await once(running, 'close');
  return { code, ...printed };
}
