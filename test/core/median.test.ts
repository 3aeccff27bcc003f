import { expect, test } from 'vitest';
import { median } from '../../runtime/core/values/median.ts';

test('the median is the middle value, or the mean of the middle two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 10, 2])).toBe(3);
});

test('the median of no values is NaN, and the input is not reordered', () => {
  expect(median([])).toBeNaN();
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});
