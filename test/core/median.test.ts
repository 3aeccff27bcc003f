import { expect, test } from 'vitest';
import { median } from '../../runtime/core/median.ts';

test('a median is the middle, or halfway between the middle two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 10, 2])).toBe(3);
});

test('there is none of nothing, and no order is changed', () => {
  expect(median([])).toBeNaN();
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});
