/** What would have made the bill smaller, reckoned from the calls themselves. */
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import type { LogReport } from '../../../runtime/logs/report/report-of.ts';
import { call } from '../readers/read.ts';
import { at, reportOn } from './records.ts';

const start = at('2026-11-02', '10:00:00');
const opus = (minutes: number, fields: Partial<CallRecord>): CallRecord =>
  call({ model: 'claude-opus-4-6', session: 's', at: start + minutes * 60_000, ...fields });
const line = (report: LogReport, kind: string) => report.savings.find((one) => one.kind === kind);

test('pauses of ten minutes in each session: an hour of cache, or no pause, would have cost less', () => {
  // A write 6.25, for an hour 10, a read .50 per million.
  const report = reportOn(
    ['s1', 's2', 's3'].flatMap((session) => [
      opus(0, { session, cacheWrite: 20_000 }),
      opus(10, { session, cacheWrite: 90_000 }),
      opus(20, { session, cacheWrite: 91_000 }),
      opus(30, { session, cacheWrite: 92_000 }),
    ]),
  );
  // Three times 293,000 x 6.25 against (20,000 + 70,000 + 1,000 + 1,000) x 10 + (20,000 + 90,000 + 91,000) x .50.
  expect(line(report, 'hourCache')).toMatchObject({ calls: 12, usd: 5.49375, usdThen: 3.0615, saves: 2.43225 });
  // All sessions alike.
  expect(report.cache.lifetime?.hourSaves?.low).toBeCloseTo(2.43225, 9);
  expect(report.cache.lifetime?.hourSaves?.high).toBeCloseTo(2.43225, 9);
  // 603,000 tokens were sent again: 6.25 against .50.
  expect(line(report, 'noIdle')).toMatchObject({ calls: 9, usd: 3.76875, saves: 3.46725 });
  expect(report.savings.length).toBeLessThanOrEqual(5);
  expect(report.savings.map(({ saves }) => saves)).toEqual(
    [...report.savings.map(({ saves }) => saves)].sort((a, b) => b - a),
  );
});

test('a long conversation compacted at 100,000 tokens reads less', () => {
  const calls = Array.from({ length: 30 }, (_, index) =>
    opus(index, { cachedInput: 90_000 + 1000 * index, cacheWrite: 1000 }),
  );
  // The first prompt has 91,000 tokens, of which half of 100,000 are kept, and 10,000 more: 60,000. The prompt passes
  // 100,000 with the eleventh call, 101,000: it becomes 60,000 and 41,000 less are read from there on, by 20 calls. By
  // the last, 79,000 + 1,000, it does not pass it again.
  // 20 x 41,000 x .50 - (101,000 x .50 + 10,000 x 25 + 60,000 x 6.25), a loss of .2655: no line.
  expect(line(reportOn(calls), 'earlierCompaction')).toBeUndefined();
  const long = Array.from({ length: 200 }, (_, index) => opus(index, { cachedInput: 90_000 + 1000 * index }));
  // From the eleventh call after 100,000 on: passes at 101,000, and every 41,000 tokens later.
  // But in five calls after each the prompt grows by 2,400 and not by 1,000, so 7,000 of it are there again, and it passes
  // 100,000 after 41 - 7 calls: indices 11, 45, 79, 113, 147 and 181. It goes down to 60,000 each time.
  const passes = [11, 45, 79, 113, 147, 181];
  let [saved, prompt, since] = [0, 90_000, Infinity];
  for (let index = 1; index < 200; index += 1) {
    since += 1;
    prompt += since <= 5 ? 2400 : 1000;
    // What grows besides is written and not read.
    if (since <= 5) saved -= (1400 * (6.25 - 0.5)) / 1e6;
    if (passes.includes(index)) {
      expect(prompt).toBe(101_000);
      saved -= (101_000 * 0.5 + 10_000 * 25 + 60_000 * 6.25) / 1e6;
      [prompt, since] = [60_000, 0];
    }
    saved += ((90_000 + 1000 * index - prompt) * 0.5) / 1e6;
  }
  expect(line(reportOn(long), 'earlierCompaction')?.saves).toBeCloseTo(saved, 6);
});

test('the next cheaper model of the provider, and for subagents alone', () => {
  const report = reportOn([opus(0, { input: 100_000, output: 1000 }), opus(1, { input: 100_000, subagent: 'a' })]);
  const all = line(report, 'cheaperModel');
  expect(all).toMatchObject({ calls: 2, usd: 1.025 });
  expect(all?.model).toMatch(/^claude-sonnet/);
  expect(line(report, 'cheaperSubagents')).toMatchObject({ calls: 1, usd: 0.5, model: all?.model });
});

test('a cheaper model is priced on the terms of the call: its region, and its level of service', () => {
  const at = (fields: Partial<CallRecord>) => opus(0, { input: 1_000_000, output: 100_000, ...fields });
  // Opus 4.8 5 and 25, Sonnet 5.5 2 and 10: a tenth more in the US. 8.25 against 3.30.
  const inTheUs = line(reportOn([at({ model: 'claude-opus-4-8', region: 'us' })]), 'cheaperModel');
  expect(inTheUs).toMatchObject({ model: 'claude-sonnet-5-5', usd: 8.25, usdThen: 3.3, saves: 4.95 });
  // In batches half: 3.75 against 1.50.
  const inBatches = line(reportOn([at({ model: 'claude-opus-4-8', serviceTier: 'batch' })]), 'cheaperModel');
  expect(inBatches).toMatchObject({ usd: 3.75, usdThen: 1.5 });
});

test('fast mode is a line of its own, and no saving of a model that has none', () => {
  // Opus 5: 10 and 50 in fast mode, 5 and 25 without, so half; Sonnet 5.5 has no fast mode.
  const report = reportOn([
    opus(0, { model: 'claude-opus-5', serviceTier: 'priority', input: 1_000_000, output: 100_000 }),
    opus(1, { model: 'claude-opus-5', input: 100_000 }),
  ]);
  expect(line(report, 'standardTier')).toMatchObject({ model: null, calls: 1, usd: 15, usdThen: 7.5, saves: 7.5 });
  expect(line(report, 'cheaperModel')).toMatchObject({ calls: 1, usd: 0.5, usdThen: 0.2 });
});

test('only calls that are alone in their session could go into batches', () => {
  const report = reportOn([
    opus(0, { input: 100_000, session: 'alone' }),
    opus(0, { input: 100_000, session: 'two' }),
    opus(1, { input: 100_000, session: 'two' }),
  ]);
  // Half price.
  expect(line(report, 'batch')).toMatchObject({ calls: 1, usd: 0.5, usdThen: 0.25, saves: 0.25 });
});
