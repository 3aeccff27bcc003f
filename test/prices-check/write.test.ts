/** `--write` writes only what a page confirmed or changed, completely or not at all. */
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readData } from '../../build/data/read-data.ts';
import type { PageSource } from '../../build/prices/check/findings.ts';
import { check } from '../../build/prices/check/run-check.ts';
import { update, writeData as writeChanged } from '../../build/prices/check/update.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { filesIn, model, page, pageText, price, provider, type Row, row, url, writeData } from './support.ts';

const root = temporaryDirectory();
const today = '2026-06-02';
let count = 0;
let dir = '';
beforeEach(() => {
  dir = join(root, `data-${count++}`);
});

/** Checks `pages` and writes; returns the outcome. */
function run(pages: PageSource[]) {
  const files = readData(dir);
  const providers = files.slice(1).map(({ text }) => JSON.parse(text) as ProviderFile);
  const checked = check(providers, { pages, datasets: [], failures: [], notes: [] }, today, []);
  const { files: changed, edits } = update(files, checked);
  return { checked, edits, problems: writeChanged(dir, files, changed, today) };
}

const write = (models: ModelFile[]) => writeData(dir, [provider(models)]);
const prices = (id: string): DatedPrice[] => {
  const { models } = JSON.parse(filesIn(dir)['providers/anthropic.json'] as string) as ProviderFile;
  return (models.find((one) => one.id === id) as ModelFile).prices;
};
const rows = (rows: Row[], changes: Partial<PageSource> = {}) => [page(pageText(rows), changes)];

test('confirmed: only verifiedOn and the day of the source change', () => {
  write([model('claude-test-5')]);
  expect(run(rows([row('Claude Test 5')])).edits).toEqual([
    { provider: 'anthropic', model: 'claude-test-5', what: 'verified on 2026-06-01 (before: 2026-05-01)' },
  ]);
  expect(prices('claude-test-5')).toEqual([price({ verifiedOn: '2026-06-01', sources: [{ url, on: '2026-06-01' }] })]);
});

test('confirmed: the page is added as a source if it was none, or if its source has a note', () => {
  const noted = { url, on: '2026-05-01', note: 'Only the month is known.' };
  const other = { name: 'somebody', on: '2026-05-01' };
  write([
    model('claude-test-5', { prices: [price({ sources: [other] })] }),
    model('claude-test-6', { prices: [price({ sources: [noted] })] }),
  ]);
  run(rows([row('Claude Test 5'), row('Claude Test 6')]));
  expect(prices('claude-test-5')[0]?.sources).toEqual([other, { url, on: '2026-06-01' }]);
  expect(prices('claude-test-6')[0]?.sources).toEqual([noted, { url, on: '2026-06-01' }]);
});

test('changed: a dated price is appended, and the old one is unchanged', () => {
  write([model('claude-test-5')]);
  const before = JSON.stringify(prices('claude-test-5')[0]);
  const { edits, problems } = run(rows([row('Claude Test 5', { input: 2.4, output: 12 })]));
  expect(problems).toEqual([]);
  expect(edits.map(({ what }) => what)).toEqual([
    'new price from 2026-06-01: $2.4 in, $12 out (before: $2 in, $10 out)',
  ]);
  const after = prices('claude-test-5');
  expect(JSON.stringify(after[0])).toBe(before);
  expect(after.slice(1)).toEqual([
    {
      ...price({
        from: '2026-06-01',
        input: 2.4,
        output: 12,
        sources: [{ url, on: '2026-06-01' }],
        verifiedOn: '2026-06-01',
      }),
      note: expect.stringContaining('First seen'),
    },
  ]);
});

test('the file keeps its format: two spaces, one final newline, and no extra files', () => {
  write([model('claude-test-5')]);
  const names = Object.keys(filesIn(dir));
  run(rows([row('Claude Test 5')]));
  const files = filesIn(dir);
  const text = files['providers/anthropic.json'] as string;
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  expect(Object.keys(files)).toEqual(names);
});

test('other models and other providers are unchanged', () => {
  const others = provider([model('other')], 'zai', 'https://docs.z.ai/guides/overview/pricing');
  writeData(dir, [provider([model('claude-test-5'), model('claude-test-6')]), others]);
  const before = filesIn(dir);
  run(rows([row('Claude Test 5')]));
  const after = filesIn(dir);
  expect(after['providers/zai.json']).toBe(before['providers/zai.json']);
  expect(after['presets.json']).toBe(before['presets.json']);
  expect(prices('claude-test-6')).toEqual([price()]);
});

test('a page from an earlier day changes nothing', () => {
  write([model('claude-test-5')]);
  const before = filesIn(dir);
  expect(run(rows([row('Claude Test 5')], { day: '2026-04-30' })).edits).toEqual([]);
  expect(run(rows([row('Claude Test 5')], { day: '2026-05-01' })).edits).toEqual([]);
  expect(run(rows([row('Claude Test 5', { input: 2.4 })], { day: '2026-04-30' })).edits).toEqual([]);
  expect(filesIn(dir)).toEqual(before);
});

