import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perMillion } from '../../build/prices/check/datasets.ts';

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
