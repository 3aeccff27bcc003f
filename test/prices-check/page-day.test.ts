import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perMillion } from '../../build/prices/check/datasets.ts';
import { dayInName, dayOfSaved, statedDay } from '../../build/prices/check/sources.ts';

const today = '2026-11-21';

test.each([
  ['<!-- Last Published: Fri May 08 2026 04:18:20 GMT+0000 (Coordinated Universal Time) -->', '2026-05-08'],
  ['Title: x\n\nPublished Time: Tue, 02 Jun 2026 16:33:29 GMT\n', '2026-06-02'],
  ['Last updated 2026-06-02 UTC.', '2026-06-02'],
  ['Last updated: May 7, 2026', '2026-05-07'],
  ['Last updated: May 7, 2026 ... Last updated 2026-06-02', '2026-06-02'],
  ['Last updated: May 7, 2026 ... Last updated 2027-06-02', '2026-05-07'],
  ['Published Time: Tue, 02 Jun 2026 16:33:29 GMT\n\nLast updated: May 7, 2026', '2026-06-02'],
  ['# Pricing\n\nretrieved 2026-09-07\n', '2026-09-07'],
  ['# Pricing (retrieved 2026-09-07)', '2026-09-07'],
  ['<p>Retrieved: September 7, 2026</p>', '2026-09-07'],
  ['<!-- page captured on 7 September 2026 -->', '2026-09-07'],
  ['     FILE ARCHIVED ON 12:00:01 Sep 07, 2026 AND RETRIEVED FROM', '2026-09-07'],
  ['<link href="/web/20260907120001cs_/https://example.com/x.css">', '2026-09-07'],
])('%j states %s', (text, day) => {
  expect(statedDay(text, today)).toBe(day);
});

test.each([
  '',
  'updated yesterday',
  'Last updated: 3 days ago',
  'Published Time: soon',
  'Prices since 2026-06-02',
  'The preview can be accessed on October 20, 2026.',
  'GLM-9 will be archived on 2026-10-20.',
  'retrieved 2026-13-45',
  'retrieved 2027-01-01',
])('%j states no day', (text) => {
  expect(statedDay(text, today)).toBeUndefined();
});

test.each([
  ['zai-2026-09-07.html', '2026-09-07'],
  ['zai_20260907120001.md', '2026-09-07'],
  ['zai-20260907.md', '2026-09-07'],
  ['zai-1.html', undefined],
  ['zai-20269907.md', undefined],
  ['zai-2026-12-01.html', undefined],
])('the name %s gives %s', (name, day) => {
  expect(dayInName(name, today)).toBe(day);
});

test('a given day takes precedence, then the name, then the page; otherwise the day is not known', () => {
  const says = 'Last updated 2026-06-02';
  const name = 'zai-2026-06-07.html';
  expect(dayOfSaved(name, says, '2026-06-05', today)).toEqual({ day: '2026-06-05', basis: 'given' });
  expect(dayOfSaved(name, says, null, today)).toEqual({ day: '2026-06-07', basis: 'in its name' });
  expect(dayOfSaved('zai.html', says, null, today)).toEqual({ day: '2026-06-02', basis: 'stated on the page' });
  expect(dayOfSaved('zai.html', 'Last updated 2027-01-01', null, today)).toBeNull();
});

test.each([
  ['0.000003', 3],
  ['0.00000025', 0.25],
  ['2e-7', 0.2],
  [0.000003, 3],
  [2e-7, 0.2],
  [1.7e-7, 0.17],
  [4.35e-6, 4.35],
  [3.625e-9, 0.003625],
  ['0', 0],
  [0, 0],
  ['.5', 500_000],
  ['1', 1_000_000],
])('%j per token is %d per million', (perToken, expected) => {
  expect(perMillion(perToken)).toBe(expected);
});

test.each(['-1', -1, '', 'free', '1,5', '1.2.3', '0x10', 'Infinity', Number.NaN, ' '])('%j is not a price', (text) => {
  expect(perMillion(text)).toBeNull();
});

test('every price of up to six decimals is converted exactly, in either notation', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }), (digits, places) => {
      const price = Number(`${digits}e-${places}`);
      const perToken = Number(`${digits}e-${places + 6}`);
      expect(perMillion(perToken)).toBe(price);
      expect(perMillion(`${digits}e-${places + 6}`)).toBe(price);
      const text = String(digits).padStart(places + 7, '0');
      const point = text.length - places - 6;
      expect(perMillion(`${text.slice(0, point)}.${text.slice(point)}`)).toBe(price);
    }),
    { numRuns: 2000 },
  );
});

test('multiplication would not work: it is inexact for many prices with two decimals', () => {
  const prices = Array.from({ length: 2000 }, (_, cents) => cents / 100);
  const perToken = (price: number) => Number(`${price}e-6`);
  expect(prices.filter((price) => perToken(price) * 1e6 !== price).length).toBeGreaterThan(50);
  expect(prices.filter((price) => perMillion(perToken(price)) !== price)).toEqual([]);
});
