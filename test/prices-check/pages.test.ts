/** What a page states about our models, status by status. */
import { expect, test } from 'vitest';
import type { PageSource } from '../../build/prices/check/findings.ts';
import { check as checkAll } from '../../build/prices/check/run-check.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import { ending } from '../support/core/made-up.ts';
import { checkPagesOf, findingText, model, page, pageText, price, provider, type Row, row } from './support.ts';

const check = (models: ModelFile[], rows: Row[], changes: Partial<PageSource> = {}) =>
  checkPagesOf(models, [page(pageText(rows), changes)], '2026-06-01');
const say = (models: ModelFile[], rows: Row[], changes: Partial<PageSource> = {}) =>
  check(models, rows, changes).findings.map(findingText);

const one = model('claude-test-5');
const label = 'Claude Test 5';

test('confirmed: every stated price is ours, with its place', () => {
  const { findings, permits, failures } = check([one], [row(label)]);
  expect(findings.map(findingText)).toEqual([
    'input confirmed 2 -> 2',
    'output confirmed 10 -> 10',
    'cachedInput confirmed 0.2 -> 0.2',
    'cacheWrite confirmed 2.5 -> 2.5',
    'cacheWrite1h confirmed 4 -> 4',
  ]);
  expect(findings[0]).toMatchObject({
    provider: 'anthropic',
    model: 'claude-test-5',
    source: 'anthropic.md',
    place: expect.stringMatching(/price table 1 under "Model pricing", row 1/),
  });
  expect(permits).toMatchObject([{ kind: 'verify', day: '2026-06-01' }]);
  expect(failures).toEqual([]);
});

test('changed: old and new value; the rest of the row is confirmed', () => {
  const { findings, permits } = check([one], [row(label, { input: 2.4, output: 12 })]);
  expect(findings.map(findingText)).toEqual([
    'input changed 2 -> 2.4 !',
    'output changed 10 -> 12 !',
    'cachedInput confirmed 0.2 -> 0.2',
    'cacheWrite confirmed 2.5 -> 2.5',
    'cacheWrite1h confirmed 4 -> 4',
  ]);
  expect(permits).toMatchObject([{ kind: 'append' }]);
});

test('the smallest difference counts as a change', () => {
  expect(say([one], [row(label, { cachedInput: 0.2000001 })])).toContain('cachedInput changed 0.2 -> 0.2000001 !');
});

test('missing: a model without a row', () => {
  const two = model('claude-test-6');
  expect(say([one, two], [row(label)])).toContain('model missing 2 -> none !');
});

test.each<[string, Partial<ModelFile>, string]>([
  ['withdrawn by its provider', { lifecycle: ending() }, 'withdrawn by its provider'],
  ['past its last day', { lifecycle: ending({ shutDown: '2026-05-01' }) }, 'withdrawn by its provider'],
  ['not released on the day of the page', { releaseDate: '2026-06-02' }, 'released on 2026-06-02, after the page'],
  [
    'confirmed after the day of the page',
    { prices: [price({ verifiedOn: '2026-06-02' })] },
    'the page is from 2026-06-01, our price was confirmed on 2026-06-02',
  ],
])('missing needs no review for a model %s', (_, changes, cause) => {
  const { findings } = check([one, model('claude-test-6', changes)], [row(label)]);
  expect(findings.at(-1)).toMatchObject({ status: 'missing', needsPerson: false, cause });
});

test('missing: one price in a column that the page has for others', () => {
  const two = model('claude-test-6');
  const { findings, permits } = check([one, two], [row(label), row('Claude Test 6', { cachedInput: null })]);
  expect(findings.filter((one) => one.status === 'missing').map(findingText)).toEqual([
    'cachedInput missing 0.2 -> none !',
  ]);
  // Input and output are still stated and ours.
  expect(permits.map(({ kind }) => kind)).toEqual(['verify', 'verify']);
});

