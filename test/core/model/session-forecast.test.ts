/** The forecast of a session that runs, worked out by hand. */
import { describe, expect, test } from 'vitest';
import {
  type ForecastEvidence,
  type ForecastQuestion,
  forecastSession,
  type SessionCall,
} from '../../../runtime/core/model/session-forecast.ts';
import { madeUpCatalog } from '../../support/core/made-up.ts';
import { sessionOf } from '../../support/core/session.ts';

/** Half of the recorded sessions make at least 5 calls, a tenth 9, and none more than 10; on straight lines between. */
const lasting = [
  { calls: 1, share: 1 },
  { calls: 5, share: 0.5 },
  { calls: 9, share: 0.1 },
  { calls: 10, share: 0 },
];

/** Nothing is taken from other sessions but what a test gives. */
const evidence: ForecastEvidence = {
  ...{ sessions: 100, owners: 4, lasting, ownWorth: 0, usualWorth: 0 },
  ...{ growth: 900, output: 50, coldShare: 0.5, readShare: 0.5, compaction: [] },
  ...{ usdFactors: [1], tokenFactors: [1], p90Factor: 1, tried: [] },
};

const price = madeUpCatalog([{ input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 10 }]).models[0]?.price ?? null;

const call = (prompt: number, cached: number, more: Partial<SessionCall> = {}): SessionCall => ({
  ...{ prompt, cached, output: 100, usd: 0.001, cacheWrite: 0, cacheWrite1h: 0, compacted: false },
  ...more,
});

const question = (calls: readonly SessionCall[], more: Partial<ForecastQuestion> = {}): ForecastQuestion => ({
  ...{ session: sessionOf(calls), price, contextWindow: 1_000_000, agent: null, agentVersion: null, earlier: [] },
  ...more,
});

/** It grew by 500 tokens, read all that it could, and each call answered 100 tokens. */
const two = [call(1000, 0), call(1500, 1000)];

test('many sessions of one’s own are summed up by forty of them', () => {
  // A hundred of 4 to 103 calls: the 20th of forty stands for the share of 48.75 %, the 36th for that of 88.75 %.
  const earlier = Array.from({ length: 100 }, (_, i) => 103 - i);
  const { p50, p90, basis } = forecastSession(evidence, question(two, { earlier }));
  expect([p50.calls, p90.calls, basis.own]).toEqual([4 + 48, 4 + 88, 100]);
});

describe('the rest of a session', () => {
  test('grows from the last prompt, reads what was there and pays the rest as input', () => {
    // 2,000: 1,500 * .1 + 500 * 1 + 100 * 10 = 1,650; 2,500: 2,000 * .1 + 500 + 1,000 = 1,700; both in millionths.
    const { soFar, p50, p90 } = forecastSession(evidence, question(two, { earlier: [4] }));
    expect(soFar).toEqual({ usd: 0.002, calls: 2, tokens: 2700 });
    expect(p50.usd).toBeCloseTo(0.002 + 0.00165 + 0.0017, 12);
    expect(p50).toMatchObject({ calls: 4, tokens: 2700 + 2100 + 2600 });
    expect(p90).toEqual(p50);
  });

  test('pays for cache writes where the session does', () => {
    // 500 * 1.25 = 625 instead of 500, twice
    const writes = two.map((one) => ({ ...one, cacheWrite: 500 }));
    const { p50 } = forecastSession(evidence, question(writes, { earlier: [4] }));
    expect(p50.usd).toBeCloseTo(0.002 + 0.001775 + 0.001825, 12);
  });

  test('is compacted, after which nothing is read', () => {
    // The next prompt, 2,000, is above 1,600 + half a step of 500: 800 tokens as input, 100 of output.
    const compaction = [
      { agent: 'Pi', at: 1700, to: 800 },
      { agent: null, at: 5000, to: 800 },
    ];
    const at = (agent: string) =>
      forecastSession({ ...evidence, compaction }, question(two, { agent, earlier: [3] })).p50;
    expect(at('Pi').usd).toBeCloseTo(0.002 + 0.0018, 12);
    expect(at('Pi').tokens).toBe(2700 + 900);
    expect(at('Codex').tokens).toBe(2700 + 2100);
  });

  test('mixes its own figures with the usual ones by their worth', () => {
    // One step of 500 and one of 900: 700. Output (200 + 50) / 3. Cold: (0 + .5) / 2; read: (1 + .5) / 2.
    const { p50 } = forecastSession({ ...evidence, usualWorth: 1 }, question(two, { earlier: [3] }));
    const [read, output] = [0.75 * 0.75 * 1500, 250 / 3];
    expect(p50.usd).toBeCloseTo(0.002 + (read * 0.1 + (2200 - read) + output * 10) / 1e6, 12);
  });

  test('has factors for what is not known of it', () => {
    const { p50, p90 } = forecastSession({ ...evidence, usdFactors: [0.5, 1, 3] }, question(two, { earlier: [3] }));
    expect(p50.usd).toBeCloseTo(0.002 + 0.00165, 12);
    expect(p90.usd).toBeCloseTo(0.002 + 3 * 0.00165, 12);
    // What is to come at p90 is twice as much; p50 and tokens stay.
    const wide = forecastSession({ ...evidence, p90Factor: 2 }, question(two, { earlier: [3] }));
    expect(wide.p50.usd).toBeCloseTo(0.002 + 0.00165, 12);
    expect(wide.p90.usd).toBeCloseTo(0.002 + 2 * 0.00165, 12);
    expect(wide.p90.tokens).toBe(wide.p50.tokens);
  });
});

