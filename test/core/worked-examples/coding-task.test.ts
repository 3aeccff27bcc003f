/**
 * A coding task, with the arithmetic next to each; prices are USD per million tokens. Waste by cause, with the
 * arithmetic next to each; prices are USD per million tokens.
 */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { advice, estimate, estimateOn, type MadeUpModel, madeUpCatalog } from '../../support/core/made-up.ts';

describe('the worked example: a coding task without faults', () => {
  const request: EstimateRequest = {
    presetId: 'coding',
    tasksPerMonth: 1000,
    retryRatePct: 0,
    hallucinatedToolPct: 0,
    timeoutLoopsPerTask: 0,
    taskFailureRatePct: 0,
    callDispersion: 0,
  };
  // 40 calls, 40 tool calls; B = 2,500 + 2,500 + 500 = 5,500; g = 400 + 40/40*450 = 850; every task alike.
  // IN = 40*5,500 + 850*(40*39/2 = 780) = 220,000 + 663,000 = 883,000. CTX = 5,500 + 850*39 = 38,650.
  // OUT = 40*400 = 16,000.
  const prices = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 };

  test('with 0.99 of the ideal cache hits costs 0.667372575', () => {
    const got = estimate(catalog, { ...request, modelId: 'claude-sonnet-4-6' });
    // reads = 0.99*(883,000 - 38,650) = 835,906.5; written = 883,000 - 835,906.5 = 47,093.5.
    expect(got.tokensPerTask).toEqual({ input: 883_000, cachedInput: 835_906.5, output: 16_000 });
    expect(got.context).toEqual({ peakTokens: 38_650, window: 1_000_000, fits: 1 });
    // There are no faults, so that calls and retries are the usual ones and not said.
    expect(got.assumptions).toEqual({
      cacheHitEfficiency: 0.99,
      cacheHitEfficiencyBasis: 'measured',
      minCacheablePrefixTokens: 1024,
    });
    // 47,093.5*3.75 = 176,600.625; 835,906.5*0.3 = 250,771.95; 16,000*15 = 240,000; together 667,372.575.
    expect(got.costBreakdown).toEqual({ freshInput: 0.176600625, cachedInput: 0.25077195, output: 0.24, toolFees: 0 });
    expect(got.costPerTask).toBe(0.667372575);
    expect(got.costPerSuccessfulTask).toBe(0.667372575);
    expect(got.monthlySpend).toBe(667.372575);
    expect(got.waste).toMatchObject({ costPerTask: 0, monthly: 0, pct: 0 });
  });

  test('with 0.95 of the ideal cache hits costs 0.783892875', () => {
    const made = madeUpCatalog([{ ...prices, hitEfficiency: 0.95 }]);
    const { workflow } = catalog.preset('coding');
    const got = estimate(made, { ...workflow, ...request, presetId: 'coding' });
    // reads = 0.95*844,350 = 802,132.5; written = 80,867.5.
    // 80,867.5*3.75 = 303,253.125; 802,132.5*0.3 = 240,639.75; with 240,000 for the output 783,892.875.
    expect(got.costBreakdown).toEqual({ freshInput: 0.303253125, cachedInput: 0.24063975, output: 0.24, toolFees: 0 });
    expect(got.costPerTask).toBe(0.783892875);
  });

  test('with caching off costs 2.889, and caching would save 2.221627425', () => {
    const got = estimate(catalog, { ...request, modelId: 'claude-sonnet-4-6', promptCaching: false });
    // 883,000*3 = 2,649,000; with 240,000 for the output 2,889,000.
    expect(got.costBreakdown).toEqual({ freshInput: 2.649, cachedInput: 0, output: 0.24, toolFees: 0 });
    expect(got.costPerTask).toBe(2.889);
    expect(got.tokensPerTask.cachedInput).toBe(0);
    // 2.889 - 0.667372575 = 2.221627425, a thousand times a month; 2.221627425/2.889 = 0.7689953...
    const levers = advice(catalog, { ...request, modelId: 'claude-sonnet-4-6', promptCaching: false }).levers;
    expect(levers.find(({ lever }) => lever === 'promptCaching')?.saving).toEqual({
      costPerTask: 2.221627425,
      monthly: 2221.627425,
      pct: 76.8995,
    });
  });

  test('with the recorded dispersion sends more, because input grows with the square of the calls', () => {
    // The mean of n^2 is 40^2*1.48 = 2,368: IN = 220,000 + 850*(2,368 - 40)/2 = 1,209,400, and at most an eighth of 850
    // for the fractions of calls. The peak is the same.
    const got = estimate(catalog, { ...request, callDispersion: 0.48, modelId: 'claude-sonnet-4-6' });
    expect(got.tokensPerTask.input).toBeGreaterThan(1_209_400);
    expect(got.tokensPerTask.input).toBeLessThan(1_209_400 + 850 / 8);
    expect(got.context.peakTokens).toBe(38_650);
  });
});