test('silent: a price that the page states for no model needs no review', () => {
  const text = `URL Source: https://docs.x.ai/docs/models

| Model | Input | Output |
| --- | --- | --- |
| grok-test-1 | $2.00 | $10.00 |

All prices are per million tokens.
`;
  const { findings, failures } = checkPagesOf([], []);
  expect([findings, failures]).toEqual([[], []]);
  const read = checkXai(text);
  expect(read.failures).toEqual([]);
  expect(read.findings.map(findingText)).toEqual([
    'input confirmed 2 -> 2',
    'output confirmed 10 -> 10',
    'cachedInput silent 0.2 -> none',
    'cacheWrite silent 2.5 -> none',
    'cacheWrite1h silent 4 -> none',
  ]);
});

test('new: a label that matches no model of ours is reported once, even with several rows', () => {
  const rows = [
    row(label),
    row('Claude Test 7 (for prompts up to 100,000 tokens)'),
    row('Claude Test 7 (for prompts over 100,000 tokens)', { input: 2.25, output: 11 }),
  ];
  const { findings } = check([one], rows);
  expect(findings.filter((one) => one.model === null)).toMatchObject([
    { label: 'Claude Test 7', status: 'new', needsPerson: true, cause: expect.stringContaining('$2 in, $10 out') },
  ]);
});

test('labels that are deliberately left out are not reported, nor are retired models that the dataset lacks', () => {
  const rows = [row(label), row('Claude Opus 4'), row('Claude Test 1 (retired)')];
  expect(check([one], rows).findings.every((one) => one.model === 'claude-test-5')).toBe(true);
});

test('new: a price that the dataset lacks needs review, since null may mean unknown', () => {
  const without = model('claude-test-5', { prices: [price({ cachedInput: null, cacheWrite1h: null })] });
  const { findings, permits } = check([without], [row(label)]);
  expect(findings.map(findingText)).toEqual(
    expect.arrayContaining(['cachedInput new none -> 0.2 !', 'cacheWrite1h new none -> 4 !']),
  );
  expect(permits).toEqual([]);
});

test('a cache write at the input price equals our null', () => {
  const without = model('claude-test-5', { prices: [price({ cacheWrite: null })] });
  expect(say([without], [row(label, { cacheWrite: 2 })])).toContain('cacheWrite confirmed none -> 2');
});

test('retired: reported unless known in the data; its price is not compared', () => {
  expect(say([one], [row(`${label} (retired)`, { input: 2.4 })])).toEqual(['status changed active -> retired !']);
  const known = model('claude-test-5', { lifecycle: ending() });
  const { findings, permits } = check([known], [row(`${label} (retired)`, { input: 2.4 })]);
  expect(findings.map(findingText)).toEqual(['status confirmed retired -> retired']);
  expect(permits).toEqual([]);
});

const long = { input: 4, output: 20, cachedInput: 0.4, cacheWrite: 5, cacheWrite1h: 8 };
const banded = model('claude-test-5', {
  prices: [price({ longContext: [{ above: 100_000, ...long }] })],
});
const shortLabel = `${label} (for prompts up to 100,000 tokens)`;
const longLabel = `${label} (for prompts over 100,000 tokens)`;

test('long context: rows by length match the band with their threshold', () => {
  const { findings, permits } = check([banded], [row(shortLabel), row(longLabel, long)]);
  expect(findings.map(findingText)).toEqual(
    expect.arrayContaining(['threshold 100000 confirmed 100000 -> 100000', 'input above 100000 confirmed 4 -> 4']),
  );
  expect(findings.every(({ status }) => status === 'confirmed')).toBe(true);
  expect(permits).toMatchObject([{ kind: 'verify' }]);
});

test('long context: a changed price of a band', () => {
  const { findings, permits } = check([banded], [row(shortLabel), row(longLabel, { ...long, output: 25 })]);
  expect(findings.filter((one) => one.needsPerson).map(findingText)).toEqual([
    'output above 100000 changed 20 -> 25 !',
  ]);
  expect(permits).toMatchObject([{ kind: 'append' }]);
});

