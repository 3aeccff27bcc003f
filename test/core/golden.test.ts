/** Estimates worked out by hand. The arithmetic is beside each; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../runtime/core/api/schemas/estimate-request-schema.ts';
import type { CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { billFor, workOf } from '../../runtime/core/model/bill.ts';
import { catalog } from '../support/core/catalog.ts';
import {
  ending,
  estimate,
  type MadeUpModel,
  madeUpCatalog,
  madeUpPreset,
  nothing,
  ranking,
} from '../support/core/made-up.ts';

/** The estimate for one made-up model. */
const estimateOn = (model: MadeUpModel, request: EstimateRequest) => estimate(madeUpCatalog([model]), request);

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
    expect(got.context).toEqual({ peakTokens: 38_650, window: 1_000_000, fits: true });
    expect(got.assumptions).toMatchObject({
      callsPerTask: 40,
      callDispersion: 0,
      cacheHitEfficiency: 0.99,
      retryMultiplier: 1,
    });
    // 47,093.5*3.75 = 176,600.625; 835,906.5*0.3 = 250,771.95; 16,000*15 = 240,000; together 667,372.575.
    expect(got.costBreakdown).toEqual({ freshInput: 0.176600625, cachedInput: 0.25077195, output: 0.24, toolFees: 0 });
    expect(got.costPerTask).toBe(0.667372575);
    expect(got.costPerSuccessfulTask).toBe(0.667372575);
    expect(got.monthlySpend).toBe(667.372575);
    expect(got.waste).toMatchObject({ costPerTask: 0, monthly: 0, pct: 0 });
    expect(got.savings.promptCaching).toBeNull();
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

  test('with caching off costs 2.889, of which caching would save 2.221627425', () => {
    const got = estimate(catalog, { ...request, modelId: 'claude-sonnet-4-6', promptCaching: false });
    // 883,000*3 = 2,649,000; with 240,000 for the output 2,889,000.
    expect(got.costBreakdown).toEqual({ freshInput: 2.649, cachedInput: 0, output: 0.24, toolFees: 0 });
    expect(got.costPerTask).toBe(2.889);
    expect(got.tokensPerTask.cachedInput).toBe(0);
    // 2.889 - 0.667372575 = 2.221627425, a thousand times a month; 2.221627425/2.889 = 0.7689953...
    expect(got.savings.promptCaching).toEqual({ costPerTask: 2.221627425, monthly: 2221.627425, pct: 76.8995 });
  });

  test('with tasks that differ as recorded sends more, for input grows with the square of the calls', () => {
    // The mean of n^2 is 40^2*1.48 = 2,368: IN = 220,000 + 850*(2,368 - 40)/2 = 1,209,400. One prompt is as long as before.
    const got = estimate(catalog, { ...request, callDispersion: 0.48, modelId: 'claude-sonnet-4-6' });
    expect(got.tokensPerTask.input / 1_209_400).toBeCloseTo(1, 4);
    expect(got.context.peakTokens).toBe(38_650);
    expect(got.assumptions.callDispersion).toBe(0.48);
  });
});

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
  ])('on $modelId: $costPerTask, whatever the preset', ({ modelId, freshInput, output, costPerTask }) => {
    for (const presetId of ['coding', 'support', 'research', 'rag', 'voice'] as const) {
      const got = estimate(catalog, { ...oneCall, presetId, modelId });
      expect(got.tokensPerTask).toEqual({ input: 2000, cachedInput: 0, output: 250 });
      expect(got.costBreakdown).toEqual({ freshInput, cachedInput: 0, output, toolFees: 0 });
      expect(got.costPerTask).toBe(costPerTask);
    }
  });

  test('with caching on it is dearer where writing to the cache costs more, for nothing is ever read', () => {
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

  test('of the user and the dispersion of calls join the growing part only', () => {
    // g = 10 + 5 = 15; IN = 4*100 + 15*(16*1.5 - 4)/2 = 550; CTX = 100 + 15*3 = 145.
    const made = madeUpCatalog([{}], { callDispersion: 0.5, userTokensPerCall: 5 });
    const got = estimate(made, { modelCallsPerTask: 4, systemPromptTokens: 100, outputTokensPerCall: 10 });
    expect(got.tokensPerTask.input).toBeCloseTo(550, 1);
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

  test('of one and a half calls re-send three eighths of a growth', () => {
    // n(n - 1)/2 = 1.5*0.5/2 = 0.375; IN = 1.5*1,000 + 0.375*80 = 1,530; CTX = 1,000 + 80*0.5 = 1,040.
    const got = estimateOn({}, { modelCallsPerTask: 1.5, systemPromptTokens: 1000, outputTokensPerCall: 80 });
    expect(got.tokensPerTask).toEqual({ input: 1530, cachedInput: 0, output: 120 });
    expect(got.context.peakTokens).toBe(1040);
  });

  test('of a vanishing share of a call vanish, however many tool calls come with it', () => {
    // 5e-324 calls of 1,000 tokens: 4.94e-321 tokens. Nothing is re-sent, so the 1/5e-324 tool results a call do not count.
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
    expect(got.routing).toEqual({ best: null, bestSameProvider: null, unproven: null });
    expect(got.assumptions.cachingApplied).toBe(false);
  });
});

describe('long-context prices', () => {
  // gemini-3.1-pro-preview: 2 in and 12 out, above 200,000 prompt tokens 4 and 18.
  const pro = catalog.find('gemini-3.1-pro-preview');
  if (pro === undefined) throw new Error('gemini-3.1-pro-preview is not in the catalog');

  test.each([
    // 200,000*2 = 400,000 and 1,000*12 = 12,000
    { prompt: 200_000, costPerTask: 0.412 },
    // 200,001*4 = 800,004 and 1,000*18 = 18,000
    { prompt: 200_001, costPerTask: 0.818004 },
  ])('a single prompt of $prompt tokens costs $costPerTask', ({ prompt, costPerTask }) => {
    const request = { ...nothing, modelCallsPerTask: 1, systemPromptTokens: prompt, outputTokensPerCall: 1000 };
    expect(estimate(catalog, { ...request, modelId: pro.id }).costPerTask).toBe(costPerTask);
  });

  const crossing = {
    ...nothing,
    modelCallsPerTask: 4,
    toolCallsPerTask: 4,
    systemPromptTokens: 180_000,
    outputTokensPerCall: 5_000,
    toolResultTokens: 5_000,
  };

  /** The same prices of a model that caches only where it is asked to. */
  const priced: MadeUpModel = {
    input: 2,
    output: 12,
    cachedInput: 0.2,
    longContext: [{ above: 200_000, input: 4, output: 18, cachedInput: 0.4, cacheWrite: null }],
  };
  const dear = madeUpCatalog([priced]).models[0] as CatalogModel;

  test('a task that crosses the threshold on its way pays the higher price from there on', () => {
    // Prompts of 180,000, 190,000, 200,000 and 210,000 tokens: three at 2 = 1,140,000, the last at 4 = 840,000.
    // Output: 3*5,000*12 = 180,000 and 5,000*18 = 90,000. Together 2,250,000.
    const { costPerTask, breakdown } = billFor(workOf(madeUpPreset(), crossing), dear);
    expect(breakdown).toEqual({ freshInput: 1.98, cachedInput: 0, output: 0.27, toolFees: 0 });
    expect(costPerTask).toBe(2.25);
  });

  test('of a task with a cache, what is new and what is read is billed call by call', () => {
    // Prompts of 180,000, 190,000 and 200,000: 180,000 + 2*10,000 are new, 180,000 + 190,000 are read. The last one, of
    // 210,000: 10,000 new, 200,000 read. 200,000*2 + 10,000*4 = 440,000; 370,000*0.2 + 200,000*0.4 = 154,000.
    const got = estimateOn(priced, { ...crossing, promptCaching: true });
    expect(got.tokensPerTask).toEqual({ input: 780_000, cachedInput: 570_000, output: 20_000 });
    expect(got.costBreakdown).toEqual({ freshInput: 0.44, cachedInput: 0.154, output: 0.27, toolFees: 0 });
  });

  test('are paid by the tasks that are long, where the mean one is not', () => {
    // Five calls on average, 100,000 tokens of growth each: the mean task ends at 400,000, and the longest of sixteen at more.
    const request = { ...nothing, modelCallsPerTask: 5, outputTokensPerCall: 100_000, callDispersion: 0.48 };
    const model = { input: 1, output: 0, longContext: [{ ...priced.longContext?.[0], above: 400_000, input: 2 }] };
    const got = estimateOn(model as MadeUpModel, request);
    expect(got.context.peakTokens).toBe(400_000);
    expect(got.costPerTask).toBeGreaterThan((1.2 * got.tokensPerTask.input) / 1e6);
    expect(got.notes).toEqual([expect.stringMatching(/ of 5 calls send more than 400000 tokens/)]);
    const alike = estimateOn(model as MadeUpModel, { ...request, callDispersion: 0 });
    // 5*4/2*100,000 = 1,000,000 at 1.
    expect(alike.costPerTask).toBe(1);
  });

  test('do not jump with a hundredth of a call more', () => {
    const request = { ...nothing, toolCallsPerTask: 0, outputTokensPerCall: 32_000, callDispersion: 0.48 };
    const cost = (modelCallsPerTask: number) =>
      estimate(catalog, { ...request, modelCallsPerTask, modelId: 'claude-haiku-5-5', promptCaching: true })
        .costPerTask;
    expect(cost(3.96) / cost(3.95)).toBeLessThan(1.01);
    expect(cost(3.96) / cost(3.95)).toBeGreaterThan(1);
  });

  const above = (above: number, input: number) => ({ above, input, output: 1, cachedInput: null, cacheWrite: null });
  const flash: MadeUpModel = { input: 0.03, longContext: [above(32_000, 0.1), above(256_000, 0.2)] };

  test.each([
    // 0.03, above 32,000 tokens 0.1, above 256,000 tokens 0.2.
    { prompt: 32_000, costPerTask: 0.00096 }, // 32,000*0.03 = 960
    { prompt: 32_001, costPerTask: 0.0032001 }, // 32,001*0.1 = 3,200.1
    { prompt: 256_000, costPerTask: 0.0256 }, // 256,000*0.1 = 25,600
    { prompt: 256_001, costPerTask: 0.0512002 }, // 256,001*0.2 = 51,200.2
  ])('of two thresholds each counts: a prompt of $prompt tokens costs $costPerTask', ({ prompt, costPerTask }) => {
    const request = { ...nothing, modelCallsPerTask: 1, systemPromptTokens: prompt };
    expect(estimateOn(flash, request).costPerTask).toBe(costPerTask);
  });
});

describe('the minimum cacheable prefix', () => {
  const model: MadeUpModel = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75, minPrefixTokens: 4096 };
  const request = { modelCallsPerTask: 3, outputTokensPerCall: 48, promptCaching: true };

  test('reached by the last prompt alone: that is written, the others are billed as input, and nothing is read', () => {
    // Prompts of 4,000 and 4,048: 8,048*3 = 24,144; of 4,096: 4,096*3.75 = 15,360; output 144*15 = 2,160.
    const got = estimateOn(model, { ...request, systemPromptTokens: 4000 });
    expect(got.context.peakTokens).toBe(4096);
    expect(got.assumptions.cachingApplied).toBe(true);
    expect(got.costBreakdown).toEqual({ freshInput: 0.039504, cachedInput: 0, output: 0.00216, toolFees: 0 });
  });

  test('missed by one token: the cache is not used', () => {
    // Prompts of 3,999, 4,047 and 4,095: 12,141*3 = 36,423; output 2,160.
    const got = estimateOn(model, { ...request, systemPromptTokens: 3999 });
    expect(got.context.peakTokens).toBe(4095);
    expect(got.assumptions.cachingApplied).toBe(false);
    expect(got.costBreakdown).toEqual({ freshInput: 0.036423, cachedInput: 0, output: 0.00216, toolFees: 0 });
  });

  test('reached on the way: only what follows is read', () => {
    // Prompts of 4,000, 4,048, 4,096 and 4,144: 8,048 are too short, 8,048*3 = 24,144. Of the others
    // 4,096 + 48 are written, 4,144*3.75 = 15,540, and 4,096 read, 4,096*0.3 = 1,228.8; output 192*15 = 2,880.
    const got = estimateOn(model, { ...request, modelCallsPerTask: 4, systemPromptTokens: 4000 });
    expect(got.tokensPerTask).toEqual({ input: 16_288, cachedInput: 4096, output: 192 });
    expect(got.costBreakdown).toEqual({ freshInput: 0.039684, cachedInput: 0.0012288, output: 0.00288, toolFees: 0 });
  });
});

describe('what the cache is asked', () => {
  const model: MadeUpModel = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75, cacheWrite1h: 6 };
  // Prompts of 1,000, 1,100 and 1,200: 1,200 are new and 2,100 sent again. Output 300*15 = 4,500.
  const request: EstimateRequest = {
    modelCallsPerTask: 3,
    systemPromptTokens: 600,
    toolSchemaTokens: 200,
    retrievedContextTokens: 200,
    outputTokensPerCall: 100,
    promptCaching: true,
  };

  test('a warm prefix is read, not written: 90 % of the system prompt and the tool definitions', () => {
    // 0.9*800 = 720: 480*3.75 = 1,800 written, 2,820*0.3 = 846 read.
    const got = estimateOn(model, { ...request, warmPrefixPct: 90 });
    expect(got.tokensPerTask.cachedInput).toBe(2820);
    expect(got.costBreakdown).toEqual({ freshInput: 0.0018, cachedInput: 0.000846, output: 0.0045, toolFees: 0 });
  });

  test('a prefix too short to be cached cannot be warm', () => {
    const short = { ...model, minPrefixTokens: 1001 };
    const cold = estimateOn(short, request);
    expect(estimateOn(short, { ...request, warmPrefixPct: 90 }).costPerTask).toBe(cold.costPerTask);
  });

  test('writes for an hour cost what the model asks for them, or the usual price and a note', () => {
    // 1,200*6 = 7,200; 2,100*0.3 = 630.
    const hour = estimateOn(model, { ...request, cacheTtl: '1h' });
    expect(hour.costBreakdown).toEqual({ freshInput: 0.0072, cachedInput: 0.00063, output: 0.0045, toolFees: 0 });
    expect(hour.notes).toEqual([]);
    // 1,200*3.75 = 4,500.
    const none = estimateOn({ ...model, cacheWrite1h: null }, { ...request, cacheTtl: '1h' });
    expect(none.costBreakdown.freshInput).toBe(0.0045);
    expect(none.notes).toEqual([expect.stringMatching(/no price for one-hour cache writes/)]);
  });

  test('output that the provider keeps is read by the next call', () => {
    // Two later calls find half of 100 tokens each: 100 fewer are written, 1,100*3.75 = 4,125, and 2,200*0.3 = 660 read.
    const got = estimateOn({ ...model, ownOutputCached: 0.5 }, request);
    expect(got.costBreakdown).toEqual({ freshInput: 0.004125, cachedInput: 0.00066, output: 0.0045, toolFees: 0 });
  });

  test('a provider that caches by itself is billed so, whatever is asked, and a note says it', () => {
    const automatic: MadeUpModel = { ...model, mode: 'automatic' };
    const on = estimateOn(automatic, request);
    const off = estimateOn(automatic, { ...request, promptCaching: false });
    // 1,200*3.75 = 4,500; 2,100*0.3 = 630; 4,500.
    expect(off.costPerTask).toBe(0.00963);
    expect(off.costPerTask).toBe(on.costPerTask);
    expect(off.savings.promptCaching).toBeNull();
    expect(off.assumptions.cachingApplied).toBe(true);
    expect(off.notes).toEqual([expect.stringMatching(/caches by itself: promptCaching false changes nothing/)]);
    expect(on.notes).toEqual([]);
  });

  test('of rag on a model with a long shortest prefix: the first prompt at the input price', () => {
    // claude-opus-4-6: 5 in, 25 out, 6.25 write, from 4,096 tokens on. 4,000*5 + 4,200*6.25 + 400*25 = 56,250.
    const rag = { ...nothing, presetId: 'rag', modelId: 'claude-opus-4-6', modelCallsPerTask: 2 } as const;
    const got = estimate(catalog, {
      ...rag,
      systemPromptTokens: 4000,
      outputTokensPerCall: 200,
      promptCaching: true,
    });
    expect(got.costPerTask).toBe(0.05625);
  });
});

