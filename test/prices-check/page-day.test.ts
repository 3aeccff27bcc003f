import { expect, test } from 'vitest';
import { dayOfSaved, statedDay } from '../../build/prices/check/sources/page-day.ts';

test.each([
  ['<!-- Last Published: Fri May 08 2026 04:18:20 GMT+0000 (Coordinated Universal Time) -->', '2026-05-08'],
  ['Title: x\n\nPublished Time: Tue, 02 Jun 2026 16:33:29 GMT\n', '2026-06-02'],
  ['Last updated 2026-06-02 UTC.', '2026-06-02'],
  ['Last updated: May 7, 2026', '2026-05-07'],
  ['Last updated: May 7, 2026 ... Last updated 2026-06-02', '2026-05-07'],
  ['Published Time: Tue, 02 Jun 2026 16:33:29 GMT\n\nLast updated: May 7, 2026', '2026-06-02'],
])('%j says %s', (text, day) => {
  expect(statedDay(text)).toBe(day);
});

test.each(['', 'updated yesterday', 'Last updated: 3 days ago', 'Published Time: soon', 'Prices since 2026-06-02'])(
  '%j says no day',
  (text) => {
    expect(statedDay(text)).toBeUndefined();
  },
);

test('a given day counts first, then what the page says, then the file; never a day to come', () => {
  const file = new Date('2026-06-10T12:00:00Z');
  const says = 'Last updated 2026-06-02';
  const today = '2026-06-12';
  expect(dayOfSaved(says, file, '2026-06-05', today)).toEqual({ day: '2026-06-05', basis: 'given' });
  expect(dayOfSaved(says, file, null, today)).toEqual({ day: '2026-06-02', basis: 'stated on the page' });
  expect(dayOfSaved('', file, null, today)).toEqual({ day: '2026-06-10', basis: 'date of the file' });
  expect(dayOfSaved('Last updated 2027-01-01', file, null, today)).toEqual({
    day: '2026-06-10',
    basis: 'date of the file',
  });
  expect(dayOfSaved('', new Date('2027-01-01'), null, today)).toEqual({ day: today, basis: 'date of the file' });
});
