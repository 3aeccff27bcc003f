/** Suggestions for misspelled names, cells of CSV that no spreadsheet runs, medians, and days as the platform has them. */
import { describe, expect, test } from 'vitest';
import { csvField, csvOf } from '../../runtime/core/values/csv.ts';
import { dayPattern, daysBetween, isDay } from '../../runtime/core/values/day.ts';
import { nearestName } from '../../runtime/core/values/did-you-mean.ts';
import { median } from '../../runtime/core/values/median.ts';

const presets = ['coding', 'support', 'rag', 'research', 'voice', 'session'];
const tiers = ['frontier', 'balanced', 'fast'];

describe('a suggestion', () => {
  test.each([
    ['codign', presets, 'coding'],
    ['Codin', presets, 'coding'],
    ['suport', presets, 'support'],
    ['reserach', presets, 'research'],
    ['RAG', presets, 'rag'],
    ['rga', presets, 'rag'],
    ['rags', presets, 'rag'],
    ['fats', tiers, 'fast'],
    ['fsat', tiers, 'fast'],
    ['fst', tiers, 'fast'],
    ['balnaced', tiers, 'balanced'],
    ['teir', ['tier', 'provider'], 'tier'],
    ['EU', ['us', 'eu'], 'eu'],
    ['gpt-4p', ['gpt-4', 'gpt-4o', 'gpt-5.4'], 'gpt-4'],
    ['gpt-55', ['gpt-5.4', 'gpt-5.5'], 'gpt-5.5'],
    ['opneai', ['openai', 'google'], 'openai'],
  ])('for %s among %j: %s', (typed, names, expected) => {
    expect(nearestName(typed, names)).toBe(expected);
  });

  test.each([
    ['bad', presets],
    ['cat', presets],
    ['r', presets],
    ['ra', presets],
    ['xx', ['us', 'eu']],
    ['uk', ['us', 'eu']],
    ['slow', tiers],
    ['test', tiers],
    ['voila', presets],
    ['nothing', presets],
    ['', presets],
  ])('none for %j among %j', (typed, names) => {
    expect(nearestName(typed, names)).toBeNull();
  });
});

test.each([
  ['=HYPERLINK("http://example.com?"&A1)', `"'=HYPERLINK(""http://example.com?""&A1)"`],
  ['+1+cmd|calc', `"'+1+cmd|calc"`],
  ['-2+3', `"'-2+3"`],
  ['-', `"'-"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['+5', `"'+5"`],
])('the text %j, which a spreadsheet would run, is made harmless', (text, field) => {
  expect(csvField(text)).toBe(field);
});

test.each([
  [-0.5, '-0.5'],
  [-1e-7, '-1e-7'],
  ['-0.000000001', '-0.000000001'],
  ['-12', '-12'],
  ['1.5e21', '1.5e21'],
  [null, ''],
  [false, 'false'],
  ['', ''],
  ['a=b', 'a=b'],
  ['gpt-5.4', 'gpt-5.4'],
  ["'quoted'", "'quoted'"],
  ['a, "b"', '"a, ""b"""'],
])('%j stays as it is', (value, field) => {
  expect(csvField(value)).toBe(field);
});

test('every cell of a table follows', () => {
  expect(csvOf(['key', 'sums.usd'], [{ key: '=1', sums: { usd: -2 } }])).toBe(`key,sums.usd\r\n"'=1",-2\r\n`);
});

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
