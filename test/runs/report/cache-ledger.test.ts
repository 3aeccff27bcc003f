/** Why prompt tokens were not read from the cache. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';

import { call, jsonLines, read } from '../readers/read.ts';
import { anyRecord, at, reportOn } from './records.ts';

const start = at('2026-11-02', '10:00:00');
const runs = (numRuns: number) => ({ numRuns, seed: 20261122 });
const minute = 60_000;
const opus = (after: number, fields: Partial<CallRecord>): CallRecord =>
  call({ model: 'claude-opus-4-6', session: 's', at: start + after * minute, ...fields });

/** Claude Opus 4.6: a write 6.25, for an hour 10, a read .50, input 5; Claude Sonnet 4.6: a write 3.75, for an hour 6. */
const session = [
  opus(0, { cacheWrite: 20_000 }),
  opus(1, { cachedInput: 20_000, cacheWrite: 3000 }),
  opus(11, { cacheWrite: 25_000 }),
  opus(12, { cachedInput: 5000, cacheWrite: 9000, compacted: true }),
  opus(13, { model: 'claude-sonnet-4-6', cacheWrite: 16_000 }),
  opus(14, { cachedInput: 10_000, cacheWrite: 1000 }),
  opus(15, { cachedInput: 4000, cacheWrite: 8000 }),
  opus(20 * 60, { cacheWrite: 12_500 }),
  opus(20 * 60 + 1, { input: 500 }),
];

test('each cause of a session made by hand has its calls, tokens and dollars', () => {
  const { cache, total } = reportOn(session);
  const found = Object.fromEntries(cache.causes.map(({ cause, calls, tokens, usd }) => [cause, [calls, tokens, usd]]));
  expect(found).toEqual({
    belowMinimum: [1, 500, 0.0025],
    firstPrompt: [1, 20_000, 0.125],
    compaction: [1, 9000, 0.05625],
    compactionInferred: [0, 0, 0],
    modelSwitch: [1, 16_000, 0.06],
    // 25,000 after a pause of ten minutes, of which the prompt before had 23,000.
    idle: [1, 23_000, 0.14375],
    resumed: [1, 12_000, 0.075],
    // 3,000, 2,000, 1,000 and 500.
    growth: [4, 6500, 0.040625],
    // 11,000 after 14,000.
    prefixChanged: [1, 1000, 0.00625],
    missed: [1, 7000, 0.04375],
    unknown: [0, 0, 0],
  });
  expect(cache.causes.find(({ cause }) => cause === 'idle')?.extraUsd).toBe(0.13225);
  expect(cache).toMatchObject({ tokens: 95_000, readUsd: 0.0195, otherUsd: 0 });
  expect((cache.usd as number) + (cache.readUsd as number)).toBeCloseTo(total.usd as number, 9);
});

test('a compaction within an answer comes before the prompt that it leaves, which is new because of it', async () => {
  const line = (id: string, time: string, usage: object) => ({
    ...{ type: 'assistant', sessionId: 's', requestId: id, timestamp: `2026-11-02T10:${time}:00Z` },
    message: { id, role: 'assistant', model: 'claude-opus-4-6', stop_reason: 'tool_use', content: [], usage },
  });
  const { calls } = await read(
    jsonLines(
      line('m1', '00', { input_tokens: 0, cache_creation_input_tokens: 179_000, output_tokens: 10 }),
      line('m2', '01', {
        ...{ input_tokens: 23_000, output_tokens: 1000 },
        iterations: [
          { type: 'compaction', input_tokens: 1010, cache_read_input_tokens: 179_000, output_tokens: 3500 },
          { type: 'message', input_tokens: 23_000, output_tokens: 1000 },
        ],
      }),
    ),
  );
  const { cache } = reportOn(calls);
  const found = cache.causes.filter((one) => one.tokens > 0).map((one) => [one.cause, one.calls, one.tokens]);
  // The compaction reads what the first call wrote, and sends 1,010 tokens more.
  expect(found.sort()).toEqual([
    ['compaction', 1, 23_000],
    ['firstPrompt', 1, 179_000],
    ['growth', 1, 1010],
  ]);
});

