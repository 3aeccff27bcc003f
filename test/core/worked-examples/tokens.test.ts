/** Input and output tokens, with the arithmetic next to each; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import { catalog } from '../../support/core/catalog.ts';
import { estimate, estimateOn } from '../../support/core/made-up.ts';

describe('tokens', () => {
  test('of less than one call are a share of one call', () => {
    // Half a call: 0.5*1,000 in at 1 and 0.5*100 out at 10: 500 + 500 = 1,000. Nothing is re-sent.
    const got = estimateOn(
      { output: 10 },
      { modelCallsPerTask: 0.5, systemPromptTokens: 1000, outputTokensPerCall: 100 },
    );
    expect(got.tokensPerTask).toEqual({ input: 500, cachedInput: 0, output: 50 });
    expect(got.costPerTask).toBe(0.001);
  });

  test('of a vanishing share of a call round to 0, even with a whole tool call', () => {
    // 5e-324 calls of 1,000 tokens: 4.94e-321 tokens. Nothing is re-sent, so the tool results do not count.
    const got = estimateOn(
      {},
      { handoffs: Number.MIN_VALUE, toolCallsPerTask: 1, systemPromptTokens: 1000, toolResultTokens: 10 },
    );
    expect(got.tokensPerTask).toEqual({ input: 0, cachedInput: 0, output: 0 });
    expect(got.context.peakTokens).toBe(1000);
    expect(got.costPerTask).toBe(0);
  });

  test('of no calls are none, and cost nothing', () => {
    const got = estimate(catalog, {
      presetId: 'coding',
      modelCallsPerTask: 0,
      toolCallsPerTask: 0,
      timeoutLoopsPerTask: 0,
      handoffs: 0,
    });
    expect(got.tokensPerTask).toEqual({ input: 0, cachedInput: 0, output: 0 });
    expect(got).toMatchObject({ costPerTask: 0, costPerSuccessfulTask: 0, monthlySpend: 0 });
    expect(got.waste).toMatchObject({ costPerTask: 0, monthly: 0, pct: 0 });
    expect(got.routing).toBeNull();
    expect(got.assumptions.cachingApplied).toBe(false);
  });
});
