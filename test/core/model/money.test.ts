import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundHalfUp } from '../../../runtime/core/values/money.ts';
import { rounds } from '../../support/rounds.ts';

test('nearest is Math.round except near halves, which round up however their factors are stored', () => {
  // 1.005 * 1000 is 1004.9999999999999 in binary, and 8.345 * 100 is 834.4999999999999.
  expect(roundHalfUp(1.0005 * 1000)).toBe(1001);
  expect(roundHalfUp(8.345 * 100)).toBe(835);
  expect(roundHalfUp(0.4999)).toBe(0);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 2 ** 51, noNaN: true }), fc.nat(), (amount, whole) => {
      const fromHalf = Math.abs(amount - Math.floor(amount) - 0.5);
      if (fromHalf > 1e-5) expect(roundHalfUp(amount)).toBe(Math.round(amount));
      expect(roundHalfUp(whole)).toBe(whole);
      expect(roundHalfUp(whole + 0.5)).toBe(whole + 1);
    }),
    { numRuns: rounds(20_000), seed: 26 },
  );
});