test('an announced price that the page confirms in its time is no longer announced', () => {
  const announced = price({ from: '2026-05-20', input: 2.4, output: 12, announced: true });
  write([model('claude-test-5', { prices: [price(), announced] })]);
  run(rows([row('Claude Test 5', { input: 2.4, output: 12 })]));
  const after = prices('claude-test-5')[1];
  expect(after).toMatchObject({ from: '2026-05-20', verifiedOn: '2026-06-01' });
  expect(after).not.toHaveProperty('announced');
});

test('a change before a scheduled one is inserted before it', () => {
  const scheduled = price({ from: '2026-09-01', input: 2.25, output: 11, announced: true });
  write([model('claude-test-5', { prices: [price(), scheduled] })]);
  expect(run(rows([row('Claude Test 5', { input: 2.4, output: 12 })])).problems).toEqual([]);
  expect(prices('claude-test-5').map(({ from, input }) => [from, input])).toEqual([
    [null, 2],
    ['2026-06-01', 2.4],
    ['2026-09-01', 2.25],
  ]);
});

test('a changed price of long prompts gives a complete entry', () => {
  const band = { above: 100_000, input: 4, output: 20, cachedInput: 0.4, cacheWrite: 5, cacheWrite1h: 8 };
  write([model('claude-test-5', { prices: [price({ longContext: [band] })] })]);
  run(
    rows([
      row('Claude Test 5 (for prompts up to 100,000 tokens)'),
      row('Claude Test 5 (for prompts over 100,000 tokens)', { ...band, output: 25 }),
    ]),
  );
  expect(prices('claude-test-5')[1]).toMatchObject({ input: 2, output: 10, longContext: [{ ...band, output: 25 }] });
});

test('a cached price that the page does not state is unknown in a new entry, and its note says so', () => {
  write([model('claude-test-5')]);
  run(rows([row('Claude Test 5', { input: 2.4, cachedInput: null }), row('Claude Test 9')]));
  expect(prices('claude-test-5')[1]).toMatchObject({
    cachedInput: null,
    note: expect.stringContaining('no cached price'),
  });
});

const band = { above: 100_000, input: 4, output: 20, cachedInput: 0.4, cacheWrite: 5 };
const hours = { input: 1, output: 5, cachedInput: 0.1, peakUtc: ['01:00-04:00'], peakDays: 'weekdays' };

test.each<[string, Partial<ModelFile>, Row, Partial<PageSource>]>([
  ['a changed price without an output price', {}, row('Claude Test 5', { input: 2.4, output: null }), {}],
  ['a changed price without the writes that we have', {}, row('Claude Test 5', { input: 2.4, cacheWrite1h: null }), {}],
  [
    'a changed price without the long prompts that we have',
    { prices: [price({ longContext: [band] })] },
    row('Claude Test 5', { input: 2.4 }),
    {},
  ],
  [
    'a changed price of a model with hours',
    { prices: [price({ offPeak: hours })] },
    row('Claude Test 5', { input: 2.4 }),
    {},
  ],
  ['a price that we lack', { prices: [price({ cachedInput: null })] }, row('Claude Test 5'), {}],
  ['a retired model', {}, row('Claude Test 5 (retired)'), {}],
  ['another name', {}, row('Claude Test 5.5', { input: 2.4 }), {}],
  [
    'a change on the day our price began',
    { prices: [price({ from: '2026-06-01', verifiedOn: '2026-06-01' })] },
    row('Claude Test 5', { input: 2.4 }),
    {},
  ],
  [
    'an earlier price on a page with only a lower bound for its day',
    { prices: [price({ input: 2.4, output: 12 }), price({ from: '2026-05-01' })] },
    row('Claude Test 5', { input: 2.4, output: 12 }),
    { basis: 'stated on the page' },
  ],
  [
    'the price of a later day',
    { prices: [price(), price({ from: '2026-09-01', input: 2.4, output: 12, announced: true })] },
    row('Claude Test 5', { input: 2.4, output: 12 }),
    {},
  ],
  ['an expired offer', {}, row('Claude Test 5 through May 31, 2026', { input: 2.4 }), {}],
])('needs review: %s', (_, changes, of, source) => {
  write([model('claude-test-5', changes)]);
  const before = filesIn(dir);
  const { edits, checked } = run(rows([of, row('Claude Opus 4.1')], source));
  expect(edits).toEqual([]);
  expect(filesIn(dir)).toEqual(before);
  expect(checked.findings.some(({ needsPerson }) => needsPerson) || checked.failures.length > 0).toBe(true);
});

test('nothing is written if the data would have a problem', () => {
  writeData(dir, [
    provider([model('claude-test-5')]),
    provider([model('glm-test')], 'zai', 'https://docs.z.ai/guides/overview/pricing'),
  ]);
  const before = filesIn(dir);
  const files = readData(dir);
  const good = files.map((file) => ({ ...file, text: file.text.replaceAll('2026-05-01', '2026-05-02') })).slice(1, 2);
  const bad = files.map((file) => ({ ...file, text: file.text.replace('"input": 2,', '"input": 0.1,') })).slice(2, 3);
  expect(writeChanged(dir, files, [...good, ...bad], today)).toContainEqual(
    expect.objectContaining({
      file: 'data/providers/zai.json',
      message: expect.stringContaining('above the input price'),
    }),
  );
  expect(filesIn(dir)).toEqual(before);
  expect(writeChanged(dir, files, good, today)).toEqual([]);
  expect(filesIn(dir)).not.toEqual(before);
});
