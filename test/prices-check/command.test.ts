/** The command, as run by people and the scheduled workflow. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../build/prices/check/report.ts';
import { publishTo } from '../prices-import/made-up-registry.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { projectRoot } from '../support/project-root.ts';
import { filesIn, model, pageText, provider, row, writeData, writeFiles } from './support.ts';

const root = temporaryDirectory();
let count = 0;
const fresh = (name: string) => join(root, `${name}-${count++}`);

async function run(...args: string[]) {
  const tsx = join(projectRoot, 'node_modules/tsx/dist/loader.mjs');
  const main = join(projectRoot, 'build/prices/prices-check.ts');
  const child = spawn(process.execPath, ['--import', tsx, main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...printed };
}

const data = writeData(join(root, 'data'), [
  provider([model('claude-test-5'), model('claude-test-6')]),
  provider([model('glm-test-1')], 'zai', 'https://docs.z.ai/guides/overview/pricing'),
]);
const pages = (files: Record<string, string>) => writeFiles(fresh('pages'), files);
const good = pageText([row('Claude Test 5'), row('Claude Test 6')]);
const changed = pageText([row('Claude Test 5'), row('Claude Test 6', { input: 2.4, output: 12 })]);
const on = ['--on', '2026-06-01', '--data', data];

test('0: a page that confirms everything', async () => {
  const { code, stdout, stderr } = await run('--from', pages({ 'anthropic.md': good }), ...on);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/anthropic +2 +2 +0 +0 +0 +0 +0\n/);
  expect(stdout).toContain('anthropic.md: 2 models, 2026-06-01 (given)');
  expect(stdout.trim().split('\n').at(-1)).toBe('Checked: everything agrees.');
  expect(code).toBe(0);
});

test('0: the shipped data, offline', async () => {
  const { code, stdout } = await run();
  expect(stdout).toMatch(
    /genai-prices .*: \d+ models, \d+ prices agree, \d+ differ for a known cause, 0 differ otherwise/,
  );
  expect(code).toBe(0);
});

test('1: a deprecation page has days that the data lacks, and --write leaves them to a person', async () => {
  const table = '| Model | Retirement Date |\n|---|---|\n| claude-test-5 | May 1, 2027 |';
  const text = `URL Source: https://platform.claude.com/docs/en/about-claude/model-deprecations\n\n${table}\n\nThe end.\n`;
  const dir = writeData(fresh('data'), [provider([model('claude-test-5')])]);
  const before = filesIn(dir);
  const from = pages({ 'anthropic-deprecations-2026-06-01.md': text });
  const { code, stdout } = await run('--from', from, '--write', '--data', dir);
  expect(stdout).toContain(
    'Deprecation pages\n  anthropic-deprecations-2026-06-01.md: 1 models, 2026-06-01 (in its name)',
  );
  expect(stdout).toContain('anthropic  claude-test-5  new: shutDown none -> 2027-05-01');
  expect(stdout).toContain('Nothing was written.');
  expect(code).toBe(1);
  expect(filesIn(dir)).toEqual(before);
});

test('2: a page that cannot be read does not hide the findings of the others', async () => {
  const files = { 'anthropic.md': changed, 'zai-1.html': '<html><body><script>render()</script></body></html>' };
  const { code, stdout } = await run('--from', pages(files), ...on);
  expect(stdout).toContain('claude-test-6  changed');
  expect(stdout).toMatch(/Could not check\n {2}zai, zai-1.html: .*price/);
  expect(stdout).toMatch(/1 source failed; 1 finding/);
  expect(code).toBe(2);
});

test('2: a file that is not the dataset its name suggests', async () => {
  const { code, stdout } = await run('--from', pages({ 'anthropic.md': good, 'litellm.json': '<html>' }), ...on);
  expect(stdout).toContain('litellm.json: not JSON');
  expect(code).toBe(2);
});

test('2: a directory with nothing to check, or without a page of the given provider', async () => {
  const other = pages({ 'readme.txt': 'x', 'zairo.html': 'x' });
  const none = await run('--from', other, ...on);
  expect(none.stdout).toContain('it has neither a page nor a dataset');
  expect(none.code).toBe(2);
  const without = await run('--from', pages({ 'anthropic.md': good }), '--provider', 'zai', ...on);
  expect(without.stdout).toContain('it has no page named');
  expect(without.stdout).not.toContain('claude');
  expect(without.code).toBe(2);
});

test.each([
  [['--provider', 'nobody'], /must be one of .*anthropic.* \(got "nobody"\)/],
  [['--from', '/no/such/directory'], /must be a directory/],
  [['--on', '2026-02-30'], /--on must be a day such as/],
  [['--on', '2999-01-01'], /in the future/],
  [['--fetch', '--on', '2026-06-01'], /does not go with --fetch/],
  [['--data', '/no/such/directory'], /no such file|ENOENT/],
  [['--packages', '/no/such/directory'], /--packages must be a directory/],
  [['--packages', '.', '--provider', 'zai'], /does not go with --provider/],
  [['--all'], /--all/],
  [['anthropic'], /anthropic/],
])('2: wrong use: %j', async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect(stderr).toMatch(message);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('2: data with problems is not compared', async () => {
  const broken = writeData(fresh('data'), [provider([model('claude-test-5', { prices: [] })])]);
  const { code, stderr } = await run('--data', broken);
  expect(stderr).toMatch(/data\/providers\/anthropic\.json:\d+#\/models\/0\/prices/);
  expect(code).toBe(2);
});

test('--json prints everything, --markdown what a pull request needs', async () => {
  const files = {
    'anthropic.md': changed,
    'zai.md': 'nothing',
    'groq.md': 'x',
    'models.dev.json': JSON.stringify({
      anthropic: { models: { 'claude-test-6': { cost: { input: 2.4, output: 9 } } } },
    }),
    'openrouter.json': JSON.stringify({ data: [{ id: 'anthropic/claude-test-5', pricing: { prompt: '0.0000001' } }] }),
  };
  const report = join(root, 'report.md');
  const { code, stdout, stderr } = await run('--from', pages(files), '--json', '--markdown', report, ...on);
  expect(stderr).toBe('');
  expect(code).toBe(2);
  const json = JSON.parse(stdout) as Report;
  expect(json).toMatchObject({
    on: '2026-06-01',
    exitCode: 2,
    written: null,
    failures: [{ provider: 'zai', source: 'zai.md' }],
    notes: [expect.stringContaining("groq.md: groq sells other makers' models")],
  });
  expect(json.summaries[0]).toEqual({
    provider: 'anthropic',
    models: 2,
    confirmed: 1,
    changed: 1,
    missing: 0,
    disagreeing: 0,
    new: 0,
    unchecked: 0,
  });
  expect(json.findings.filter((one) => one.status === 'changed')[0]).toMatchObject({
    field: 'input',
    old: 2,
    new: 2.4,
    alsoNew: ['models.dev.json'],
  });
  expect(json.agreement).toContainEqual({
    dataset: 'models.dev.json',
    reseller: false,
    field: 'output',
    agree: 0,
    explained: 0,
    unexplained: 1,
    silent: 0,
  });
  const markdown = readFileSync(report, 'utf8');
  expect(markdown).toContain('### Changed on the page');
  expect(markdown).toContain('| anthropic | claude-test-6 | input 2 -> 2.4 |');
  expect(markdown).toContain('### Could not check\n\n- zai: zai.md: ');
  expect(markdown).toContain('openrouter.json (reseller, not comparable)');
});

test('--packages: 1 for a name that nobody decided on, 0 once it is left out, 2 for what is no directory of them', async () => {
  const dir = writeData(fresh('data'), [provider([model('claude-test-5')])]);
  const registry = fresh('registry');
  const packages = publishTo(registry, '1.5.2', '2026-11-10', { pi: [['amazon.nova-9-v1:0', 1, 2]] });
  writeFileSync(join(dir, 'imported-packages.json'), JSON.stringify({ packages }));
  const args = ['--packages', join(registry, 'files'), '--data', dir];
  const found = await run(...args, '--json');
  expect(JSON.parse(found.stdout).unlisted.hosts).toMatchObject([{ seller: 'bedrock', model: 'amazon.nova-9-v1:0' }]);
  expect(found.code).toBe(1);
  const models = [{ seller: '*', names: ['amazon.nova-9*'], reason: 'Made up.' }];
  writeFileSync(join(dir, 'left-out.json'), JSON.stringify({ models, sellers: [] }));
  expect((await run(...args)).code).toBe(0);
  const empty = await run('--packages', pages({ 'readme.txt': 'x' }), '--data', dir);
  expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('@earendil-works/pi-ai') });
});

test('--write writes and lists its changes, and a second run has nothing to write', async () => {
  const dir = writeData(fresh('data'), [provider([model('claude-test-5'), model('claude-test-6')])]);
  const args = ['--from', pages({ 'anthropic.md': changed }), '--write', '--data', dir, '--on', '2026-06-01'];
  const first = await run(...args);
  expect(first.stdout).toContain('anthropic  claude-test-5  verified on 2026-06-01');
  expect(first.stdout).toContain('anthropic  claude-test-6  new price from 2026-06-01: $2.4 in, $12 out');
  expect(first.code).toBe(1);
  const written = filesIn(dir);
  expect(written['providers/anthropic.json']).toContain('"from": "2026-06-01"');
  const second = await run(...args);
  expect(second.stdout).toContain('Nothing was written.');
  expect(second.code).toBe(0);
  expect(filesIn(dir)).toEqual(written);
});

test('without --write nothing is written', async () => {
  const dir = writeData(fresh('data'), [provider([model('claude-test-5'), model('claude-test-6')])]);
  const before = filesIn(dir);
  const { code, stdout } = await run('--from', pages({ 'anthropic-20260520.md': changed }), '--data', dir);
  expect(stdout).toContain('anthropic-20260520.md: 2 models, 2026-05-20 (in its name)');
  expect(code).toBe(1);
  expect(filesIn(dir)).toEqual(before);
});

test('file times are ignored: a page without a known day confirms nothing and the report says what to do', async () => {
  const dir = writeData(fresh('data'), [provider([model('claude-test-5'), model('claude-test-6')])]);
  const before = filesIn(dir);
  const from = pages({ 'anthropic.md': good });
  utimesSync(join(from, 'anthropic.md'), new Date('2026-05-20'), new Date('2026-05-20'));
  const { code, stdout } = await run('--from', from, '--write', '--data', dir);
  expect(stdout).toContain(
    'anthropic.md: its day is not known, so it confirms nothing: give the day with --on YYYY-MM-DD or in the name, such as anthropic-YYYY-MM-DD.md',
  );
  expect(code).toBe(2);
  expect(filesIn(dir)).toEqual(before);
});

test('the day on which a page states it was retrieved is used', async () => {
  const dir = writeData(fresh('data'), [provider([model('claude-test-5'), model('claude-test-6')])]);
  const from = pages({ 'anthropic.md': `${good}\n<!-- retrieved 2026-05-21 -->\n` });
  const { stdout } = await run('--from', from, '--write', '--data', dir);
  expect(stdout).toContain('claude-test-5  verified on 2026-05-21 (before: 2026-05-01)');
});

test('--help prints the usage, and exits with 0', async () => {
  const { code, stdout } = await run('--help');
  expect(stdout).toContain('Exit codes: 0 nothing needs review; 1 something does, or a dataset has a model');
  expect(code).toBe(0);
  expect(existsSync(join(projectRoot, 'report.md'))).toBe(false);
});

test('--markdown never replaces a file that is read', async () => {
  const dir = pages({ 'anthropic.md': good });
  for (const file of [join(dir, 'anthropic.md'), join(data, 'providers/zai.json')]) {
    const before = readFileSync(file, 'utf8');
    const { code, stderr } = await run('--from', dir, '--markdown', file, ...on);
    expect(code).toBe(2);
    for (const word of ['--markdown', file]) expect(stderr).toContain(word);
    expect(readFileSync(file, 'utf8')).toBe(before);
  }
});
