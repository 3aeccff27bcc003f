import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest } from '../../../runtime/core/model/money.ts';

test('nearest is Math.round except near halves, which round up however their factors are stored', () => {
  // 1.005 * 1000 is 1004.9999999999999 in binary, and 8.345 * 100 is 834.4999999999999.
  expect(nearest(1.0005 * 1000)).toBe(1001);
  expect(nearest(8.345 * 100)).toBe(835);
  expect(nearest(0.4999)).toBe(0);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 2 ** 51, noNaN: true }), fc.nat(), (amount, whole) => {
      const fromHalf = Math.abs(amount - Math.floor(amount) - 0.5);
      if (fromHalf > 1e-5) expect(nearest(amount)).toBe(Math.round(amount));
      expect(nearest(whole)).toBe(whole);
      expect(nearest(whole + 0.5)).toBe(whole + 1);
    }),
    { numRuns: 20_000, seed: 26 },
  );
});
