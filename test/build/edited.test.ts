import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyProject, temporaryDirectory } from '../support/copies.ts';

test('a build from a checkout with an edited released price stops with the file, the line and what to do', () => {
  const project = copyProject(join(temporaryDirectory(), 'project'));
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  const git = (...args: string[]) => execFileSync('git', ['-C', project, ...identity, ...args], { encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', 'data');
  git('commit', '--quiet', '--message', 'Released');
  const path = join(project, 'data/providers/xai.json');
  const released = readFileSync(path, 'utf8');
  const build = () => spawnSync('npm', ['run', '--silent', 'build'], { cwd: project, encoding: 'utf8' });

  writeFileSync(path, released.replace('"input": 2,', '"input": 2.1,'));
  const { status, stderr } = build();
  expect({ status, stderr }).toMatchObject({ status: 1 });
  expect(stderr).toMatch(
    /^data\/providers\/xai\.json:\d+#\S+\/input: 2\.1 replaces the released 2 .*: append a price/m,
  );
  expect(stderr).toContain('nothing was built');

  writeFileSync(path, released);
  expect(build().status).toBe(0);
});
