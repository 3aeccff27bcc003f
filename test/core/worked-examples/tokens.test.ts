/** Input and output tokens, with the arithmetic next to each; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { estimate, estimateOn, madeUpCatalog, nothing } from '../../support/core/made-up.ts';

describe('one call without faults is plain arithmetic', () => {
  // S + T + R = 1,200 + 300 + 500 = 2,000 in, 250 out.
  const oneCall: EstimateRequest = {
    ...nothing,
    modelCallsPerTask: 1,
    systemPromptTokens: 1200,
    toolSchemaTokens: 300,
    retrievedContextTokens: 500,
    outputTokensPerCall: 250,
  };

  test.each([
    // 2,000*2 = 4,000 and 250*8 = 2,000
    { modelId: 'gpt-4.1', freshInput: 0.004, output: 0.002, costPerTask: 0.006 },
    // 2,000*0.15 = 300 and 250*0.6 = 150
    { modelId: 'mistral-small-2603', freshInput: 0.0003, output: 0.00015, costPerTask: 0.00045 },
    // 2,000*4 = 8,000 and 250*20 = 5,000
    { modelId: 'claude-opus-5-5', freshInput: 0.008, output: 0.005, costPerTask: 0.013 },
  ])('on $modelId: $costPerTask with every preset', ({ modelId, freshInput, output, costPerTask }) => {
    for (const presetId of ['coding', 'support', 'research', 'rag', 'voice'] as const) {
      const got = estimate(catalog, { ...oneCall, presetId, modelId });
      expect(got.tokensPerTask).toEqual({ input: 2000, cachedInput: 0, output: 250 });
      expect(got.costBreakdown).toEqual({ freshInput, cachedInput: 0, output, toolFees: 0 });
      expect(got.costPerTask).toBe(costPerTask);
    }
  });

  test('with caching on it costs more if cache writes do, because nothing is ever read', () => {
    // claude-opus-5-5 writes at 5: 2,000*5 = 10,000 and 250*20 = 5,000.
    const got = estimate(catalog, { ...oneCall, modelId: 'claude-opus-5-5', promptCaching: true });
    expect(got.costBreakdown).toEqual({ freshInput: 0.01, cachedInput: 0, output: 0.005, toolFees: 0 });
    expect(got.costPerTask).toBe(0.015);
  });
});

describe('tokens', () => {
  test('of tool results are spread over the calls', () => {
    // 4 calls, 2 tool results of 100: g = 10 + 2/4*100 = 60; IN = 4*100 + 60*(4*3/2) = 760; CTX = 100 + 60*3 = 280.
    const got = estimateOn(
      {},
      {
        modelCallsPerTask: 4,
        toolCallsPerTask: 2,
        systemPromptTokens: 100,
        outputTokensPerCall: 10,
        toolResultTokens: 100,
      },
    );
    expect(got.tokensPerTask).toEqual({ input: 760, cachedInput: 0, output: 40 });
    expect(got.context.peakTokens).toBe(280);
  });

  test('of the user and the dispersion of calls affect only the growing part', () => {
    // g = 10 + 5 = 15; 4*100 + 15*(16*1.5 - 4)/2 = 550, and at most an eighth of a growth for fractions of calls.
    const made = madeUpCatalog([{}], { callDispersion: 0.5, userTokensPerCall: 5 });
    const got = estimate(made, { modelCallsPerTask: 4, systemPromptTokens: 100, outputTokensPerCall: 10 });
    expect(got.tokensPerTask.input).toBeGreaterThan(550);
    expect(got.tokensPerTask.input).toBeLessThan(550 + 15 / 8);
    expect(got.tokensPerTask.output).toBe(40);
    expect(got.context.peakTokens).toBe(145);
  });

  test('of less than one call are a share of one call', () => {
    // Half a call: 0.5*1,000 in at 1 and 0.5*100 out at 10: 500 + 500 = 1,000. Nothing is re-sent.
    const got = estimateOn(
      { output: 10 },
      { modelCallsPerTask: 0.5, systemPromptTokens: 1000, outputTokensPerCall: 100 },
    );
    expect(got.tokensPerTask).toEqual({ input: 500, cachedInput: 0, output: 50 });
    expect(got.costPerTask).toBe(0.001);
  });

  test('of less than one call are all fresh with caching on', () => {
    const model = { output: 10, cachedInput: 0.1, cacheWrite: 2 };
    const got = estimateOn(model, {
      modelCallsPerTask: 0.5,
      systemPromptTokens: 1000,
      outputTokensPerCall: 100,
      promptCaching: true,
    });
    // 500*2 + 50*10 = 1,500.
    expect(got.costBreakdown).toEqual({ freshInput: 0.001, cachedInput: 0, output: 0.0005, toolFees: 0 });
  });

  test('of one and a half calls count half of the second call', () => {
    // 1,000 + (1,000 + 80)/2 = 1,540; the second prompt has 1,080.
    const got = estimateOn({}, { modelCallsPerTask: 1.5, systemPromptTokens: 1000, outputTokensPerCall: 80 });
    expect(got.tokensPerTask).toEqual({ input: 1540, cachedInput: 0, output: 120 });
    expect(got.context.peakTokens).toBe(1080);
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