test('a handoff costs one call, and one average prompt is sent afresh', () => {
  // n = 9 + 1 = 10; g = 100; IN = 10*1,000 + 100*45 = 14,500; CTX = 1,000 + 100*9 = 1,900.
  // cold = 1,900 + 1*14,500/10 = 3,350; reads = 11,150. 3,350*3.75 = 12,562.5; 11,150*0.3 = 3,345; 1,000*15 = 15,000.
  const model = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 };
  const request = {
    modelCallsPerTask: 9,
    handoffs: 1,
    systemPromptTokens: 1000,
    outputTokensPerCall: 100,
    promptCaching: true,
  };
  const got = estimateOn(model, request);
  expect(got.tokensPerTask).toEqual({ input: 14_500, cachedInput: 11_150, output: 1000 });
  expect(got.costBreakdown).toEqual({ freshInput: 0.0125625, cachedInput: 0.003345, output: 0.015, toolFees: 0 });
  expect(got.costPerTask).toBe(0.0309075);
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

  test('is split by cause, each switched on after the ones before it', () => {
    const got = estimateOn(model, request);
    // Faultless, 8 calls: IN = 8,000 + 200*28 = 13,600, OUT = 800: 0.0136 + 0.008 = 0.0216.
    // With 0.25*8 = 2 wrong tool calls, 10 calls: IN = 10,000 + 200*45 = 19,000, OUT = 1,000: 0.029, that is 0.0074 more.
    // With 2*3 = 6 calls in loops, 16 calls: IN = 16,000 + 200*120 = 40,000, OUT = 1,600: 0.056, that is 0.027 more.
    // Retries: 0.1 + 0.01 = 0.11 of 0.056 = 0.00616; a task costs 0.06216.
    // Failures: a fifth of the faultless rest: 0.2*(0.06216 - 0.0074 - 0.027 - 0.00616) = 0.2*0.0216 = 0.00432.
    expect(got.assumptions).toMatchObject({ callsPerTask: 16, callsPerTimeoutLoop: 3, retryMultiplier: 1.11 });
    expect(got.costPerTask).toBe(0.06216);
    expect(got.costPerSuccessfulTask).toBe(0.0777); // 0.06216/0.8
    expect(got.monthlySpend).toBe(62.16);
    // Shares of 0.06216, added up before rounding: 11.9048, 55.3411, 65.2510 and 72.2008 per cent.
    expect(got.waste).toEqual({
      costPerTask: 0.04488,
      monthly: 44.88,
      pct: 72.2008,
      causes: [
        { cause: 'hallucinatedTools', costPerTask: 0.0074, monthly: 7.4, pct: 11.9048 },
        { cause: 'timeoutLoops', costPerTask: 0.027, monthly: 27, pct: 43.4363 },
        { cause: 'retries', costPerTask: 0.00616, monthly: 6.16, pct: 9.9099 },
        { cause: 'taskFailures', costPerTask: 0.00432, monthly: 4.32, pct: 6.9498 },
      ],
    });
  });

  test('is the whole cost when every task fails, and nothing is suggested', () => {
    const models = [model, { id: 'free', tier: 'frontier', input: 0, output: 0 } as const];
    const got = estimate(madeUpCatalog(models), { ...request, taskFailureRatePct: 100 });
    expect(got.costPerTask).toBe(0.06216);
    expect(got.costPerSuccessfulTask).toBeNull();
    expect(got.waste).toMatchObject({ costPerTask: 0.06216, monthly: 62.16, pct: 100 });
    // 0.06216 - 0.0074 - 0.027 - 0.00616 = 0.0216.
    expect(got.waste.causes[3]).toMatchObject({ cause: 'taskFailures', costPerTask: 0.0216 });
    expect(got.routing).toEqual({ best: null, bestSameProvider: null, unproven: null });
  });
});

