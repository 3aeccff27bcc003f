/** A workflow fitted to a log: calculated by hand, and recovered from logs generated from known parameters. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../runtime/core/model/shape.ts';
import { meanOf } from '../../../runtime/core/model/walk.ts';
import { type CalibrateOptions, type Calibration, calibrate } from '../../../runtime/logs/calibrate/calibrate.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';

import { estimate, madeUpCatalog, nothing } from '../../support/core/made-up.ts';
import { shippedCatalog } from '../../support/core/shipped-data.ts';
import { callAt, collected, madeUpLog, type Truth, truth } from './made-up-log.ts';

const catalog = madeUpCatalog([{ input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 }]);
const options: CalibrateOptions = { preset: 'coding', model: null, holdout: null, seed: 1 };

const runsOf = (calls: readonly CallRecord[]) => collected(catalog, calls);

const fitted = (calls: readonly CallRecord[], asked: Partial<CalibrateOptions> = {}) =>
  calibrate(catalog, runsOf(calls), { ...options, ...asked });

const field = ({ fields }: Calibration, name: string) => {
  const found = fields[name];
  if (found === undefined) throw new Error(`no ${name}`);
  return found as typeof found & { value: number };
};

describe('two tasks, by hand', () => {
  // Prompts of 1,000, 1,500 and 2,000 with 100 of output each; and one of 2,000 with 300 of output, of which 500 was cached.
  const calls = [
    callAt({ task: 'a', at: 1, cacheWrite: 1000, output: 100, solved: true }),
    callAt({ task: 'b', at: 1, cachedInput: 500, cacheWrite: 1500, output: 300, searches: 4, solved: false }),
    callAt({ task: 'a', at: 3, cachedInput: 1500, cacheWrite: 500, output: 100, solved: true }),
    callAt({ task: 'a', at: 2, cachedInput: 1000, cacheWrite: 500, output: 100, solved: true }),
    callAt({ task: 'a', at: 4, cachedInput: 1500, cacheWrite: 500, output: 100, solved: true, retried: true }),
  ];
  const { request, calibration } = fitted(calls);

  test('give these fields', () => {
    expect(request).toMatchObject({
      presetId: 'coding',
      modelId: 'model',
      modelCallsPerTask: 2,
      systemPromptTokens: 1500,
      // 600 tokens of output in 4 calls.
      outputTokensPerCall: 150,
      // Two steps of 500 tokens, less 150 of output.
      userTokensPerCall: 350,
      // 1 repeat of 4 calls: r + r^2 = 0.25 at r = (sqrt(2) - 1) / 2.
      retryRatePct: 20.7107,
      searchesPerTask: 2,
      taskFailureRatePct: 50,
      promptCaching: true,
      cacheTtl: '5m',
      serviceTier: 'standard',
      // 500 of 3,000 tokens of first prompts.
      warmPrefixPct: 16.6667,
      // Both later calls read at least half of what they could.
      coldCallsPct: 0,
      toolCallsPerTask: 0,
    });
    // Calls of 3 and 1: variance 2 with one degree of freedom, over a mean of 2 squared.
    expect(calibration.fields.callDispersion?.how).toContain('0.5,');
    expect(request).not.toHaveProperty('tasksPerMonth');
    expect(Object.keys(calibration.left)).toEqual(['tasksPerMonth', 'compactAtTokens']);
  });

  test('have Student t intervals: wide for two tasks, and clamped to what a field accepts', () => {
    // The mean of 3 and 1 calls, 2 +- 12.706 * 1; of 1,000 and 2,000 tokens, 1,500 +- 12.706 * 500.
    expect(calibration.fields.modelCallsPerTask?.interval).toEqual({ low: 0, high: 14.7062 });
    expect(calibration.fields.systemPromptTokens?.interval).toEqual({ low: 0, high: 7853.1024 });
    // Wilson's for 1 of 2.
    expect(calibration.fields.taskFailureRatePct?.interval).toEqual({ low: 9.4531, high: 90.5469 });
    expect(calibration.fields.promptCaching?.interval).toBeNull();
    expect(calibration.notes).toContain(
      'Only 2 tasks: means of fewer than 30 tasks are uncertain, and their spread even more so.',
    );
  });

  test('report the recorded cache hits next to what estimates assume', () => {
    // All of the 1,000 and 1,500 resent tokens were read from the cache.
    expect(calibration.hitEfficiency).toEqual({ recorded: 1, assumed: 1 });
  });
});

describe('a transcript that is compacted, and a cache that goes cold, by hand', () => {
  // Prompts of 80,000, 90,000 (cold), 100,000 and, compacted, 30,000 and 36,000 tokens.
  const prompts = [
    { cacheWrite: 80_000 },
    { cacheWrite: 70_000, cachedInput: 20_000 },
    { cacheWrite: 10_000, cachedInput: 90_000 },
    { cacheWrite: 10_000, cachedInput: 20_000 },
    { cacheWrite: 6000, cachedInput: 30_000 },
  ];
  const calls = prompts.map((tokens, at) => callAt({ task: 'a', at, output: 1000, ...tokens }));
  const { request, calibration } = fitted([...calls.slice(3), ...calls.slice(0, 3)]);

  test('gives the growth without the compaction, where it happens, and the share of cold calls', () => {
    expect(request).toMatchObject({
      // Steps of 10,000, 10,000 and 6,000 over four steps, less 1,000 of output.
      userTokensPerCall: 5500,
      // The last prompt before it, and half a step of 6,500.
      compactAtTokens: 103_250,
      compactedToTokens: 30_000,
      // One of the three calls that follow another one without a compaction.
      coldCallsPct: 33.3333,
    });
    // The warm calls could read 90,000 and 30,000 tokens, and did.
    expect(calibration.hitEfficiency.recorded).toBe(1);
  });
});

test('a log that names no agent is compacted as was recorded of any', () => {
  const shipped = shippedCatalog();
  const calls = [1, 2].map((at) =>
    callAt({ model: 'claude-sonnet-4-6', task: 'a', at, cacheWrite: 1000, output: 100 }),
  );
  const { fields } = calibrate(shipped, collected(shipped, calls), options).calibration;
  expect(fields.compactAtTokens?.how).toContain('recorded of any agent,');
  expect(fields.compactedToTokens?.how).toBe('recorded of any agent');
});

describe('a log of known parameters', () => {
  const truths: Partial<Record<string, (made: Truth) => number>> = {
    modelCallsPerTask: ({ calls }) => calls,
    callDispersion: ({ dispersion }) => dispersion,
    systemPromptTokens: ({ firstPrompt }) => firstPrompt,
    outputTokensPerCall: ({ output }) => output,
    userTokensPerCall: ({ added }) => added,
    retryRatePct: ({ repeated }) => 50 * (Math.sqrt(1 + 4 * repeated) - 1),
    warmPrefixPct: ({ warm }) => 100 * warm,
    taskFailureRatePct: ({ failed }) => 100 * failed,
  };

  test('each parameter is within its interval 19 times out of 20', () => {
    const logs = Array.from({ length: 100 }, (_, seed) => fitted(madeUpLog({ tasks: 20 }, seed)).calibration);
    for (const [name, known] of Object.entries(truths)) {
      const value = known?.(truth) as number;
      const within = logs.filter((one) => {
        const { interval } = field(one, name);
        return interval !== null && interval.low <= value && value <= interval.high;
      });
      // The seeds are fixed. Fewer than 88 of 100 would not be a 95 % interval.
      expect(within.length, name).toBeGreaterThanOrEqual(88);
      expect(within.length, name).toBeLessThan(100);
    }
  });

  test('without noise gives back any parameters exactly', () => {
    const made = fc.record({
      tasks: fc.integer({ min: 2, max: 8 }),
      calls: fc.integer({ min: 2, max: 60 }),
      firstPrompt: fc.integer({ min: 1, max: 100_000 }),
      added: fc.integer({ min: 0, max: 20_000 }),
      output: fc.integer({ min: 1, max: 5000 }),
    });
    fc.assert(
      fc.property(made, (same) => {
        const log = madeUpLog({ ...same, dispersion: 0, noise: 0, repeated: 0, warm: 0, failed: 0 }, 1);
        const { request, calibration } = fitted(log);
        expect(request).toMatchObject({
          modelCallsPerTask: same.calls,
          callDispersion: 0,
          systemPromptTokens: same.firstPrompt,
          outputTokensPerCall: same.output,
          retryRatePct: 0,
          warmPrefixPct: 0,
          taskFailureRatePct: 0,
        });
        expect(field(calibration, 'userTokensPerCall').value).toBeCloseTo(same.added, 3);
        // The purpose of the file: its estimate has the tokens and dollars of the log.
        const { tokensPerTask: tokens, costPerTask } = estimate(catalog, request);
        const { runs } = runsOf(log);
        expect(tokens.input).toBeCloseTo(runs[0]?.input as number, 1);
        expect(costPerTask).toBeCloseTo((runs[0]?.nano as number) / 1e9, 6);
      }),
    );
  });

  test('gives the recorded mean of input tokens, even if tasks spread more than the cost model can', () => {
    for (const dispersion of [0.2, 0.8, 1.6]) {
      const log = madeUpLog({ tasks: 400, dispersion, noise: 0, repeated: 0 }, 5);
      const { request } = fitted(log);
      const { runs } = runsOf(log);
      const mean = runs.reduce((sum, { input }) => sum + input, 0) / runs.length;
      const found = meanOf(shapeOf({ ...nothing, ...request } as typeof nothing, 'coding')).prompts;
      expect(Math.abs(found / mean - 1)).toBeLessThan(0.005);
    }
  });
});

describe('the order of a log', () => {
  test('changes nothing, because calls have times', () => {
    const log = madeUpLog({ tasks: 12 }, 3);
    const whole = fitted(log, { holdout: 0.3 });
    fc.assert(
      fc.property(fc.shuffledSubarray(log, { minLength: log.length, maxLength: log.length }), (shuffled) => {
        expect(fitted(shuffled, { holdout: 0.3 })).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  test('does not matter for an extra task, which moves no other task to the other part', () => {
    const log = madeUpLog({ tasks: 20 }, 3);
    const more = madeUpLog({ tasks: 1 }, 99).map((call) => ({ ...call, task: 'one more' }));
    const middle = log.findIndex(({ task }) => task === 'task 10');
    const between = fitted([...log.slice(0, middle), ...more, ...log.slice(middle)], { holdout: 0.3 });
    expect(between).toEqual(fitted([...log, ...more], { holdout: 0.3 }));
    const [before, after] = [fitted(log, { holdout: 0.3 }), between].map((file) => file.calibration.holdout);
    const moved = (after?.heldOut ?? 0) - (before?.heldOut ?? 0) + (after?.fittedTo ?? 0) - (before?.fittedTo ?? 0);
    expect(moved).toBe(1);
  });
});

describe('tasks held out', () => {
  test('are predicted as well as by the true parameters; the rest is noise', () => {
    const log = madeUpLog({ tasks: 400, repeated: 0.05 }, 11);
    const { holdout } = fitted(log, { holdout: 0.3 }).calibration;
    const { inputTokens, dollars } = holdout as NonNullable<typeof holdout>;
    // The true parameters predict the same tasks: their errors are only noise.
    const right = estimate(catalog, {
      ...{ modelCallsPerTask: truth.calls, callDispersion: truth.dispersion, systemPromptTokens: truth.firstPrompt },
      ...{ outputTokensPerCall: truth.output, userTokensPerCall: truth.added, warmPrefixPct: 100 * truth.warm },
      ...{ retryRatePct: 50 * (Math.sqrt(1 + 4 * truth.repeated) - 1), promptCaching: true },
    });
    const bias = 100 * (right.costPerTask / (dollars?.recordedPerTask as number) - 1);
    expect(Math.abs((dollars?.biasPct as number) - bias)).toBeLessThan(6);
    expect(inputTokens.recordedInterval?.low).toBeLessThan(inputTokens.perTask);
    expect(inputTokens.recordedInterval?.high).toBeGreaterThan(inputTokens.perTask);
    // With known calls only token noise is left; the naive estimate is far off.
    expect(inputTokens.knowingCalls.meanAbsPctError).toBeLessThan(20);
    expect(inputTokens.naive.biasPct).toBeLessThan(-50);
    expect(dollars?.withinInterval.low).toBeLessThan(90);
    expect(dollars?.withinInterval.high).toBeGreaterThan(90);
  });

  test('without noise are predicted exactly', () => {
    const log = madeUpLog({ tasks: 20, dispersion: 0, noise: 0, repeated: 0, warm: 0 }, 1);
    const { holdout } = fitted(log, { holdout: 0.3 }).calibration;
    for (const errors of [holdout?.inputTokens, holdout?.dollars]) {
      expect(errors?.meanAbsPctError).toBeLessThan(1e-4);
      expect(errors?.knowingCalls.meanAbsPctError).toBeLessThan(1e-4);
      // 20 * 5,000 of 20 * 5,000 + 190 * 700 tokens.
      expect(holdout?.inputTokens.naive.biasPct).toBeCloseTo(-100 * (133_000 / 233_000), 6);
    }
  });

  test('differ with another seed, and are as many as requested', () => {
    const log = madeUpLog({ tasks: 200, calls: 2, dispersion: 0 }, 1);
    const [one, two] = [1, 2].map((seed) => fitted(log, { holdout: 0.3, seed }).calibration.holdout);
    // 60 of 200, more or less four times the spread of 6.5.
    expect(one?.heldOut).toBeGreaterThan(34);
    expect(one?.heldOut).toBeLessThan(86);
    expect(one?.inputTokens.recordedPerTask).not.toBe(two?.inputTokens.recordedPerTask);
  });
});
