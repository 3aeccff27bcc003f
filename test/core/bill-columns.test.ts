import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest } from '../../runtime/core/fast/bill-columns.ts';

test('nearest is Math.round, of 0 or more', () => {
  const around = (x: number) => {
    const ulp = x < 0.5 ? 2 ** -54 : 2 ** (Math.floor(Math.log2(x)) - 52);
    for (const near of [x, x - ulp, x + ulp, x - 2 * ulp, x + 2 * ulp]) {
      if (near >= 0) expect(nearest(near), String(near)).toBe(Math.round(near));
    }
  };
  for (const x of [0, Number.MIN_VALUE, 0.25, 0.49999999999999994, 0.5, 1, 2 ** 51 - 0.5, 2 ** 51 - 1, 1e300])
    around(x);
  for (let power = -1; power < 56; power++) for (const half of [-0.5, 0, 0.5]) around(2 ** power + half);
  fc.assert(
    fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), fc.nat(), (x, whole) => {
      around(x);
      around(whole + 0.5);
    }),
    { numRuns: 20_000, seed: 26 },
  );
});
