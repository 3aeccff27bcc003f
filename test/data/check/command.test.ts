/** `npm run check:data` as people run it: on a copy of the project, whose main branch has the data as released. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import { copyData, copyProject, temporaryDirectory } from '../../support/copies.ts';

const work = join(temporaryDirectory(), 'work');

beforeAll(() => {
  copyProject(work, ['build', 'data', 'runtime', 'package.json', 'tsconfig.json']);
  copyData(join(work, 'data'));
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: work, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', 'data');
  git('commit', '--quiet', '--message', 'Released');
});

/** What the command says of a provider's file with a change, which is undone afterwards. */
function checked(path: string, change: (file: { models: unknown }) => void): { code: number | null; said: string } {
  const before = readFileSync(join(work, path), 'utf8');
  const file = JSON.parse(before);
  change(file);
  writeFileSync(join(work, path), JSON.stringify(file, null, 2));
  const answer = run();
  writeFileSync(join(work, path), before);
  return answer;
}

function run() {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'check:data'], {
    cwd: work,
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

const first = ({ models }: { models: unknown }) => (models as ModelFile[])[0] as object;

test.each([
  ['/models/0/lifecycle', (file: { models: unknown }) => Object.assign(first(file), { lifecycle: null })],
  ['/models/0/prices', (file: { models: unknown }) => Object.assign(first(file), { prices: null })],
  ['/models', (file: { models: unknown }) => Object.assign(file, { models: {} })],
])('%s of another shape is refused by file and field, without a stack trace', (pointer, change) => {
  const { code, said } = checked('data/providers/xai.json', change);
  expect(code).toBe(1);
  expect(said).toContain('data/providers/xai.json');
  expect(said).toContain(pointer);
  expect(said).not.toMatch(/^\s+at /m);
});

test('a released file may not be removed', () => {
  const path = join(work, 'data/providers/cohere.json');
  const before = readFileSync(path);
  rmSync(path);
  const { code, said } = run();
  writeFileSync(path, before);
  expect(code).toBe(1);
  expect(said).toMatch(/^data\/providers\/cohere\.json:1: .*missing/m);
});
