/** The patterns of days, compared with the calendar of the platform. */
import { expect, test } from 'vitest';
import { dayPattern, daysBetween, isDay } from '../../runtime/core/values/day.ts';

const exists = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

const two = (number: number): string => String(number).padStart(2, '0');

test('every month from 00 to 13 and day from 00 to 32, in this century and at the ends of others', () => {
  const ofThisCentury = new RegExp(dayPattern);
  const wrong: string[] = [];
  for (const year of [...Array.from({ length: 101 }, (_, i) => 2000 + i), 1600, 1700, 1900, 1904, 2400, 9999]) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${two(month)}-${two(day)}`;
        const isThere = exists(text);
        if (isDay(text) !== isThere) wrong.push(text);
        if (ofThisCentury.test(text) !== (isThere && year >= 2000 && year < 2100)) wrong.push(`${text} in a schema`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test.each(['', '2026-1-1', '2026-01-01T00:00:00Z', ' 2026-01-01', '2026-01-01\n', '20260101'])(
  '%j is not a day',
  (text) => {
    expect([isDay(text), new RegExp(dayPattern).test(text)]).toEqual([false, false]);
  },
);

test('the days between two days, over leap years and centuries', () => {
  const time = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  const days = [
    '1999-12-31',
    '2000-02-28',
    '2000-02-29',
    '2000-03-01',
    '2026-01-01',
    '2026-12-31',
    '2028-02-29',
    '2100-03-01',
  ];
  for (const from of days) for (const to of days) expect(daysBetween(from, to)).toBe(time(to) - time(from));
});
