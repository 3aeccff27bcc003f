/** Names of models and sellers that other datasets have and ours does not, in every form of the report. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nothingLeftOut as nothing } from '../../build/prices/check/match-model.ts';
import { report } from '../../build/prices/check/report.ts';
import { markdown, spoken } from '../../build/prices/check/report-text.ts';
import { check } from '../../build/prices/check/run-check.ts';
import { type Unlisted, unlisted } from '../../build/prices/check/unlisted.ts';
import { readPackages } from '../../build/prices/import/read-packages.ts';
import { pinsOf, type StatedPrices, statePackages } from '../prices-import/made-up-packages.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { model, provider } from './support.ts';

const root = temporaryDirectory();
let count = 0;

const ours = provider([model('claude-test-5')]);
const files = [{ path: 'data/providers/anthropic.json', text: JSON.stringify(ours) }];

async function namesOf(stated: Partial<StatedPrices>, leftOut = nothing): Promise<Unlisted> {
  const dir = join(root, String(count++));
  statePackages(dir, { pi: [], genai: [], ...stated });
  return (await readPackages(pinsOf(), dir, files, leftOut)).names;
}

const reportOf = (unlisted: Unlisted) =>
  report(check([ours], { pages: [], datasets: [], failures: [], notes: [], unlisted }, '2026-11-10', []));

/** A new model of a maker we list, one at a host, a seller that nobody knows, and a model that only an old package has. */
const stated: Partial<StatedPrices> = {
  pi: [['amazon.nova-9-v1:0', 1, 2]],
  genai: [['meta.llama-9-v1:0', 1, 2]],
  lists: { anthropic: [['claude-test-6', 3, 15]], 'some|seller': [['claude-test-5', 3, 15]] },
};

test('are grouped by what they are, and somebody has to decide on them', async () => {
  const found = await namesOf(stated);
  expect(found.makers.map(({ seller, model, on }) => [seller, model, on])).toEqual([
    ['anthropic', 'claude-test-6', '2026-11-10'],
  ]);
  expect(found.hosts.map(({ seller, model }) => [seller, model])).toEqual([['bedrock', 'amazon.nova-9-v1:0']]);
  expect(found.sellers).toEqual([{ feed: 'some|seller', models: 1 }]);
  // From 2026-09-23 to 2026-11-10 are 7 + 31 + 10 = 48 days, more than 45: it knows nothing that is new.
  expect(found.old.map(({ model }) => model)).toEqual(['meta.llama-9-v1:0']);
  expect(found.leftOut).toEqual([]);

  const all = reportOf(found);
  expect(all.exitCode).toBe(1);
  expect(JSON.parse(JSON.stringify(all)).unlisted).toEqual(found);
  const text = spoken(all);
  expect(text).toMatch(/New models of makers in the dataset:\n +anthropic {2}claude-test-6 {2}3 \/ 15/);
  expect(text).toMatch(/New models at hosts in the dataset:\n +bedrock {2}amazon\.nova-9-v1:0 {2}1 \/ 2/);
  expect(text).toMatch(/New sellers:\n +some\|seller {2}1 models\n/);
  expect(text.split('\n').at(-1)).toBe('Checked: 3 names to decide on.');
  const table = markdown(all);
  expect(table).toContain('| New models of makers in the dataset | anthropic | claude-test-6 | 3 / 15');
  expect(table).toContain('| New sellers | some&#124;seller | 1 models |');
});

test('that are left out on purpose are listed with the reason, and need nobody', async () => {
  const found = await namesOf(stated, {
    ...nothing,
    models: [
      { seller: 'bedrock', names: ['amazon.nova-9*'], reason: 'Makes images.' },
      { seller: 'anthropic', names: ['claude-test-6'], reason: 'A preview.' },
    ],
    sellers: [{ names: ['some|seller'], reason: 'Resells.' }],
  });
  const all = reportOf(found);
  expect(all.exitCode).toBe(0);
  expect(all.unlisted?.leftOut).toEqual([
    { seller: 'anthropic', model: 'claude-test-6', reason: 'A preview.' },
    { seller: 'bedrock', model: 'amazon.nova-9-v1:0', reason: 'Makes images.' },
    { seller: 'some|seller', model: 'all 1 models', reason: 'Resells.' },
  ]);
  expect(spoken(all)).toContain('Nothing new: 3 left out on purpose, 1 only in old packages.');
  expect(markdown(all)).toContain('| bedrock | amazon.nova-9-v1:0 | Makes images. |');
  expect(markdown(all)).not.toContain('### In public datasets, not here');
});

test('without packages there are none to report', () => {
  const all = report(check([ours], { pages: [], datasets: [], failures: [], notes: [] }, '2026-11-10', []));
  expect(all).toMatchObject({ unlisted: null, exitCode: 0 });
  expect(spoken(all)).not.toContain('public datasets');
});

test('a directory without a package is refused with its name', async () => {
  await expect(readPackages(pinsOf(), join(root, 'none'), files, nothing)).rejects.toThrow(/@earendil-works\/pi-ai/);
});

test('a name in a package of 45 days is new, in one of 46 days it is not', () => {
  // From 2026-09-26 to 2026-11-10 are 4 + 31 + 10 = 45 days.
  const names = ['2026-09-26', '2026-09-25'].map((on) => ({ seller: 'maker', model: on, why: '', on }));
  const found = unlisted(names, new Map(), nothing, ['maker'], '2026-11-10');
  expect([found.makers, found.old].map((some) => some.map(({ on }) => on))).toEqual([['2026-09-26'], ['2026-09-25']]);
});
