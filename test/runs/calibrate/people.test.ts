/**
 * A log of 40 sessions made with known pauses, compactions and growth: what is fitted finds each of them. The log and the
 * sums beside it are made here, call by call, without the code that reads them.
 */
import { describe, expect, test } from 'vitest';
import { type Calibration, calibrate } from '../../../runtime/logs/calibrate/calibrate.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { madeUpCatalog } from '../../support/core/made-up.ts';
import { callAt, collected, randomFrom } from './made-up-log.ts';

const minute = 60_000;
/** Chances of the made-up world, which are also what is recorded in its catalog. */
const chances = [
  { untilMinutes: 5, pause: 1, cold: 0.01 },
  { untilMinutes: 60, pause: 20, cold: 0.9 },
  { untilMinutes: null, pause: 300, cold: 0.97 },
] as const;
const rule = { fromVersion: null, windowFrom: null, compactions: 5, sessions: 5, largestPrompt: 150_000, to: 40_000 };

function catalogWith(compactsAt: number | null, contextWindow = 1_000_000) {
  const catalog = madeUpCatalog([{ input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5, contextWindow }]);
  const coldCalls = chances.map(({ untilMinutes, cold }) => ({
    ...{ agent: 'Claude Code', life: '5m' as const, untilMinutes, calls: 1000, cold: 1000 * cold },
  }));
  const compaction = [{ ...rule, agent: 'Claude Code', at: compactsAt }];
  const evidence = { coldCalls: { worth: 900, counts: coldCalls }, forecast: { compaction } } as unknown as NonNullable<
    typeof catalog.evidence
  >;
  return { ...catalog, evidence };
}

const truth = { firstPrompt: 20_000, growth: 1500, output: 300, at: 90_000, to: 35_000 };

/** Sessions of 40 to 79 calls, whose first five add half as much again, and the first five after a compaction 2.4 times as much: after each call in ten on average a pause of 20 minutes, in two hundred one of five hours. */
function sessions(random: () => number, compactsAt: number | null): CallRecord[] {
  return Array.from({ length: 40 }, (_, session) => {
    const calls: CallRecord[] = [];
    let at = Date.UTC(2026, 8, 1 + session);
    let prompt: number = truth.firstPrompt;
    let since = 0;
    let early = 1.5;
    for (let i = 0; i < 40 + session; i++) {
      const drawn = random();
      const { pause, cold } = chances[drawn < 0.005 ? 2 : drawn < 0.1 ? 1 : 0];
      if (i > 0) at += pause * minute;
      const step = Math.round(truth.growth * (since < 5 ? early : 1) * 2 * random());
      const next = i === 0 ? prompt : prompt + step;
      const compacted = compactsAt !== null && next > compactsAt;
      since = i === 0 || compacted ? 0 : since + 1;
      if (compacted) early = 2.4;
      const sent = compacted ? truth.to : next;
      const cachedInput = i === 0 || compacted || random() < cold ? 0 : prompt;
      calls.push(
        callAt({
          ...{ at, session: `s${session}`, task: `s${session}`, agent: 'Claude Code', agentVersion: '2.1.30' },
          ...{ cachedInput, cacheWrite: sent - cachedInput, output: truth.output, compacted },
        }),
      );
      prompt = sent;
    }
    return calls;
  }).flat();
}

const options = { preset: 'session', model: null, holdout: null, seed: 1 } as const;
const fittedTo = (calls: readonly CallRecord[], recordedAt: number | null, window?: number): Calibration => {
  const catalog = catalogWith(recordedAt, window);
  const presets = catalog.preset('coding');
  const session = { ...presets, id: 'session' as const, workflow: { ...presets.workflow, compactAtTokens: 60_000 } };
  return calibrate({ ...catalog, preset: () => session }, collected(catalog, calls), options).calibration;
};
const within = (calibration: Calibration, name: string, value: number) => {
  const { interval } = calibration.fields[name] as { interval: { low: number; high: number } };
  expect(value).toBeGreaterThanOrEqual(interval.low);
  expect(value).toBeLessThanOrEqual(interval.high);
};

describe('a made-up log of 40 sessions', () => {
  test('gives its compaction, growth and cold calls back, each within its interval', () => {
    const found = fittedTo(sessions(randomFrom(7), truth.at), null);
    within(found, 'compactAtTokens', truth.at);
    within(found, 'compactedToTokens', truth.to);
    // Growth less output.
    within(found, 'userTokensPerCall', truth.growth - truth.output);
    // Of the pauses .9 are a minute, .095 20 minutes, .005 five hours: .9 * .01 + .095 * .9 + .005 * .97 = .09935.
    within(found, 'coldCallsPct', 9.935);
    const [told] = /from your pauses, ([\d.]+) %/.exec(found.fields.coldCallsPct?.how ?? '')?.slice(1) ?? [];
    expect(Math.abs(Number(told) - 9.935)).toBeLessThan(2);
  });

  test('is never said to be compacted below its largest prompt', () => {
    const calls = sessions(randomFrom(8), null);
    const largest = Math.max(...calls.map(({ cachedInput, cacheWrite }) => cachedInput + cacheWrite));
    // Recorded of the agent, 100,000; of its preset, 60,000: both below what the log shows.
    expect(largest).toBeGreaterThan(100_000);
    expect(fittedTo(calls, 100_000).fields.compactAtTokens?.value).toBe(largest);
    const other = calls.map((call) => ({ ...call, agent: 'Pi' }));
    expect(fittedTo(other, 100_000).fields.compactAtTokens?.value).toBe(largest);
  });

  test('is told where its prompts are nearer to the window than an estimate may compact', () => {
    const calls = sessions(randomFrom(8), null);
    const largest = Math.max(...calls.map(({ cachedInput, cacheWrite }) => cachedInput + cacheWrite));
    const { notes, fields } = fittedTo(calls, 100_000, largest);
    expect(fields.compactAtTokens?.value).toBeCloseTo(0.95 * largest, 3);
    expect(notes.some((note) => note.startsWith('The largest prompt'))).toBe(true);
    expect(fittedTo(calls, 100_000).notes.some((note) => note.startsWith('The largest prompt'))).toBe(false);
  });

  test('is not compacted where its agent was never seen to, whatever the preset says', () => {
    const found = fittedTo(sessions(randomFrom(9), null), null);
    expect(found.fields.compactAtTokens?.value).toBeNull();
  });
});
