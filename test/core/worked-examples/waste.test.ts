/** Waste by cause, with the arithmetic next to each; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { estimate, estimateOn, type MadeUpModel, madeUpCatalog } from '../../support/core/made-up.ts';

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
