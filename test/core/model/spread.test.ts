/** The spread of calls over sixteen tasks. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { peakOf } from '../../../runtime/core/model/shape.ts';
import { callSpreads, spreadCalls } from '../../../runtime/core/model/spread.ts';
import { meanOf } from '../../../runtime/core/model/walk.ts';
import { workOf } from '../../../runtime/core/model/work.ts';
import { madeUpPreset, nothing } from '../../support/core/made-up.ts';

const runs = (numRuns: number) => ({ numRuns, seed: 20261120 });

describe('spread', () => {
  test('keeps the mean of tasks with at least one call each, and their variance if none is cut off', () => {
    for (const { z } of Object.values(callSpreads)) {
      const mean = z.reduce((sum, value) => sum + value, 0) / 16;
      const variance = z.reduce((sum, value) => sum + value * value, 0) / 16;
      expect(z).toHaveLength(16);
      expect(mean).toBeCloseTo(0, 3);
      expect(variance).toBeCloseTo(1, 3);
      const calls = spreadCalls(20, 0.2, { z, source: '' });
      expect(calls.calls.reduce((sum, n) => sum + n, 0) / 16).toBeCloseTo(20, 9);
      // 0.2 * 20^2 = 80.
      expect(calls.calls.reduce((sum, n) => sum + (n - 20) ** 2, 0) / 16 / 80).toBeCloseTo(1, 2);
    }
  });

  test('leaves one call or none as it is', () => {
    for (const calls of [0, 0.5, 1]) {
      expect(spreadCalls(calls, 3, callSpreads.coding)).toEqual({ calls: [calls], shares: null, rare: 0 });
    }
  });

  test('has any dispersion that is asked for: the mean of squares within 2 %, the mean exactly, no task below one call', () => {
    const kinds = fc.constantFrom(...Object.values(callSpreads));
    const dispersions = fc.oneof(fc.constant(25), fc.double({ min: 0, max: 25, noNaN: true }));
    fc.assert(
      fc.property(fc.double({ min: 1.01, max: 2500, noNaN: true }), dispersions, kinds, (calls, dispersion, kind) => {
        const { calls: tasks, shares, rare } = spreadCalls(calls, dispersion, kind);
        const weights = tasks.map((_, i) => (shares?.[i] ?? 1) / tasks.length);
        const over = (of: (n: number) => number) =>
          tasks.reduce((sum, n, i) => sum + (weights[i] as number) * of(n), 0);
        expect(Math.min(...tasks)).toBeGreaterThanOrEqual(1);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
        expect(over((n) => n) / calls).toBeCloseTo(1, 9);
        const realised = over((n) => n * n) / (calls * calls * (1 + dispersion));
        expect(Math.abs(realised - 1)).toBeLessThan(0.02);
        // In ascending order, the rare one last.
        expect(tasks).toEqual(tasks.toSorted((a, b) => a - b));
        expect(rare).toBeCloseTo(shares === null ? 0 : (weights.at(-1) as number), 12);
      }),
      runs(1000),
    );
  });

  test('gives an input of n*B + g*(mean of n^2 - n)/2', () => {
    // With 5 calls in half of the tasks and 15 in the others: 10*1,000 + 100*(125 - 10)/2 (125: the mean of squares).
    const { shape } = workOf(madeUpPreset(), {
      ...nothing,
      modelCallsPerTask: 10,
      systemPromptTokens: 1000,
      outputTokensPerCall: 100,
      callDispersion: 0.25,
    });
    // No task is cut off (0.5 * -0.7705 > -0.9), so the mean of squares is 100*(1 + 0.25) = 125.
    // Besides, at most an eighth of the growth for fractions of calls.
    expect(meanOf(shape).prompts).toBeGreaterThan(15_750);
    expect(meanOf(shape).prompts).toBeLessThan(15_750 + 100 / 8);
    expect([meanOf(shape).output, peakOf(shape)]).toEqual([1000, 1900]);
  });
});
