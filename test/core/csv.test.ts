import { expect, test } from 'vitest';
import { csvField, csvOf } from '../../runtime/core/values/csv.ts';

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
