/** The bill of a month, from its days so far and earlier weeks. */
import { expect, test } from 'vitest';
import { monthForecast } from '../../../runtime/logs/forecast/month-forecast.ts';

/** Wednesday, with 5 days left of the month: Thursday 26 to Monday 30. */
const today = '2026-11-25';

/** Dollars of each day from one to another, by its number since the first. */
const daysFrom = (from: string, until: string, of: (weekday: number, index: number) => number): Map<string, number> => {
  const days = new Map<string, number>();
  for (let at = Date.parse(from), i = 0; at <= Date.parse(until); at += 86_400_000, i++) {
    days.set(new Date(at).toISOString().slice(0, 10), of(new Date(at).getUTCDay(), i));
  }
  return days;
};

test('takes each day from the same day of earlier weeks', () => {
  // Ten dollars on working days: 18 of them from 2 to 25 November; then Thursday, Friday and Monday.
  const days = daysFrom('2026-09-28', today, (weekday) => (weekday === 0 || weekday === 6 ? 0 : 10));
  const { month, soFarUsd, p50Usd, p90Usd, weeks, daysLeft } = monthForecast(days, today);
  expect({ month, soFarUsd, weeks, daysLeft }).toEqual({ month: '2026-11', soFarUsd: 180, weeks: 8, daysLeft: 5 });
  expect([p50Usd, p90Usd]).toEqual([210, 210]);
});

test('spends what is left of today as such days do', () => {
  const days = daysFrom('2026-09-28', today, (weekday) => (weekday === 0 || weekday === 6 ? 0 : 10));
  days.set(today, 4);
  // 17 days of ten, and 4 so far; the 6 that are missing, and three days of ten.
  expect(monthForecast(days, today)).toMatchObject({ soFarUsd: 174, p50Usd: 210 });
  days.set(today, 50);
  expect(monthForecast(days, today)).toMatchObject({ soFarUsd: 220, p50Usd: 250 });
});

test('keeps a busy week together', () => {
  // One of the four weeks costs 100 a day, the others 1. Of this week Thursday to Sunday are left, 400 or 4; of the
  // next, Monday, 100 or 1. 5 in 9 of 16 cases, 104 in 3, 401 in 3, 500 in 1: p50 is 5, p90 401, beside
  const days = daysFrom('2026-10-26', today, (_, index) => (index >= 7 && index < 14 ? 100 : 1));
  days.set(today, 100);
  const { soFarUsd, p50Usd, p90Usd } = monthForecast(days, today);
  expect([p50Usd, p90Usd].map((usd) => (usd as number) - soFarUsd)).toEqual([5, 401]);
});

test('says nothing from fewer than four whole weeks', () => {
  const days = daysFrom('2026-10-27', today, () => 10);
  expect(monthForecast(days, today)).toMatchObject({ weeks: 3, p50Usd: null, p90Usd: null, soFarUsd: 250 });
  expect(monthForecast(new Map(), today)).toMatchObject({ weeks: 0, p50Usd: null, soFarUsd: 0 });
});

test('ends at what was spent on the last day, and gives the same figures every time', () => {
  const days = daysFrom('2026-10-01', '2026-11-30', (weekday) => weekday);
  const once = monthForecast(days, '2026-11-30');
  expect(once).toEqual(monthForecast(days, '2026-11-30'));
  expect(once).toMatchObject({ daysLeft: 0, p50Usd: once.soFarUsd, p90Usd: once.soFarUsd });
});