test('long context: a different threshold is a different band, and needs review', () => {
  const rows = [row(label), row(`${label} (for prompts over 200,000 tokens)`, long)];
  const { findings, permits } = check([banded], rows);
  expect(findings.filter((one) => one.needsPerson).map(findingText)).toContain('input above 200000 new none -> 4 !');
  expect(permits).toEqual([]);
});

test('long context: a band that we lack', () => {
  const { findings, permits } = check([one], [row(shortLabel), row(longLabel, long)]);
  expect(findings.filter((one) => one.needsPerson).map(findingText)).toContain('output above 100000 new none -> 20 !');
  expect(permits).toEqual([]);
});

test('long context: a limit without a price above it', () => {
  const { findings, permits } = check([one], [row(shortLabel)]);
  expect(findings.filter((one) => one.needsPerson).map(findingText)).toEqual(['threshold 100000 new none -> 100000 !']);
  expect(permits).toEqual([]);
});

test('long context: a page with one price does not contradict our band', () => {
  const { findings, permits } = check([banded], [row(label)]);
  expect(findings.filter((one) => one.needsPerson)).toEqual([]);
  expect(findings.map(findingText)).toContain('input above 100000 silent 4 -> none');
  expect(permits).toMatchObject([{ kind: 'verify' }]);
});

test('disagreeing: two pages from one day', () => {
  const pages = [
    page(pageText([row(label)])),
    page(pageText([row(label, { input: 2.4 })]), { name: 'anthropic-2.md' }),
  ];
  const { findings, permits } = checkPagesOf([one], pages);
  expect(findings.filter((one) => one.needsPerson)).toMatchObject([
    { field: 'input', status: 'disagreeing', old: 2, new: 2, cause: 'anthropic-2.md states 2.4' },
  ]);
  expect(permits).toEqual([]);
});

test('of two pages from different days, the newer one counts', () => {
  const pages = [
    page(pageText([row(label, { input: 2.4 })]), { day: '2026-05-20' }),
    page(pageText([row(label)]), { name: 'anthropic-2.md' }),
  ];
  const { findings, permits } = checkPagesOf([one], pages);
  expect(findings.every(({ status, source }) => status === 'confirmed' && source === 'anthropic-2.md')).toBe(true);
  expect(permits).toMatchObject([{ kind: 'verify', day: '2026-06-01' }]);
});

test('disagreeing: a page older than the day we last confirmed our price', () => {
  const { findings, permits } = check([one], [row(label, { input: 2.4 })], { day: '2026-04-30' });
  expect(findings[0]).toMatchObject({
    status: 'disagreeing',
    needsPerson: true,
    cause: 'the page is from 2026-04-30, our price was confirmed on 2026-05-01',
  });
  expect(permits).toEqual([]);
});

const history = model('claude-test-5', {
  prices: [
    price({ input: 2.4, output: 12 }),
    price({ from: '2026-04-01' }),
    price({ from: '2026-09-01', input: 2.25, output: 11, announced: true }),
  ],
});

test('disagreeing: a page with an earlier price of ours is stale if only its earliest possible day is known', () => {
  const { findings, permits } = check([history], [row(label, { input: 2.4, output: 12 })], {
    basis: 'stated on the page',
  });
  expect(findings[0]).toMatchObject({ status: 'disagreeing', why: 'stale', old: 2, new: 2.4, needsPerson: true });
  expect(permits).toEqual([]);
});

test('a fetched page shows that the earlier price is in force again', () => {
  const { findings, permits } = check([history], [row(label, { input: 2.4, output: 12 })], { basis: 'fetched' });
  expect(findings[0]).toMatchObject({ status: 'changed', old: 2, new: 2.4 });
  expect(permits).toMatchObject([{ kind: 'append' }]);
});

