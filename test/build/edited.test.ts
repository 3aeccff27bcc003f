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
  const path = join(project, 'data/providers/openai.json');
  const released = readFileSync(path, 'utf8');
  const build = () => spawnSync('npm', ['run', '--silent', 'build'], { cwd: project, encoding: 'utf8' });

  const provider = JSON.parse(released);
  const [price] = provider.models[0].prices;
  const before = price.input;
  price.input = Number((before * 1.01).toPrecision(4));
  writeFileSync(path, `${JSON.stringify(provider, null, 2)}\n`);
  const { status, stderr } = build();
  expect({ status, stderr }).toMatchObject({ status: 1 });
  const says = `${price.input} replaces the released ${before} .*: append a price`;
  expect(stderr).toMatch(new RegExp(`^data/providers/openai\\.json:\\d+#\\S+/input: ${says}`, 'm'));
  expect(stderr).toContain('nothing was built');

  writeFileSync(path, released);
  expect(build().status).toBe(0);
});
