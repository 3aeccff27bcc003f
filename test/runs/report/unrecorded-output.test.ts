/** Output whose final count was never logged. */
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { fitted } from '../../../runtime/logs/report/unrecorded-output.ts';
import { call } from '../readers/read.ts';
import { reportOn } from './records.ts';

const opus = (fields: Partial<CallRecord>): CallRecord => call({ model: 'claude-opus-4-6', session: 's', ...fields });

/** Final calls with exactly 100 tokens and a quarter for each character, in four sessions. */
const final = (count: number): CallRecord[] =>
  Array.from({ length: count }, (_, index) =>
    opus({ session: `s${index % 4}`, isFinal: true, visibleChars: 4 * index, output: 100 + index }),
  );
const open = (count: number, visibleChars: number, thinkingChars = 0): CallRecord[] =>
  Array.from({ length: count }, () => opus({ isFinal: false, output: 2, visibleChars, thinkingChars }));

test('a log with enough final calls gives its own rate, and the exact bill stays exact', () => {
  const report = reportOn([...final(200), ...open(10, 300, 100)]);
  // 10 x (100 + 400 / 4) - 10 x 2 = 1,980 tokens at $25 a million; the sessions agree, so the interval is the least one: 2,000 / 1.25 - 20
  // and 2,000 x 1.25 - 20.
  expect(report.unrecorded).toEqual({
    calls: 10,
    tokens: 20,
    finalCalls: 200,
    missingTokens: { low: 1580, middle: 1980, high: 2480 },
    missingUsd: { low: 0.0395, middle: 0.0495, high: 0.062 },
  });
  // 200 x 100 + (0 + ... + 199) + 20 tokens.
  expect(report.total.usd).toBe(((20_000 + 19_900 + 20) * 25) / 1e6);
});

test('without enough of them the rate of recorded sessions is used, with their interval', () => {
  // 10,000 characters at .46, and 1.6 times less and more; 20 tokens are in the bill.
  const expected = { low: 2855, middle: 4580, high: 7340 };
  expect(reportOn([...final(199), ...open(10, 1000)]).unrecorded).toMatchObject({
    finalCalls: 0,
    missingTokens: expected,
  });
  expect(reportOn(open(10, 1000)).unrecorded).toMatchObject({ calls: 10, missingTokens: expected });
});

test('a family without enough final calls takes those of all families', () => {
  const haiku = open(10, 400).map((one) => ({ ...one, model: 'claude-haiku-4-5' }));
  // 1,980 tokens, as above, at $5 a million.
  expect(reportOn([...final(200), ...haiku]).unrecorded?.missingUsd.middle).toBe(0.0099);
});

test('nothing is missing where every count is final, or more was recorded than is visible', () => {
  expect(reportOn(final(10)).unrecorded).toBeNull();
  expect(reportOn([opus({ output: 5 })]).unrecorded).toBeNull();
  const much = reportOn([opus({ isFinal: false, output: 9000, visibleChars: 10 })]).unrecorded;
  expect(much?.missingTokens).toEqual({ low: 0, middle: 0, high: 0 });
});

test('a fit that would be below 0 is the plain ratio', () => {
  // (10, 40), (20, 10): the slope is -3.
  expect(fitted({ calls: 2, chars: 30, squares: 500, tokens: 50, products: 600 })).toEqual({
    perCall: 0,
    perChar: 50 / 30,
  });
  // (10, 15), (20, 20): 10 and a half for each.
  expect(fitted({ calls: 2, chars: 30, squares: 500, tokens: 35, products: 550 })).toEqual({
    perCall: 10,
    perChar: 0.5,
  });
});
