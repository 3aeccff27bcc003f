/** The commands of "A Monday morning" in data/README.md, in their order, on saved pages and a registry in files. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Offers } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { madeUpNpm, publishTo } from '../../prices-import/made-up-registry.ts';
import { copyProject, temporaryDirectory } from '../../support/copies.ts';
import { projectRoot } from '../../support/project-root.ts';
import { model, pageText, price, provider, row, url, writeData } from '../support.ts';

const root = temporaryDirectory();
const work = join(root, 'work');
const registry = join(root, 'registry');
const bin = join(root, 'bin');
const day = new Date().toISOString().slice(0, 10);

const [, section = ''] = readFileSync(join(projectRoot, 'data/README.md'), 'utf8').split('## A Monday morning\n');
const printed = [...(section.split('\n## ')[0] ?? '').matchAll(/```sh\n\s*(.+)\n\s*```/g)].map(
  ([, line]) => line as string,
);
/** All but the one that downloads Claude Code, 170 MB: test/prices/claude-code reads a small one of its shape. */
const commands = printed.filter((line) => !line.includes('--claude-code'));

/** Runs the command of a step as printed. */
function run(step: number): { code: number | null; output: string } {
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', commands[step - 1] as string], {
    cwd: work,
    env,
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

const path = (name: string) => join(work, 'data', name);
const read = <T>(name: string): T => JSON.parse(readFileSync(path(name), 'utf8')) as T;
const write = (name: string, value: unknown) => writeFileSync(path(name), `${JSON.stringify(value, null, 2)}\n`);
const models = () => read<ProviderFile>('providers/anthropic.json').models;

test('confirm, change, add a model, leave one out, add a seller', () => {
  expect(commands).toHaveLength(6);
  copyProject(work, ['build', 'data', 'runtime', 'package.json', 'tsconfig.json']);
  rmSync(join(work, 'data'), { recursive: true });
  const old = [price({ sources: [{ url, on: '2026-05-01' }] })];
  writeData(join(work, 'data'), [
    provider([model('claude-test-5', { prices: old }), model('claude-test-6', { prices: old })]),
  ]);
  cpSync(join(projectRoot, 'data/lists'), path('lists'), { recursive: true });
  mkdirSync(path('imported'));
  write('left-out.json', { models: [], sellers: [] });
  madeUpNpm(bin, registry);
  write('imported-packages.json', { packages: publishTo(registry, '1.5.2', '2026-11-10', {}) });

  // One price is confirmed, the other changed.
  mkdirSync(join(work, 'pages'));
  const saved = pageText([row('Claude Test 5'), row('Claude Test 6', { input: 2.4, output: 12 })]);
  writeFileSync(join(work, `pages/anthropic-${day}.md`), saved);
  const checked = run(1);
  expect(checked.code, checked.output).toBe(1);
  expect(models().map(({ prices }) => prices.map(({ input, verifiedOn }) => [input, verifiedOn]))).toEqual([
    [[2, day]],
    [
      [2, '2026-05-01'],
      [2.4, day],
    ],
  ]);

  // A model is added, first with a mistake.
  const file = read<ProviderFile>('providers/anthropic.json');
  const added = model('claude-test-7', { prices: [price({ sources: [{ url, on: day }] })] });
  write('providers/anthropic.json', { ...file, models: [...file.models, added] });
  const mistaken = run(2);
  expect(mistaken.code).toBe(1);
  expect(mistaken.output).toContain(`expected is ${day}`);
  added.prices = [price({ sources: [{ url, on: day }], verifiedOn: day })];
  write('providers/anthropic.json', { ...file, models: [...file.models, added] });
  expect(run(2).code).toBe(0);

  // A newer package has a model that nobody knows, and a seller with a model that we have.
  const lists = { deepinfra: [['claude-test-5', 3, 15]] as [string, number, number][] };
  const newest = publishTo(registry, '1.6.0', day, { pi: [['amazon.nova-9-v1:0', 1, 2]], lists });
  const found = run(3);
  expect(found.code, found.output).toBe(1);
  expect(found.output).toMatch(/bedrock {2}amazon\.nova-9-v1:0 {2}1 \/ 2/);
  expect(found.output).toMatch(/New sellers:\n {2}deepinfra {2}1 models/);
  expect(read('imported-packages.json')).toEqual({ packages: newest });

  const reason = { names: ['amazon.nova-9*'], reason: 'Made up.' };
  write('left-out.json', {
    models: [{ seller: 'bedrock', ...reason }],
    sellers: [{ ...reason, names: ['deepinfra'] }],
  });
  const decided = run(4);
  expect(decided.code, decided.output).toBe(0);
  expect(decided.output).toContain('Nothing new: 2 left out on purpose');

  // The seller is added after all.
  write('left-out.json', { models: [{ seller: 'bedrock', ...reason }], sellers: [] });
  const entry = {
    id: 'deepinfra',
    name: 'DeepInfra',
    pricingUrl: 'https://deepinfra.com/pricing',
    provider: null,
    prefix: 'deepinfra',
    feeds: { 'models.dev': 'deepinfra' },
  };
  const sellers = read<{ hosts: object[] }>('lists/sellers.json');
  write('lists/sellers.json', { ...sellers, hosts: [entry, ...sellers.hosts] });
  const last = run(5);
  expect(last.code, last.output).toBe(0);
  const offers = read<Offers>('imported/offers.json');
  expect(offers.offers).toMatchObject([
    { host: 'deepinfra', model: 'claude-test-5', prices: [{ input: 3, output: 15 }] },
  ]);
  const table = run(6);
  expect(table.code, table.output).toBe(0);
  expect(table.output).toContain('DeepInfra: 1 names, 1 right, 0 refused, 0 at another price');
});