describe('the saving by caching', () => {
  const request = { modelCallsPerTask: 10, systemPromptTokens: 1000, outputTokensPerCall: 100, tasksPerMonth: 100 };
  // As for the handoff: IN = 14,500, CTX = 1,900 = fresh, reads = 12,600.
  const model: MadeUpModel = { input: 2, output: 10, cachedInput: 0.5 };

  test('is the difference to the same task with caching on', () => {
    // Off: 14,500*2 + 1,000*10 = 39,000. On: 1,900*2 + 12,600*0.5 + 10,000 = 20,100. Saved 18,900, 48.4615 per cent.
    const off = estimateOn(model, request);
    expect(off.costPerTask).toBe(0.039);
    expect(off.savings.promptCaching).toEqual({ costPerTask: 0.0189, monthly: 1.89, pct: 48.4615 });
    const on = estimateOn(model, { ...request, promptCaching: true });
    expect(on.costPerTask).toBe(0.0201);
    expect(on.savings.promptCaching).toBeNull();
  });

  test('is null where caching is not offered, and 0 where it would cost more', () => {
    expect(estimateOn({ ...model, cachedInput: null }, request).savings.promptCaching).toBeNull();
    const once = estimateOn({ ...model, cacheWrite: 2.5 }, { ...request, modelCallsPerTask: 1 });
    expect(once.savings.promptCaching).toEqual({ costPerTask: 0, monthly: 0, pct: 0 });
  });
});