describe('waste', () => {
  // 8 calls, 8 tool calls, 1,000 tokens first, 100 out and 100 of tool result a call; 1 in, 10 out; g = 200 throughout.
  const request: EstimateRequest = {
    tasksPerMonth: 1000,
    modelCallsPerTask: 8,
    toolCallsPerTask: 8,
    systemPromptTokens: 1000,
    outputTokensPerCall: 100,
    toolResultTokens: 100,
    hallucinatedToolPct: 25,
    timeoutLoopsPerTask: 2,
    retryRatePct: 10,
    taskFailureRatePct: 20,
  };
  const model: MadeUpModel = { output: 10 };

  test('is split by cause, each added after the ones before it', () => {
    const got = estimateOn(model, request);
    // Faultless, 8 calls: IN = 8,000 + 200*28 = 13,600, OUT = 800: 0.0136 + 0.008 = 0.0216.
    // With 0.25*8 = 2 wrong tool calls, 10 calls: IN = 10,000 + 200*45 = 19,000, OUT = 1,000: 0.029, that is 0.0074 more.
    // With 2*3 = 6 calls in loops, 16 calls: IN = 16,000 + 200*120 = 40,000, OUT = 1,600: 0.056, that is 0.027 more.
    // Retries: 0.1 + 0.01 = 0.11 of 0.056 = 0.00616; a task costs 0.06216.
    // Failures: a fifth of the faultless rest: 0.2*(0.06216 - 0.0074 - 0.027 - 0.00616) = 0.2*0.0216 = 0.00432.
    expect(got.assumptions).toMatchObject({ callsPerTask: 16, retryMultiplier: 1.11 });
    expect(got.costPerTask).toBe(0.06216);
    expect(got.costPerSuccessfulTask).toBe(0.0777); // 0.06216/0.8
    expect(got.monthlySpend).toBe(62.16);
    // Shares of 0.06216, added up before rounding: 11.9048, 55.3411, 65.2510 and 72.2008 per cent.
    expect(got.waste).toEqual({
      costPerTask: 0.04488,
      monthly: 44.88,
      pct: 72.2008,
      causes: [
        { cause: 'hallucinatedTools', costPerTask: 0.0074, pct: 11.9048 },
        { cause: 'timeoutLoops', costPerTask: 0.027, pct: 43.4363 },
        { cause: 'retries', costPerTask: 0.00616, pct: 9.9099 },
        { cause: 'taskFailures', costPerTask: 0.00432, pct: 6.9498 },
      ],
    });
  });

  test('is the whole cost if every task fails, and no route is suggested', () => {
    const models = [model, { id: 'free', tier: 'frontier', input: 0, output: 0 } as const];
    const got = estimate(madeUpCatalog(models), { ...request, taskFailureRatePct: 100 });
    expect(got.costPerTask).toBe(0.06216);
    expect(got.costPerSuccessfulTask).toBeNull();
    expect(got.waste).toMatchObject({ costPerTask: 0.06216, monthly: 62.16, pct: 100 });
    // 0.06216 - 0.0074 - 0.027 - 0.00616 = 0.0216.
    expect(got.waste.causes[3]).toMatchObject({ cause: 'taskFailures', costPerTask: 0.0216 });
    expect(got.routing).toBeNull();
  });
});
