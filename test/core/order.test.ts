import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Order } from '../../runtime/core/columns/ranking-order.ts';

const key = fc.oneof(
  fc.double({ min: 0, noNaN: true }),
  fc.double({ min: 0.5, max: 0.500_000_01, noNaN: true }),
  fc.constantFrom(0, 0.5, 0.5 + Number.EPSILON, 1, Number.MIN_VALUE, Number.MAX_VALUE),
  fc.integer({ min: 0, max: 3000 }).map((nano) => nano / 1e9),
);

test('indices are sorted by their keys, stably', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
      const order = new Order(keys.length);
      for (let round = 0; round < 2; round++) {
        const given = keys.map((_, i) => (i * 7919 + round) % Math.max(1, keys.length));
        const start = new Set(given).size === keys.length ? given : keys.map((_, i) => i);
        order.indices.set(start);
        order.sort(Float64Array.from(keys));
        expect([...order.indices]).toEqual(start.toSorted((a, b) => (keys[a] as number) - (keys[b] as number)));
      }
    }),
    { numRuns: 1000, seed: 23 },
  );
});
