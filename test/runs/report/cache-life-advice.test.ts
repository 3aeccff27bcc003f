/**
 * "5 minutes or 1 hour?" on logs made with known pauses and chances, against a simulation written here: the same pauses,
 * each call cold or not by a drawn number.
 */
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { LogReporter } from '../../../runtime/logs/report/log-reporter.ts';
import { reportOf } from '../../../runtime/logs/report/report-of.ts';
import { lifetimeSentence } from '../../../runtime/logs/report/report-words.ts';
import { catalog } from '../../support/core/catalog.ts';
import { randomFrom } from '../calibrate/made-up-log.ts';
import { call } from '../readers/read.ts';

const minute = 60_000;
/** Chances of a cold cache after pauses of 1, 20 and 300 minutes; the life of a write matters to the second. */
const chances = { '5m': [0.01, 0.9, 0.97], '1h': [0.01, 0.12, 0.97] } as const;
const pauses = [1, 20, 300] as const;
type Life = keyof typeof chances;

const counts = (['5m', '1h'] as const).flatMap((life) =>
  ([5, 60, null] as const).map((untilMinutes, place) => ({
    ...{ agent: 'Claude Code', life, untilMinutes, calls: 1000 },
    cold: 1000 * (chances[life][place] as number),
  })),
);
const evidence = { ...catalog.evidence, coldCalls: { worth: 1e9, counts } } as typeof catalog.evidence;

/** Claude Opus 4.6: a write 6.25, for an hour 10, a read .50 per million. */
const prices = { '5m': 6.25, '1h': 10, read: 0.5 } as const;
const [first, grows] = [30_000, 800];

/** The places of the pauses before the calls of 40 sessions; how many of them are long differs by session. */
function madeUp(longPauses: number, random: () => number): number[][] {
  return Array.from({ length: 40 }, (_, session) => {
    const share = longPauses * (0.5 + session / 40);
    return Array.from({ length: 30 + session }, () => (random() < share ? 1 : random() < 0.01 ? 2 : 0));
  });
}

/** The tokens that each call writes, with writes of a life. */
function written(sessions: readonly number[][], life: Life, random: () => number): number[][] {
  return sessions.map((places) =>
    places.map((place, i) => {
      const isCold = i === 0 || random() < (chances[life][place] as number);
      return isCold ? first + grows * i : grows;
    }),
  );
}

function logOf(sessions: readonly number[][], life: Life, random: () => number): CallRecord[] {
  const writes = written(sessions, life, random);
  return sessions.flatMap((places, session) => {
    let at = Date.UTC(2026, 9, 1 + session);
    return places.map((place, i) => {
      if (i > 0) at += (pauses[place] as number) * minute;
      const own = writes[session]?.[i] as number;
      return call({
        ...{ model: 'claude-opus-4-6', agent: 'Claude Code', session: `s${session}`, at },
        ...{ [life === '5m' ? 'cacheWrite' : 'cacheWrite1h']: own, cachedInput: first + grows * i - own },
      });
    });
  });
}

const usdOf = (sessions: readonly number[][], life: Life, random: () => number): number =>
  written(sessions, life, random)
    .flatMap((own) => own.map((write, i) => write * prices[life] + (first + grows * i - write) * prices.read))
    .reduce((sum, usd) => sum + usd, 0) / 1e6;

function adviceOn(records: readonly CallRecord[]) {
  const reporter = new LogReporter(
    { ...catalog, evidence },
    { by: [], since: null, until: null, on: null, host: null },
  );
  reporter.add(records);
  const report = reportOf(reporter);
  return { report, lifetime: report.cache.lifetime as NonNullable<typeof report.cache.lifetime> };
}

test.each([
  ['5m', 0.01],
  ['5m', 0.15],
  ['1h', 0.01],
  ['1h', 0.15],
] as const)(
  'writes for %s, long pauses before %d of the calls: both lifetimes cost what they do in a simulation',
  (life, long) => {
    const random = randomFrom(39);
    const sessions = madeUp(long, random);
    const trials = 200;
    const mean = (of: Life) =>
      Array.from({ length: trials }, () => usdOf(sessions, of, random)).reduce((a, b) => a + b) / trials;
    const simulated = { '5m': mean('5m'), '1h': mean('1h') };
    const other = life === '5m' ? '1h' : '5m';
    const logs = Array.from({ length: 20 }, () => adviceOn(logOf(sessions, life, random)).lifetime);
    const told = (of: Life) => logs.reduce((sum, one) => sum + one[of === '5m' ? 'usd5m' : 'usd1h'], 0) / logs.length;
    expect(Math.abs(told(life) / simulated[life] - 1)).toBeLessThan(0.015);
    expect(Math.abs(told(other) / simulated[other] - 1)).toBeLessThan(0.015);
    // What is saved lies in the interval of nearly each log.
    const saves = simulated['5m'] - simulated['1h'];
    const held = logs.filter(({ hourSaves }) => hourSaves && hourSaves.low <= saves && saves <= hourSaves.high).length;
    expect(held).toBeGreaterThanOrEqual(17);
  },
);

test('one saves where most sessions say so; else the log shows no difference, and nothing is advised', () => {
  const random = randomFrom(40);
  const long = adviceOn(logOf(madeUp(0.2, random), '5m', random));
  expect(long.lifetime.hourSaves?.low).toBeGreaterThan(0);
  expect(long.report.savings.map(({ kind }) => kind)).toContain('hourCache');
  const short = adviceOn(logOf(madeUp(0.005, random), '5m', random));
  expect(short.lifetime.hourSaves?.high).toBeLessThan(0);
  expect(short.report.savings.map(({ kind }) => kind)).not.toContain('hourCache');
  // Between them there is a share of long pauses where both cost the same: of four sessions, two have many and two none.
  const four = [0.3, 0.3, 0, 0].flatMap((share) => madeUp(share, random).slice(20, 21));
  const same = adviceOn(logOf(four, '5m', random));
  expect(same.lifetime.hourSaves?.low).toBeLessThan(0);
  expect(same.lifetime.hourSaves?.high).toBeGreaterThan(0);
  expect(lifetimeSentence(same.report)).toContain('no difference that your log can show');
  expect(same.report.savings.map(({ kind }) => kind)).not.toContain('hourCache');
});

test('a cold cache within the hour that it was written for comes from the pause, where pauses make it likelier', () => {
  const records = (gap: number) =>
    [0, gap].map((after) =>
      call({
        ...{ model: 'claude-opus-4-6', agent: 'Claude Code', session: 's', cacheWrite1h: 20_000 },
        at: Date.UTC(2026, 9, 1) + after * minute,
      }),
    );
  const cause = (gap: number) =>
    adviceOn(records(gap)).report.cache.causes.find(({ cause, tokens }) => cause !== 'firstPrompt' && tokens > 0)
      ?.cause;
  // 12 of 100 after 20 minutes, one without a pause.
  expect(cause(20)).toBe('idle');
  expect(cause(1)).toBe('missed');
});