describe('cheaper routing', () => {
  // One call of 1,000 tokens in and 100 out.
  const oneCall: EstimateRequest = {
    tasksPerMonth: 1000,
    modelCallsPerTask: 1,
    systemPromptTokens: 1000,
    outputTokensPerCall: 100,
  };

  test('switch: another model of the same tier at half the price', () => {
    const models: MadeUpModel[] = [
      { id: 'dear', provider: 'one', input: 10, output: 10 },
      { id: 'half', provider: 'two', input: 5, output: 5 },
    ];
    const got = estimate(madeUpCatalog(models), { ...oneCall, modelId: 'dear', taskFailureRatePct: 20 });
    // 1,000*10 + 100*10 = 11,000 against 5,500; per success 0.011/0.8 = 0.01375 against 0.006875.
    // Break-even: 1 - 0.8*0.0055/0.011 = 0.6. A month: 800 successes save 0.006875 each = 5.5.
    expect(got.routing.unproven).toMatchObject({
      strategy: 'switch',
      modelId: 'half',
      provider: 'two',
      tier: 'mid',
      sharePct: 100,
      costPerTask: 0.0055,
      costPerSuccessfulTask: 0.006875,
      assumedFailureRatePct: 20,
      monthlySaving: 5.5,
      savingPct: 50,
      breakEvenFailureRatePct: 60,
    });
    expect(got.routing).toMatchObject({ best: null, bestSameProvider: null });
  });

  test('escalate: a lower tier first, its failures again on the chosen model', () => {
    const models: MadeUpModel[] = [
      { id: 'strong', tier: 'frontier', input: 10, output: 50 },
      { id: 'small', tier: 'fast', input: 1, output: 5 },
    ];
    const got = estimate(madeUpCatalog(models), { ...oneCall, modelId: 'strong', taskFailureRatePct: 10 });
    // C = 10,000 + 5,000 = 0.015, C_low = 0.0015, f_low = 0.15: 0.0015 + 0.15*0.015 = 0.00375.
    // Of the tasks that the small model fails the strong one fails 0.1 + 0.33*0.9 = 0.397: failures 0.15*0.397 = 0.05955.
    // Per success 0.00375/0.94045 = 0.003987453 against 0.015/0.9 = 0.016666667: 1 - 0.2392472 = 76.0753 per cent.
    // Break-even x: (0.0015 + 0.015x)/(1 - 0.397x) = 0.016666667, so x = 0.015166667/(0.015 + 0.006616667) = 0.7016191;
    // it is the small model's failure rate. A month: 1,000*0.015 = 15 less 900*0.003987453 = 3.588708 (3.5887077).
    expect(got.routing.unproven).toMatchObject({
      strategy: 'escalate',
      modelId: 'small',
      tier: 'fast',
      sharePct: 100,
      costPerTask: 0.00375,
      costPerSuccessfulTask: 0.003987453,
      costPerSuccessfulTaskRange: null,
      assumedFailureRatePct: 5.955,
      monthlySpend: 3.588708,
      monthlySaving: 11.411292,
      savingPct: 76.0753,
      breakEvenFailureRatePct: 70.1619,
      measured: [],
    });
  });

  test('escalating saves nothing where the lower tier is not much cheaper, for failures go together', () => {
    const models: MadeUpModel[] = [
      { id: 'strong', tier: 'frontier', input: 10, output: 50 },
      { id: 'small', tier: 'fast', input: 6, output: 30 },
    ];
    // C = 0.015, C_low = 0.009, f = 0.25, f_low = 0.3: 0.009 + 0.3*0.015 = 0.0135.
    // If failures were independent: 0.0135/(1 - 0.075) = 0.014594595, 27 per cent less than 0.015/0.75 = 0.02.
    // They are not: 0.25 + 0.33*0.75 = 0.4975; 0.0135/(1 - 0.14925) = 0.015868352: 20.6582 per cent less.
    const at = (taskFailureRatePct: number) =>
      estimate(madeUpCatalog(models), { ...oneCall, modelId: 'strong', taskFailureRatePct }).routing.unproven;
    expect(at(25)).toMatchObject({ costPerTask: 0.0135, assumedFailureRatePct: 14.925, savingPct: 20.6582 });
    // f = 0.6, f_low = 0.65: 0.009 + 0.65*0.015 = 0.01875; 0.01875/(1 - 0.65*0.732) = 0.035776 against 0.0375, 4.6 per cent
    // less; independent failures would give 0.01875/(1 - 0.39) = 0.030738, 18 per cent less.
    expect(at(60)).toBeNull();
  });

  const switchTo = (price: number) => {
    const models = [
      { id: 'dear', input: 10, output: 10 },
      { id: 'other', input: price, output: price },
    ];
    return estimate(madeUpCatalog(models), { ...oneCall, modelId: 'dear' }).routing.unproven;
  };

  test('a saving of 11 per cent per success is suggested, one of 9 per cent is not', () => {
    expect(switchTo(9.1)).toBeNull();
    expect(switchTo(8.9)).toMatchObject({ modelId: 'other', savingPct: 11 });
  });

  test('a saving of exactly 10 per cent is suggested', () => {
    // 0.0099 against 0.011.
    expect(switchTo(9)).toMatchObject({ modelId: 'other', costPerTask: 0.0099, savingPct: 10 });
  });

  test('a weaker model is not a switch, and a model that is too small or deprecated is no route', () => {
    const dear: MadeUpModel = { id: 'dear', tier: 'mid', input: 10, output: 10 };
    const route = (other: MadeUpModel) =>
      estimate(madeUpCatalog([dear, { id: 'other', input: 1, output: 1, ...other }]), { ...oneCall, modelId: 'dear' })
        .routing.unproven;
    expect(route({ tier: 'frontier' })?.strategy).toBe('switch');
    expect(route({ tier: 'mid' })?.strategy).toBe('switch');
    expect(route({ tier: 'fast' })?.strategy).toBe('escalate');
    expect(route({ contextWindow: 1000 })?.strategy).toBe('switch');
    expect(route({ contextWindow: 999 })).toBeNull();
    expect(route({ lifecycle: ending() })).toBeNull();
  });

  test('GPT-5 coding is not sent to a model that nothing measured speaks for', () => {
    const { routing } = estimate(catalog, { presetId: 'coding', modelId: 'gpt-5' });
    expect(routing.unproven?.measured).toEqual([]);
    expect(routing.best?.modelId).not.toBe('nova-micro');
  });

  test('a model whose price is in doubt, or whose end is announced, is no route', () => {
    const dear: MadeUpModel = { id: 'dear', tier: 'mid', input: 10, output: 10 };
    const other: MadeUpModel = { id: 'other', input: 1, output: 1, confidence: 'low' };
    const got = estimate(madeUpCatalog([dear, other]), { ...oneCall, modelId: 'dear' });
    expect(got.routing.unproven).toBeNull();
  });
});