test('disagreeing: a page with a price that we have scheduled', () => {
  const { findings, permits } = check([history], [row(label, { input: 2.25, output: 11 })], { basis: 'fetched' });
  expect(findings[0]).toMatchObject({
    status: 'disagreeing',
    why: 'scheduled',
    cause: 'equals our price scheduled for 2026-09-01',
  });
  expect(permits).toEqual([]);
});

test('a page is compared with the price of its own day', () => {
  const { findings } = check([history], [row(label, { input: 2.4, output: 12 })], { day: '2026-03-31' });
  expect(findings[0]).toMatchObject({ status: 'confirmed', old: 2.4 });
});

test('a page older than the first price needs review', () => {
  const late = model('claude-test-5', { prices: [price({ from: '2026-06-02', verifiedOn: '2026-06-02' })] });
  const { findings } = check([late], [row(label)]);
  expect(findings).toMatchObject([
    { status: 'disagreeing', cause: 'our first price begins on 2026-06-02, the page is from 2026-06-01' },
  ]);
});

const dated = (price: string) => `${label} ${price}`;

test('dated rows: the one in force counts, a future one is reported', () => {
  const rows = [row(dated('through June 30, 2026')), row(dated('starting July 1, 2026'), { input: 2.25, output: 11 })];
  const { findings, permits } = check([one], rows);
  expect(findings.map(findingText)).toContain('scheduled for 2026-07-01 new 2 -> 2.25 !');
  expect(findings.filter(({ status }) => status === 'confirmed')).toHaveLength(5);
  expect(permits).toMatchObject([{ kind: 'verify' }]);
});

test('dated rows: a scheduled one that we have is confirmed', () => {
  const announced = price({ from: '2026-07-01', input: 2.25, output: 11, announced: true });
  const knows = model('claude-test-5', { prices: [price(), announced] });
  const rows = [row(dated('through June 30, 2026')), row(dated('starting July 1, 2026'), { input: 2.25, output: 11 })];
  expect(say([knows], rows)).toContain('scheduled for 2026-07-01 confirmed 2.25 -> 2.25');
});

test('dated rows: after the day, the later one is in force', () => {
  const rows = [row(dated('through May 31, 2026')), row(dated('starting June 1, 2026'), { input: 2.25, output: 11 })];
  expect(say([one], rows)).toContain('input changed 2 -> 2.25 !');
});

test('a saved page that shows an ended offer is older than the day it states, and a current page takes precedence', () => {
  const old = page(pageText([row(dated('through May 31, 2026')), row('Claude Test 6', { input: 2.4 })]), {
    name: 'old.md',
    basis: 'stated on the page',
  });
  const alone = checkPagesOf([one, model('claude-test-6')], [old]);
  expect(alone.findings.filter((one) => one.needsPerson)).toMatchObject([
    { model: 'claude-test-5', status: 'disagreeing', cause: 'the page limits this price to 2026-05-31' },
    { model: 'claude-test-6', status: 'disagreeing', cause: expect.stringContaining('older than 2026-06-01') },
  ]);
  expect(alone.permits).toEqual([]);
  const other = page(pageText([row(label), row('Claude Test 6')]), { name: 'new.md', basis: 'stated on the page' });
  const both = checkPagesOf([one, model('claude-test-6')], [old, other]);
  expect(both.findings.filter((one) => one.needsPerson)).toEqual([]);
  expect(both.permits).toHaveLength(2);
});

test('two rows of one model with different prices are reported and not written', () => {
  const twice = model('claude-test-5', { aliases: ['claude-test-5.0'] });
  const { findings, permits } = check([twice], [row(label), row('Claude Test 5.0', { input: 2.4 })]);
  expect(findings.filter((one) => one.needsPerson)).toMatchObject([
    { status: 'disagreeing', cause: expect.stringContaining('two rows') },
  ]);
  expect(permits).toEqual([]);
});

