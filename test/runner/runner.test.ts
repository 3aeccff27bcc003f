/** The effects of a test run on its machine: it installs nothing unasked, and leaves nothing running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { endLeftovers } from '../support/children.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { installMissing } from '../support/install.ts';
import { projectRoot } from '../support/project-root.ts';
import { until } from '../support/server/until.ts';
import { missing, notLinux, programOf, systemPrograms } from '../support/system-packages.ts';

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A test run that starts a program, which starts another one, and then exits or is killed. */
async function runWith(registry: string, end: string, meanwhile = () => {}) {
  const children = join(projectRoot, 'test/support/children.ts');
  const program = `const { startChild } = await import(${JSON.stringify(children)});
    const child = startChild('bash', ['-c', 'sleep 600 & echo $! $$; wait'], { stdio: ['ignore', 'inherit', 'inherit'] }, ${JSON.stringify(registry)});
    process.stdin.once('data', () => ${end});`;
  const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: projectRoot,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [printed] = await once(run.stdout, 'data');
  const pids = String(printed).trim().split(' ').map(Number);
  meanwhile();
  expect(pids.map(runs)).toEqual([true, true]);
  run.stdin.write('end\n');
  await once(run, 'exit');
  return pids;
}

test.skipIf(notLinux !== null)(`a run that exits ends its programs and their children ${notLinux ?? ''}`, async () => {
  const pids = await runWith(temporaryDirectory(), 'process.exit(1)');
  await until(() => !pids.some(runs));
});

test.skipIf(notLinux !== null)(
  `programs left by a killed run are ended by the next one ${notLinux ?? ''}`,
  async () => {
    const registry = temporaryDirectory();
    const pids = await runWith(registry, "process.kill(process.pid, 'SIGKILL')");
    expect(pids.map(runs)).toEqual([true, true]);
    expect(endLeftovers(registry)).toEqual([expect.stringContaining('sleep 600')]);
    await until(() => !pids.some(runs));
    expect(readdirSync(registry)).toEqual([]);
  },
);

test.skipIf(notLinux !== null)(
  `programs of a run in progress are left alone by another one ${notLinux ?? ''}`,
  async () => {
    const registry = temporaryDirectory();
    const ended: string[][] = [];
    const pids = await runWith(registry, "process.kill(process.pid, 'SIGKILL')", () => {
      ended.push(endLeftovers(registry));
    });
    expect(ended).toEqual([[]]);
    expect(pids.map(runs)).toEqual([true, true]);
    endLeftovers(registry);
  },
);

test('missing programs are named with instructions, and not installed', () => {
  const printed: string[] = [];
  installMissing((line) => printed.push(line), ['nginx', 'redis-server'], 'no tools', false);
  expect(printed.join('\n')).toMatch(/nginx redis-server[\s\S]*1\.4 GB[\s\S]*AGENT_COST_INSTALL=1 npm test/);
  installMissing((line) => printed.push(line), [], null, true);
  expect(printed).toHaveLength(4);
});

test('a missing program is a reason to skip, and an error if CI is true', () => {
  for (const name of systemPrograms) expect(programOf(name)).toMatch(/^\//);
  vi.stubEnv('CI', 'false');
  const absent = systemPrograms.map((name) => missing(name)).filter((reason) => reason !== null);
  for (const reason of absent) expect(reason).toMatch(/ is missing \(apt-get install \S+\)$/);
  vi.stubEnv('CI', 'true');
  const thrown = systemPrograms.filter((name) => {
    try {
      missing(name);
      return false;
    } catch {
      return true;
    }
  });
  vi.unstubAllEnvs();
  expect(thrown).toHaveLength(absent.length);
});