describe('the ranking', () => {
  // 100 tokens in and 100 out, so that 10 + 10 and 15 + 5 cost the same.
  const request: EstimateRequest = {
    modelCallsPerTask: 1,
    systemPromptTokens: 100,
    outputTokensPerCall: 100,
    tasksPerMonth: 10,
  };
  const models: MadeUpModel[] = [
    { id: 'b-ten', input: 10, output: 10 },
    { id: 'too-small-dear', input: 1, output: 1, contextWindow: 99 },
    { id: 'too-small-cheap', input: 0.5, output: 0.5, contextWindow: 99 },
    { id: 'cheapest', input: 5, output: 5, contextWindow: 100 },
    { id: 'a-ten', input: 10, output: 10 },
    { id: 'z-fifteen', input: 15, output: 5 },
  ];

  test('goes by cost, then output price, then id; models that are too small come last', () => {
    const rows = ranking(madeUpCatalog(models), request).ranking;
    expect(rows.map(({ rank, modelId }) => `${rank} ${modelId}`)).toEqual([
      '1 cheapest',
      '2 z-fifteen',
      '3 a-ten',
      '4 b-ten',
      '5 too-small-cheap',
      '6 too-small-dear',
    ]);
    expect(rows.map(({ fitsContext }) => fitsContext)).toEqual([true, true, true, true, false, false]);
  });

  test('says how many times the first each costs', () => {
    const rows = ranking(madeUpCatalog(models), request).ranking;
    // 200 tokens at 5 = 0.001; the next three 0.002; then 200*0.5 = 0.0001 and 200*1 = 0.0002.
    expect(rows.map(({ costPerTask }) => costPerTask)).toEqual([0.001, 0.002, 0.002, 0.002, 0.0001, 0.0002]);
    expect(rows.map(({ multipleOfCheapest }) => multipleOfCheapest)).toEqual([1, 2, 2, 2, 0.1, 0.2]);
    expect(rows.map(({ monthlySpend }) => monthlySpend)).toEqual([0.01, 0.02, 0.02, 0.02, 0.001, 0.002]);
  });

  test('of work that costs nothing has no multiples', () => {
    const rows = ranking(madeUpCatalog(models), { ...request, modelCallsPerTask: 0 }).ranking;
    expect(rows.every(({ costPerTask, multipleOfCheapest }) => costPerTask === 0 && multipleOfCheapest === null)).toBe(
      true,
    );
  });
});

