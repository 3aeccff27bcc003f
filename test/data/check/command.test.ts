/** `npm run check:data` as people run it: on a copy of the project, whose main branch has the data as released. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import { copyData, temporaryDirectory } from '../../support/copies.ts';
import { projectRoot } from '../../support/project-root.ts';

const work = join(temporaryDirectory(), 'work');

beforeAll(() => {
  for (const name of ['build', 'runtime', 'package.json', 'tsconfig.json', 'data/schemas', 'data/lists']) {
    cpSync(join(projectRoot, name), join(work, name), { recursive: true });
  }
  copyData(join(work, 'data'));
  // Nothing is bundled, so a link to the packages is enough: a tree of links, as of copyProject, takes ten seconds.
  symlinkSync(join(projectRoot, 'node_modules'), join(work, 'node_modules'));
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: work, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', 'data/providers');
  git('commit', '--quiet', '--message', 'Released');
});

function run() {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'check:data'], {
    cwd: work,
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

const first = ({ models }: { models: unknown }) => (models as ModelFile[])[0] as object;

test('in a list of the price check, a column that means nothing and an expression that is none are refused', () => {
  const path = join(work, 'data/lists/words.json');
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.replace('"cacheWrite5m"]', '"cachewrite5m"]').replace('"/^(mode|', '"/^(mode('));
  const { code, said } = run();
  writeFileSync(path, before);
  expect(code).toBe(1);
  for (const place of ['/columns/4/0', '/priced/0/1']) expect(said).toContain(`#${place}: must`);
});

test('what has another shape is refused by file and field, without a stack trace', () => {
  const wrong = [
    ['xai', '/models/0/lifecycle', (file: { models: unknown }) => Object.assign(first(file), { lifecycle: null })],
    ['meta', '/models/0/prices', (file: { models: unknown }) => Object.assign(first(file), { prices: null })],
    ['groq', '/models', (file: { models: unknown }) => Object.assign(file, { models: {} })],
  ] as const;
  const paths = wrong.map(([name]) => join(work, `data/providers/${name}.json`));
  const before = paths.map((path) => readFileSync(path, 'utf8'));
  for (const [at, [, , change]] of wrong.entries()) {
    const file = JSON.parse(before[at] as string);
    change(file);
    writeFileSync(paths[at] as string, JSON.stringify(file, null, 2));
  }
  const { code, said } = run();
  for (const [at, path] of paths.entries()) writeFileSync(path, before[at] as string);
  expect(code).toBe(1);
  for (const [name, pointer] of wrong) {
    expect(said).toMatch(new RegExp(`^data/providers/${name}\\.json:.*${pointer}\\b`, 'm'));
  }
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