describe('how long it goes on', () => {
  const calls = (count: number) => Array.from({ length: count }, (_, i) => call(1000 + i, 999));

  test('is taken from the recorded sessions that got so far', () => {
    // Of those that make 5 calls, half make as many as a quarter of all: 5 + 4 * .25 / .4 = 7.5; a tenth: 9 + .5.
    const { p50, p90, basis } = forecastSession({ ...evidence, ownWorth: 1 }, question(calls(5)));
    expect(p50.calls).toBeGreaterThanOrEqual(7);
    expect(p50.calls).toBeLessThanOrEqual(8);
    expect(p90.calls).toBeGreaterThanOrEqual(9);
    expect(basis).toEqual({ sessions: 100, owners: 4, own: 0, tried: null, note: null });
  });

  test('counts the own sessions that got so far beside them', () => {
    const own = forecastSession({ ...evidence, ownWorth: 1 }, question(calls(5), { earlier: [2, 30, 30, 30] }));
    expect(own.p50.calls).toBe(30);
    expect(own.basis.own).toBe(3);
  });

  test('is in proportion for a session longer than nearly all', () => {
    // As one of 9 calls of 10, which ends within a ninth more.
    const { p50, p90 } = forecastSession({ ...evidence, ownWorth: 1 }, question(calls(900)));
    expect(p50.calls).toBeGreaterThan(900);
    expect(p90.calls).toBeLessThanOrEqual(1000);
  });

  test('never ends below what it cost so far', () => {
    for (let count = 1; count <= 12; count++) {
      const { soFar, p50, p90 } = forecastSession({ ...evidence, ownWorth: 1, usualWorth: 2 }, question(calls(count)));
      for (const name of ['usd', 'calls', 'tokens'] as const) {
        expect(p50[name]).toBeGreaterThanOrEqual(soFar[name] as number);
        expect(p90[name]).toBeGreaterThanOrEqual(p50[name] as number);
      }
    }
  });
});

test('without a price there are tokens and no dollars', () => {
  const unpriced = two.map((one) => ({ ...one, usd: null }));
  const { soFar, p50 } = forecastSession(evidence, question(unpriced, { price: null, earlier: [4] }));
  expect([soFar.usd, p50.usd]).toEqual([null, null]);
  expect(p50.tokens).toBe(7400);
});

test('the trial named is the last one after as many calls or fewer', () => {
  const tried = [5, 10].map((count) => ({
    ...{ calls: count, sessions: 9, p90HeldPct: 90, p90HeldByOwnerPct: [50.4, 90, 100] },
    ...{ p50HeldPct: 50, medianErrorPct: 70, naiveMedianErrorPct: 80 },
  }));
  const named = (count: number) =>
    forecastSession(
      { ...evidence, ownWorth: 1, usualWorth: 1, tried },
      question(Array.from({ length: count }, () => call(1000, 900))),
    ).basis.tried?.calls;
  expect([named(4), named(5), named(9), named(11)]).toEqual([undefined, 5, 5, 10]);

  // A conformal nine in ten of n owners is the ceil(.9 (n + 1))-th: of eight the ninth, which there is not.
  const noted = (owners: number) => {
    const held = Array.from({ length: owners }, () => 90);
    const all = tried.map((one) => ({ ...one, p90HeldByOwnerPct: held }));
    return forecastSession({ ...evidence, ownWorth: 1, usualWorth: 1, tried: all }, question(two)).basis.note;
  };
  expect(noted(8)).toMatch(/8 .* promise nothing of another/);
  expect(noted(9)).toBeNull();
});
