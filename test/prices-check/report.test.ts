/**
 * How findings are reported. Sources print the last or the first prompt length at a threshold; such a difference is
 * never a change.
 */
import { expect, test } from 'vitest';
import { compare, nothing } from '../../build/prices/check/compare-prices.ts';
import { linesOf, report } from '../../build/prices/check/report.ts';
import { markdown, spoken } from '../../build/prices/check/report-text.ts';
import { checkPagesOf, model, page, pageText, price, row } from './support.ts';

const models = ['5', '6', '7'].map((n) => model(`claude-test-${n}`));

test('models missing on one page share a line, and so do changes of one row', () => {
  const { findings } = checkPagesOf(models, [page(pageText([row('Claude Test 5', { input: 2.4, output: 12 })]))]);
  expect(linesOf(findings.filter(({ needsPerson }) => needsPerson))).toMatchObject([
    { what: 'claude-test-5', status: 'changed', values: 'input 2 -> 2.4, output 10 -> 12' },
    { what: 'claude-test-6, claude-test-7', status: 'missing', values: 'not on the page' },
  ]);
});

test('a label cannot inject a cell, a tag, a link or a mention into the report', () => {
  const label = 'Claude <img src=x> [a](javascript:b) @everyone `c`';
  const checked = checkPagesOf(models, [page(pageText([row(label)]))]);
  const text = markdown(report(checked));
  const line = text.split('\n').find((one) => one.includes('new on the page')) as string;
  expect(line).not.toMatch(/<img|\]\(|@everyone|`/);
  expect(line.match(/(?<!\\)\|/g)).toHaveLength(6);
});

test('a report too long for a pull request is cut and says so', () => {
  const many = Array.from({ length: 900 }, (_, n) => row(`Claude Unheard Of ${n}`));
  const text = markdown(report(checkPagesOf(models, [page(pageText(many))])));
  expect(text.length).toBeLessThan(65_000);
  expect(text).toContain('The rest was cut');
});

test('every model is counted once', () => {
  const rows = [row('Claude Test 5', { input: 2.4, output: 12 }), row('Claude Test 6'), row('Claude Test 9')];
  const { summaries } = report(checkPagesOf(models, [page(pageText(rows))]));
  expect(summaries).toEqual([
    { provider: 'anthropic', models: 3, confirmed: 1, changed: 1, missing: 1, disagreeing: 0, new: 1, unchecked: 0 },
  ]);
});

test('problems found by the data check are reported, and nothing counts as written', () => {
  const checked = checkPagesOf(models.slice(0, 1), [page(pageText([row('Claude Test 5')]))]);
  const problem = { file: 'data/providers/anthropic.json', line: 1, pointer: '/models/0', message: 'is wrong' };
  const result = report(checked, [], [problem]);
  expect(result.exitCode).toBe(2);
  expect(spoken(result)).toContain('data/providers/anthropic.json#/models/0: is wrong');
  expect(spoken(result)).toContain('Nothing was written: the data would have 1 problem.');
});

const band = { above: 272_000, input: 4, output: 15, cachedInput: 0.4, cacheWrite: null };
const long = { ...nothing, input: 4, output: 15, cachedInput: 0.4 };
const verdict = (above: number, upTo: number | null = null) =>
  compare(price({ longContext: [band] }), { base: nothing, upTo, bands: [{ above, prices: long }], offPeak: null })
    .filter(({ kind, theirs }) => kind === 'threshold' && theirs !== null)
    .map((one) => one.verdict);

test.each([271_999, 272_000, 272_001])('above %i matches above 272,000', (above) => {
  expect(verdict(above)).toEqual(['same']);
  expect(verdict(above, 272_000)).toEqual(['same']);
});

test('up to 271,999 without a price for longer prompts is the same limit', () => {
  const limit = { base: nothing, upTo: 271_999, bands: null, offPeak: null };
  expect(compare(price({ longContext: [band] }), limit).find(({ kind }) => kind === 'threshold')).toMatchObject({
    verdict: 'same',
  });
});

test('a difference of two tokens is another threshold', () => {
  expect(verdict(200_000)).toEqual([]);
  const limit = { base: nothing, upTo: 271_998, bands: null, offPeak: null };
  expect(compare(price({ longContext: [band] }), limit).find(({ kind }) => kind === 'threshold')).toMatchObject({
    verdict: 'differs',
  });
});
