/** Third-party tools, in a separate package. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ended, type Ran, startChild } from '../support/children.ts';

export const outside = import.meta.dirname;
/** The output of the tools, ignored by git. */
export const made = join(outside, '.test');

/** The lock file, and the one npm wrote after installing everything. */
const wanted = join(outside, 'package-lock.json');
const installed = join(outside, 'node_modules/.package-lock.json');

interface Lock {
  packages: Record<string, { version: string; optional?: true }>;
}
const packagesIn = (lock: string) => (JSON.parse(readFileSync(lock, 'utf8')) as Lock).packages;

/** Why the tools cannot be used, and how to get them; null if they can. Throws if CI is true. */
export function missing(): string | null {
  const reason = toolsMissing();
  if (reason !== null && process.env.CI === 'true') throw new Error(reason);
  return reason;
}

/** Why the tools cannot be used; null if they can. */
export function toolsMissing(): string | null {
  const how = '(npm ci --prefix test/conformance --ignore-scripts)';
  if (!existsSync(installed)) return `the npm packages of test/conformance are missing ${how}`;
  const found = packagesIn(installed);
  const old = Object.entries(packagesIn(wanted)).find(
    ([path, { version, optional }]) => path !== '' && !optional && found[path]?.version !== version,
  );
  return old === undefined ? null : `${old[0]} of test/conformance is not the version of its lock file ${how}`;
}

/** Installs the packages of package-lock.json. Returns why that failed, or null. */
export function installTools(): string | null {
  // Package scripts are not run: none of the tools needs one. Without a network it fails quickly.
  const flags = ['--ignore-scripts', '--no-audit', '--fetch-retries=1', '--fetch-retry-mintimeout=2000'];
  const { status, stderr } = spawnSync('npm', ['ci', '--prefix', outside, ...flags], { encoding: 'utf8' });
  return status === 0 ? null : `npm ci in test/conformance ended with exit code ${status}:\n${stderr?.slice(0, 500)}`;
}

/** Runs a tool to completion. */
export const run = (tool: string, args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  ended(start(tool, args, env));

/** Starts a tool; Redocly must not send telemetry. */
export const start = (tool: string, args: string[], env: Record<string, string> = {}): ChildProcess =>
  spawned(join(outside, 'node_modules/.bin', tool), args, {
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    ...env,
  });

const spawned = (command: string, args: string[], env: Record<string, string> = {}): ChildProcess =>
  startChild(command, args, { cwd: outside, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