test('an unknown condition is reported, and its price is not compared', () => {
  const { findings, permits } = check([one], [row(`${label} (on a dedicated cluster)`, { input: 2.4 })]);
  expect(findings.map(findingText)).toEqual(['price disagreeing none -> 2.4 !']);
  expect(findings[0]?.cause).toContain('on a dedicated cluster');
  expect(permits).toEqual([]);
});

test('another currency is never compared: the page could not be checked', () => {
  const { findings, failures, permits } = checkPagesOf([one], [page(pageText([row(label)], '¥'))]);
  expect(findings).toEqual([]);
  expect(permits).toEqual([]);
  expect(failures).toEqual([
    { provider: 'anthropic', source: 'anthropic.md', reason: 'prices in CNY are never compared with dollars' },
  ]);
});

test('an unreadable page is a failure with its reason, and then no model is reported as missing', () => {
  const broken = page('<html><body>nothing here', { name: 'broken.html' });
  const { findings, failures } = checkPagesOf([one, model('claude-test-6')], [broken, page(pageText([row(label)]))]);
  expect(failures).toMatchObject([
    { provider: 'anthropic', source: 'broken.html', reason: expect.stringMatching(/./) },
  ]);
  expect(findings.every(({ status }) => status === 'confirmed')).toBe(true);
});

function checkXai(text: string) {
  const ours = provider([model('grok-test-1')], 'xai', 'https://docs.x.ai/docs/models');
  const source = page(text, { provider: 'xai', name: 'xai.md' });
  return checkAll([ours], { pages: [source], datasets: [], failures: [], notes: [] }, '2026-06-01', []);
}

/** A page with the models as columns, and two rows per price for peak and off-peak hours. */
const hoursPage = `<html><head><link rel="canonical" href="https://api-docs.deepseek.com/quick_start/pricing"></head><body>
<p>Prices are in units of per 1M tokens.</p>
<table><tr><th colspan="3">MODEL</th><th>deepseek-test-1</th></tr>
<tr><td rowspan="6">PRICING</td><td rowspan="2">1M INPUT TOKENS (CACHE HIT)</td><td>OFF-PEAK</td><td>$0.01</td></tr>
<tr><td>PEAK</td><td>$0.02</td></tr>
<tr><td rowspan="2">1M INPUT TOKENS (CACHE MISS)</td><td>OFF-PEAK</td><td>$0.1</td></tr><tr><td>PEAK</td><td>$0.2</td></tr>
<tr><td rowspan="2">1M OUTPUT TOKENS</td><td>OFF-PEAK</td><td>$0.5</td></tr><tr><td>PEAK</td><td>$1</td></tr>
</table><p>Peak hours are 01:00-04:00 UTC.</p></body></html>`;

test('hours: the peak price is the base price, and the off-peak price is compared with ours', () => {
  const hours = { input: 0.1, output: 0.4, cachedInput: 0.01, peakUtc: ['01:00-04:00'], peakDays: 'weekdays' };
  const ours = price({
    input: 0.2,
    output: 1,
    cachedInput: 0.02,
    cacheWrite: null,
    cacheWrite1h: null,
    offPeak: hours,
  });
  const checked = checkAll(
    [provider([model('deepseek-test-1', { prices: [ours] })], 'deepseek')],
    { pages: [page(hoursPage, { provider: 'deepseek' })], datasets: [], failures: [], notes: [] },
    '2026-06-01',
    [],
  );
  expect(checked.failures).toEqual([]);
  expect(checked.findings.map(findingText)).toEqual([
    'input confirmed 0.2 -> 0.2',
    'output confirmed 1 -> 1',
    'cachedInput confirmed 0.02 -> 0.02',
    'input off-peak confirmed 0.1 -> 0.1',
    'output off-peak changed 0.4 -> 0.5 !',
    'cachedInput off-peak confirmed 0.01 -> 0.01',
  ]);
  // The hours would have to be read too, so this is left for a person.
  expect(checked.permits).toEqual([]);
});
