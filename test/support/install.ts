/**
 * Installs what the tests can use in addition to npm's packages, or lists what is missing. Nothing is installed unless
 * CI=true or AGENT_COST_INSTALL=1 is set.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installTools, toolsMissing } from '../conformance/tools.ts';
import { packagesMissing } from './system-packages.ts';

const isAsked = process.env.CI === 'true' || process.env.AGENT_COST_INSTALL === '1';

/** Announces each step before it takes it. */
export function installMissing(
  say: (line: string) => void = console.error,
  packages = packagesMissing(),
  tools = toolsMissing(),
  asked = isAsked,
): void {
  if (packages.length === 0 && tools === null) return;
  if (!asked) {
    say('Some parts are missing, so the tests that need them will be skipped:');
    if (packages.length > 0) say(`  Debian packages: ${packages.join(' ')}`);
    if (tools !== null) say('  npm packages of test/conformance: 1.4 GB below test/conformance/node_modules');
    say('AGENT_COST_INSTALL=1 npm test installs them first (a few minutes; the Debian packages need root or sudo).\n');
    return;
  }
  if (packages.length > 0) installPackages(packages, say);
  if (tools !== null) {
    say('Installing the npm packages of test/conformance (1.4 GB, a minute or two) ...');
    const problem = installTools();
    if (problem !== null) say(problem);
  }
}

function installPackages(packages: readonly string[], say: (line: string) => void): void {
  if (!existsSync('/usr/bin/apt-get')) {
    say(`apt-get is missing, so these cannot be installed: ${packages.join(' ')}`);
    return;
  }
  say(`Installing the Debian packages ${packages.join(' ')} (about a minute) ...`);
  // RUNLEVEL=1: a package does not start its service alongside the tests (invoke-rc.d).
  const settings = ['DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
  const [program = '', ...before] =
    process.getuid?.() === 0 ? ['env', ...settings] : ['sudo', '-n', 'env', ...settings];
  const apt = (...args: string[]) =>
    spawnSync(program, [...before, 'apt-get', ...args], { encoding: 'utf8', timeout: 600_000 });
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
  let done = install();
  if (done.status !== 0) {
    apt('update');
    done = install();
  }
  if (done.status !== 0)
    say(`apt-get failed: ${(done.stderr ?? String(done.error)).trim().split('\n').slice(-4).join(' ')}`);
}
