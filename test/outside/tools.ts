/** Other people's tools, in a package of their own: its 320 MB are installed when a test first needs them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Ran } from '../support/build.ts';

export const outside = import.meta.dirname;
/** What the tools make; git knows nothing of it. */
export const made = join(outside, '.test');

const lock = join(outside, 'package-lock.json');
/** A copy of the lock file, put there when an installation is whole. */
const installed = join(outside, 'node_modules/.installed');

/** Installs what package-lock.json says, once. Returns why the tools are not there, or null when they are. */
export async function install(): Promise<string | null> {
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8')) return null;
  console.log('Installing the outside tools into test/outside/node_modules; this takes about a minute.');
  const started = performance.now();
  // No script of a package is run: none of the tools needs one. Without a network it is soon over.
  const flags = ['--ignore-scripts', '--no-audit', '--fetch-retries=1', '--fetch-retry-mintimeout=2000'];
  const { code, stderr } = await ended(spawned('npm', ['ci', '--prefix', outside, ...flags]));
  if (code === 0) {
    copyFileSync(lock, installed);
    console.log(`Installed in ${Math.round((performance.now() - started) / 1000)} s.`);
    return null;
  }
  const reason = `the outside tools cannot be installed (npm ci ended with ${code}):\n${stderr.slice(0, 500)}`;
  if (process.env.CI === 'true') throw new Error(reason);
  console.warn(`Skipped: ${reason}`);
  return reason;
}

/** Runs a tool to its end. */
export const run = (tool: string, args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  ended(start(tool, args, env));

/** Starts a tool; Redocly is told not to send telemetry. */
export const start = (tool: string, args: string[], env: Record<string, string> = {}): ChildProcess =>
  spawned(join(outside, 'node_modules/.bin', tool), args, {
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    ...env,
  });

const spawned = (command: string, args: string[], env: Record<string, string> = {}): ChildProcess =>
  spawn(command, args, { cwd: outside, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });

async function ended(running: ChildProcess): Promise<Ran> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    running[name]?.on('data', (chunk) => {
      printed[name] += chunk;
    });
  }
  const [code] = await once(running, 'close');
  return { code, ...printed };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
