/** Waste that a log shows, and where its recorded dollars differ from ours, calculated by hand. */
import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { call } from '../readers/read.ts';
import { at, reportOn } from './records.ts';

/** Claude Sonnet 4.6: $3 in, $0.30 cache read, $3.75 cache write, $15 out; prompts from 1,024 tokens on are cached. */
const sonnet = (fields: Partial<CallRecord>) =>
  call({ model: 'claude-sonnet-4-6', at: at('2026-11-01'), session: 's', ...fields });

const wasteOf = (...log: CallRecord[]) =>
  Object.fromEntries(
    reportOn(log).waste.causes.map(({ cause, calls, tokens, usd }) => [cause, { calls, tokens, usd }]),
  );

const none = { calls: 0, tokens: 0, usd: 0 };

describe('prompts sent again without the cache', () => {
  const first = sonnet({ input: 10_000 });

  test('are the unread part of the shorter of two prompts, at the price difference', () => {
    // The second prompt has 12,000 tokens, the first had 10,000, and 4,000 were read: 6,000 x ($3 - $0.30) per million.
    const second = sonnet({ input: 8000, cachedInput: 4000 });
    expect(wasteOf(first, second).resentPrompts).toEqual({ calls: 1, tokens: 6000, usd: 0.0162 });
    // All 10,000 were read: nothing.
    expect(wasteOf(first, sonnet({ input: 2000, cachedInput: 10_000 })).resentPrompts).toEqual(none);
    // 9,000 were written again, at $3.75, and 1,000 sent uncached: 1,000 x 2.70 + 9,000 x 3.45 per million.
    const written = sonnet({ input: 1000, cacheWrite: 9000 });
    expect(wasteOf(first, written).resentPrompts).toEqual({ calls: 1, tokens: 10_000, usd: 0.03375 });
    // After the prompt shrank, only the rest could have been read: 3,000 x 2.70.
    expect(wasteOf(first, sonnet({ input: 3000 })).resentPrompts).toEqual({ calls: 1, tokens: 3000, usd: 0.0081 });
  });

  test('count within five minutes, in one session, on one model, from the minimum cached length on', () => {
    const again = sonnet({ input: 10_000 });
    const seen = (record: CallRecord) => wasteOf(first, record).resentPrompts?.calls;
    expect(seen({ ...again, at: at('2026-11-01', '12:05:00') })).toBe(1);
    expect(seen({ ...again, at: at('2026-11-01', '12:05:01') })).toBe(0);
    expect(seen({ ...again, at: at('2026-11-01', '11:59:59') })).toBe(0);
    expect(seen({ ...again, session: 'other' })).toBe(0);
    expect(seen({ ...again, model: 'gpt-4o' })).toBe(0);
    expect(seen({ ...again, model: 'anthropic/claude-sonnet-4-6' })).toBe(1);
    const short = sonnet({ input: 1023 });
    expect(wasteOf(short, short).resentPrompts?.calls).toBe(0);
    const enough = sonnet({ input: 1024 });
    expect(wasteOf(enough, enough).resentPrompts?.calls).toBe(1);
    expect(wasteOf({ ...again, session: null }, { ...again, session: null }).resentPrompts?.calls).toBe(0);
  });
});

test('a dollar is counted under one cause: retried before failed before resent', () => {
  // 10,000 x $3 per million is $0.03 a call.
  const again = sonnet({ input: 10_000 });
  const waste = wasteOf(
    again,
    { ...again, retried: true, solved: false },
    { ...again, solved: false },
    // Resent, of a solved task: 10,000 x $2.70.
    { ...again, solved: true },
  );
  expect(waste).toEqual({
    retriedCalls: { calls: 1, tokens: 10_000, usd: 0.03 },
    failedTasks: { calls: 1, tokens: 10_000, usd: 0.03 },
    resentPrompts: { calls: 1, tokens: 10_000, usd: 0.027 },
  });
  // 0.087 of 0.12
  expect(reportOn([again, { ...again, retried: true }]).waste).toMatchObject({ usd: 0.03, pct: 50 });
});

describe('the gap to the dollars of the log', () => {
  // 1,000 x $3 + 10,000 x $0.30 + 100 x $15 per million: 0.003 + 0.003 + 0.0015 = 0.0075
  const ours = sonnet({ input: 1000, cachedInput: 10_000, output: 100 });

  test('has a cause for every call', () => {
    const { logged } = reportOn([
      { ...ours, usd: 0.0075 },
      { ...ours, usd: 0.007501 },
      { ...ours, usd: 0 },
      // The cache at the price of input: 11,000 x $3 + 0.0015
      { ...ours, usd: 0.0345 },
      { ...ours, usd: 0.009 },
      ours,
      { ...ours, model: 'my-own-model', usd: 0.1 },
      { ...ours, model: 'my-own-model' },
    ]);
    expect(
      logged?.gaps.map(({ cause, calls, loggedUsd, ourUsd, gapUsd }) => [cause, calls, loggedUsd, ourUsd, gapUsd]),
    ).toEqual([
      ['unpriced', 1, 0.1, null, 0.1],
      ['notLogged', 1, null, 0.0075, -0.0075],
      ['same', 2, 0.015001, 0.015, 0.000001],
      ['loggedZero', 1, 0, 0.0075, -0.0075],
      ['cachedAtInputPrice', 1, 0.0345, 0.0075, 0.027],
      ['otherPrice', 1, 0.009, 0.0075, 0.0015],
    ]);
    // 0.1 + 0.015001 + 0.0345 + 0.009 in the log; 6 x 0.0075 are ours
    expect(logged).toMatchObject({ usd: 0.158501, ourUsd: 0.045, gapUsd: 0.113501 });
  });

  test('may be a cache that was billed and not counted: tau2-bench keeps the prompt and the output only', () => {
    const causes = (usd: number, more: Partial<CallRecord> = {}) =>
      reportOn([sonnet({ input: 3000, output: 100, usd, ...more })]).logged?.gaps.map(({ cause }) => cause);
    // 3,000 x $3 + 100 x $15 per million is $0.0105; with 1,024 of them read from the cache 1,024 x $2.70 less.
    expect(causes(0.0105 - 1024 * 2.7e-6)).toEqual(['cacheNotCounted']);
    // $0.0028 less would be 1,037.04 tokens, and 3,001 are more than there were.
    expect(causes(0.0077)).toEqual(['otherPrice']);
    expect(causes(0.0105 - 3001 * 2.7e-6)).toEqual(['otherPrice']);
    // A log that counts its cached tokens has another price.
    expect(causes(0.0108 - 1024 * 2.7e-6, { cachedInput: 1000 })).toEqual(['otherPrice']);
    expect(causes(0.0105 + 1024 * 2.7e-6)).toEqual(['otherPrice']);
  });

  test('is null if the log recorded no dollars', () => {
    expect(reportOn([ours]).logged).toBeNull();
  });
});