test('both lifetimes are reckoned from the pauses of the same calls', () => {
  const { lifetime } = reportOn(session).cache;
  // 5 minutes: 78,500 x 6.25 + 16,000 x 3.75 + 39,000 x .50. 1 hour: the third call writes 2,000 and reads 23,000:
  // 55,500 x 10 + 16,000 x 6 + 62,000 x .50.
  expect(lifetime).toEqual({ calls5m: 9, calls1h: 0, usd5m: 0.570125, usd1h: 0.682, hourSaves: null });
});

test('of one-hour writes a pause of ten minutes is no cause, and with five minutes they would be written again', () => {
  const { cache } = reportOn([
    opus(0, { cacheWrite1h: 20_000 }),
    opus(10, { cachedInput: 20_000, cacheWrite1h: 1000 }),
    opus(75, { cacheWrite1h: 21_000 }),
  ]);
  const idle = cache.causes.find(({ cause }) => cause === 'idle');
  expect(idle).toMatchObject({ calls: 1, tokens: 21_000, usd: 0.21 });
  // 1 hour: 42,000 x 10 + 20,000 x .50; 5 minutes: 62,000 x 6.25.
  expect(cache.lifetime).toEqual({ calls5m: 0, calls1h: 3, usd5m: 0.3875, usd1h: 0.43, hourSaves: null });
});

test('a subagent and a short call on another model are no part of the conversation', () => {
  const { cache } = reportOn([
    opus(0, { input: 20_000 }),
    opus(1, { input: 9000, subagent: 'agent' }),
    opus(2, { model: 'claude-haiku-4-5', input: 6000 }),
    opus(3, { input: 21_000, cachedInput: 0 }),
  ]);
  const tokens = Object.fromEntries(cache.causes.map(({ cause, tokens }) => [cause, tokens]));
  expect(tokens).toMatchObject({ firstPrompt: 35_000, modelSwitch: 0, growth: 1000, missed: 20_000, prefixChanged: 0 });
});

test('calls before --since are remembered, and a call without a time has an unknown cause', () => {
  const records = [opus(0, { input: 20_000 }), opus(24 * 60, { input: 21_000 }), opus(0, { input: 22_000, at: null })];
  const { cache } = reportOn(records.slice(0, 2), { since: '2026-11-03' });
  expect(cache.causes.filter(({ calls }) => calls > 0).map(({ cause, tokens }) => [cause, tokens])).toEqual([
    ['resumed', 20_000],
    ['growth', 1000],
  ]);
  const { cache: timeless } = reportOn([records[0] as CallRecord, records[2] as CallRecord]);
  expect(timeless.causes.find(({ cause }) => cause === 'unknown')).toMatchObject({ calls: 1, tokens: 20_000 });
});

test('the causes, the reads and the rest add up to the bill, and their tokens to what was not read', () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 30 }), (records) => {
      const { cache, total } = reportOn(records);

      const sum = cache.causes.reduce((all, { nanoUsd }) => all + BigInt(nanoUsd ?? 0), 0n);
      expect(sum).toBe(BigInt(cache.nanoUsd ?? 0));
      expect(sum + BigInt(cache.readNanoUsd ?? 0) + BigInt(cache.otherNanoUsd ?? 0)).toBe(BigInt(total.nanoUsd ?? 0));
      expect(cache.causes.reduce((all, { tokens }) => all + tokens, 0)).toBe(cache.tokens);
      expect(cache.tokens).toBe(total.input + total.cacheWrite + total.cacheWrite1h);
      for (const { nanoUsd, extraUsd, usd } of cache.causes) {
        if (nanoUsd === null || usd === null) continue;
        expect(BigInt(nanoUsd)).toBeGreaterThanOrEqual(0n);
        expect(extraUsd).toBeGreaterThanOrEqual(0);
        expect(extraUsd).toBeLessThanOrEqual(usd);
      }
    }),
    runs(300),
  );
});

