/** Times in the format of Date.toISOString are read apart from all others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeIn } from '../../../runtime/logs/fields/times.ts';

const read = (at: string): number | string | null => {
  try {
    return timeIn({ at }, 'at');
  } catch (error) {
    return (error as Error).message;
  }
};

test('every time between 1970 and 9999 is what Date makes of it', () => {
  const date = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
  fc.assert(
    fc.property(date, (one) => {
      expect(read(one.toISOString())).toBe(one.getTime());
    }),
  );
});

test.each([
  ['2024-02-29T00:00:00.000Z', Date.UTC(2024, 1, 29)],
  ['2025-02-29T00:00:00.000Z', 'at is not a time'],
  ['2025-04-31T00:00:00.000Z', 'at is not a time'],
  ['2025-13-01T00:00:00.000Z', 'at is not a time'],
  ['2025-00-01T00:00:00.000Z', 'at is not a time'],
  ['2025-01-00T00:00:00.000Z', 'at is not a time'],
  ['2025-01-01T25:00:00.000Z', 'at is not a time'],
  ['2025-01-01T10:61:00.000Z', 'at is not a time'],
  ['1969-12-31T23:59:59.999Z', 'at is before 1970'],
  ['2025-01-01 10:00:00.000Z', Date.UTC(2025, 0, 1, 10)],
  ['2025-01-01T10:00:00,000Z', Date.UTC(2025, 0, 1, 10)],
])('%s is %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test('a number is read as seconds, milliseconds, microseconds or nanoseconds, by its size', () => {
  // 2026-11-20T10:00:00Z
  const seconds = 1_795_168_800;
  for (const unit of [1, 1e3, 1e6, 1e9]) expect(timeIn({ at: seconds * unit }, 'at')).toBe(Date.UTC(2026, 10, 20, 10));
});