describe('notes', () => {
  const request: EstimateRequest = { modelCallsPerTask: 4, systemPromptTokens: 1000, outputTokensPerCall: 100 };
  // Prompts of 1,000, 1,100, 1,200 and 1,300; IN = 4,600; OUT = 400.
  const notes = (model: MadeUpModel, more: EstimateRequest = {}) => estimateOn(model, { ...request, ...more }).notes;

  test('a plain estimate needs none', () => {
    expect(notes({ contextWindow: 1300 })).toEqual([]);
    expect(notes({ cachedInput: 0.1 }, { promptCaching: true })).toEqual([]);
  });

  test.each<[string, MadeUpModel, EstimateRequest, RegExp]>([
    ['the largest prompt does not fit', { contextWindow: 1299 }, {}, /1300 tokens.*not fit.*1299/],
    [
      'long-context prices apply to one call of four',
      { longContext: [{ above: 1200, input: 2, output: 2, cachedInput: null, cacheWrite: null }] },
      {},
      /^1 of 4 calls.*1200/,
    ],
    ['caching is asked for but not offered', {}, { promptCaching: true }, /no cached price/],
    [
      'every prompt is too short to be cached',
      { cachedInput: 0.1, minPrefixTokens: 1301 },
      { promptCaching: true },
      /1301 tokens/,
    ],
    [
      'the hit efficiency is assumed',
      { cachedInput: 0.1, hitBasis: 'assumed', hitEfficiency: 0.5 },
      { promptCaching: true },
      /0\.5 is an assumption/,
    ],
    [
      'the price is a peak price',
      { offPeak: { input: 0.7, output: 0.8, cachedInput: null, peakUtc: ['01:00-04:00'], peakDays: 'weekdays' } },
      {},
      /01:00-04:00.*weekdays.*\$0\.7.*\$0\.8/,
    ],
    [
      'a price change is coming',
      { laterPrices: [{ from: '2026-06-02', input: 7, output: 8 }] },
      {},
      /2026-06-02.*\$7.*\$8/,
    ],
    ['the model is deprecated', { lifecycle: ending() }, {}, /deprecated/],
    ['the price is uncertain', { confidence: 'low' }, {}, /[Cc]onfidence.*low/],
    ['failures are counted', {}, { taskFailureRatePct: 1 }, /lower bound.*1\.9/],
  ])('when %s', (_, model, more, wanted) => {
    expect(notes(model, more)).toEqual([expect.stringMatching(wanted)]);
  });

  test('where writing to the cache makes a task dearer, the price without it is stated', () => {
    // One call: 1,000*1.25 = 1,250 and 100 out: 1,350, against 1,100 without the cache.
    const once = { modelCallsPerTask: 1, promptCaching: true };
    const model = { cachedInput: 0.1, cacheWrite: 1.25 };
    expect(notes(model, once)).toEqual([expect.stringMatching(/makes this task dearer.*\$0\.0011\b/)]);
    expect(notes(model, { ...once, modelCallsPerTask: 4 })).toEqual([]);
  });

  test('amounts in notes have no exponent', () => {
    const offPeak = { input: 9.67e-7, output: 2e-9, cachedInput: null, peakUtc: ['01:00-04:00'], peakDays: 'weekdays' };
    expect(notes({ offPeak })).toEqual([
      expect.stringMatching(/input is \$0\.000000967 and output \$0\.000000002 per/),
    ]);
  });

  test('a largest prompt of exactly the threshold needs none', () => {
    const longContext = [{ above: 1300, input: 2, output: 2, cachedInput: null, cacheWrite: null }];
    expect(notes({ longContext })).toEqual([]);
  });

  test('a task without calls has none at long-context prices', () => {
    const longContext = [{ above: 900, input: 2, output: 2, cachedInput: null, cacheWrite: null }];
    expect(notes({ longContext }, { modelCallsPerTask: 0 })).toEqual([]);
  });

  test('a preset of assumptions alone says so', () => {
    const plain = { modelId: 'gpt-5.4', taskFailureRatePct: 0, promptCaching: true };
    expect(estimate(catalog, { ...plain, presetId: 'voice' }).notes).toEqual([
      expect.stringMatching(/voice.*assumptions/),
    ]);
    expect(estimate(catalog, { ...plain, presetId: 'support' }).notes).toEqual([]);
    // A value is the preset's while it equals it, stated or not: the same numbers are the same answer.
    const { workflow } = catalog.preset('voice');
    expect(estimate(catalog, { ...workflow, ...plain, presetId: 'voice' }).notes).toHaveLength(1);
  });
});
