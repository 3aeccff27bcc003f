/** Sources print the last or the first prompt length at a threshold; such a difference is never a change. */
import { expect, test } from 'vitest';
import { compare, nothing } from '../../build/prices/check/compare-prices.ts';
import { price } from './support.ts';

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