test.each([
  [5 * minute, 'missed'],
  [5 * minute + 1, 'idle'],
])('%i ms after a write of five minutes the same prompt was %s', (gap, cause) => {
  const again = { ...opus(0, { cacheWrite: 20_000 }), at: start + gap };
  const { cache } = reportOn([opus(0, { cacheWrite: 20_000 }), again]);
  expect(cache.causes.find((one) => one.cause === cause)).toMatchObject({ calls: 1, tokens: 20_000 });
});

const seen = (records: readonly CallRecord[]) =>
  reportOn(records)
    .cache.causes.filter((one) => one.tokens > 0)
    .map(({ cause, calls, tokens }) => [cause, calls, tokens]);

test('a prompt that falls by more than three tenths from over 60,000 tokens was compacted, as inferred', () => {
  const first = opus(0, { cacheWrite: 61_000 });
  // .7 x 61,000 is 42,700.
  expect(seen([first, opus(1, { cachedInput: 20_000, cacheWrite: 22_000 })])).toEqual([
    ['firstPrompt', 1, 61_000],
    ['compactionInferred', 1, 22_000],
  ]);
  expect(seen([first, opus(1, { cachedInput: 20_000, cacheWrite: 23_000 })])).toContainEqual([
    'prefixChanged',
    1,
    23_000,
  ]);
  // Exactly three tenths less: .7 x 100,000.
  expect(seen([opus(0, { cacheWrite: 100_000 }), opus(1, { cachedInput: 20_000, cacheWrite: 50_000 })])).toContainEqual(
    ['prefixChanged', 1, 50_000],
  );
  // The log says what happened; and nothing is inferred of a shorter prompt, or of one's own edit.
  expect(seen([first, opus(1, { cacheWrite: 42_000, compacted: true })])).toContainEqual(['compaction', 1, 42_000]);
  expect(seen([first, opus(1, { cacheWrite: 42_000, prefixChanged: true })])).toContainEqual([
    'prefixChanged',
    1,
    42_000,
  ]);
  expect(seen([opus(0, { cacheWrite: 60_000 }), opus(1, { cacheWrite: 20_000 })])).toContainEqual([
    'prefixChanged',
    1,
    20_000,
  ]);
  expect(
    reportOn([first, opus(1, { input: 42_000 })]).waste.causes.find(({ cause }) => cause === 'resentPrompts')?.tokens,
  ).toBe(0);
});

test('a call counts as missed from 1 % of its prompt or 1,000 tokens on; its tokens and dollars always do', () => {
  const missed = (prompt: number, again: number) =>
    reportOn([opus(0, { cacheWrite: prompt }), opus(1, { cachedInput: prompt - again, cacheWrite: again })]);
  const found = (prompt: number, again: number) => {
    const { cache, waste } = missed(prompt, again);
    const [one] = cache.causes.filter(({ cause }) => cause === 'missed');
    const [resent] = waste.causes.filter(({ cause }) => cause === 'resentPrompts');
    // 6.25 a write, .50 a read per million.
    expect(one?.usd).toBeCloseTo((again * 6.25) / 1e6, 9);
    expect(resent?.usd).toBeCloseTo((again * 5.75) / 1e6, 9);
    expect([one?.tokens, resent?.tokens]).toEqual([again, again]);
    expect(one?.calls).toBe(resent?.calls);
    return one?.calls;
  };
  expect(found(20_000, 199)).toBe(0);
  expect(found(20_000, 200)).toBe(1);
  expect(found(400_000, 999)).toBe(0);
  expect(found(400_000, 1000)).toBe(1);
});
