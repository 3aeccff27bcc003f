/** Cache writes and reads, with the arithmetic next to each; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import {
  advice,
  estimate,
  estimateOn,
  type MadeUpModel,
  madeUpCatalog,
  nothing,
  ranking,
} from '../../support/core/made-up.ts';

describe('cache settings', () => {
  const model: MadeUpModel = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75, cacheWrite1h: 6 };
  // Prompts of 1,000, 1,100 and 1,200: 1,200 tokens are new and 2,100 sent again. Output 300*15 = 4,500.
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

  test('system prompt and tools alone must be long enough: what is retrieved differs from task to task', () => {
    // 800 tokens are shared, and the first prompt has 1,000. At a minimum of 801 none is warm: 1,200*3.75 = 4,500 and
    // 2,100*0.3 = 630, as without it. At 800 it is as above.
    const warm = { ...request, warmPrefixPct: 90 };
    const tooShort = estimateOn({ ...model, minPrefixTokens: 801 }, warm);
    expect(tooShort.tokensPerTask.cachedInput).toBe(2100);
    expect(tooShort.costBreakdown).toMatchObject({ freshInput: 0.0045, cachedInput: 0.00063 });
    expect(tooShort.notes).toContainEqual(expect.stringMatching(/warmPrefixPct has no effect/));
    const longEnough = estimateOn({ ...model, minPrefixTokens: 800 }, warm);
    expect(longEnough.costBreakdown).toMatchObject({ freshInput: 0.0018, cachedInput: 0.000846 });
    expect(longEnough.notes).toEqual([]);
    // The two models cut the same prompts in one ranking, so neither may take over the bands of the other.
    const both = madeUpCatalog([
      { ...model, id: 'one', minPrefixTokens: 800 },
      { ...model, id: 'two', minPrefixTokens: 801 },
    ]);
    const costs = ranking(both, { ...nothing, ...warm }).ranking.map(({ modelId, costPerTask }) => [
      modelId,
      costPerTask,
    ]);
    expect(costs).toEqual([
      ['one', longEnough.costPerTask],
      ['two', tooShort.costPerTask],
    ]);
  });

  test('one-hour writes cost their own price, or the usual one with a note', () => {
    // 1,200*6 = 7,200; 2,100*0.3 = 630.
    const hour = estimateOn(model, { ...request, cacheTtl: '1h' });
    expect(hour.costBreakdown).toEqual({ freshInput: 0.0072, cachedInput: 0.00063, output: 0.0045, toolFees: 0 });
    expect(hour.notes).toEqual([]);
    // 1,200*3.75 = 4,500.
    const none = estimateOn({ ...model, cacheWrite1h: null }, { ...request, cacheTtl: '1h' });
    expect(none.costBreakdown.freshInput).toBe(0.0045);
    expect(none.notes).toEqual([expect.stringMatching(/no price for one-hour cache writes/)]);
  });

  test('a provider that caches automatically is billed with caching even if it is off, with a note', () => {
    const automatic: MadeUpModel = { ...model, mode: 'automatic' };
    const on = estimateOn(automatic, request);
    const off = estimateOn(automatic, { ...request, promptCaching: false });
    // 1,200*3.75 = 4,500; 2,100*0.3 = 630; 4,500.
    expect(off.costPerTask).toBe(0.00963);
    expect(off.costPerTask).toBe(on.costPerTask);
    expect(off.assumptions.cachingApplied).toBe(true);
    expect(on.assumptions.cachingApplied).toBeUndefined();
    expect(off.notes).toEqual([expect.stringMatching(/caches automatically: promptCaching false has no effect/)]);
    expect(on.notes).toEqual([]);
  });
});

/** What advice says that caching would save. */
const savingOn = (model: MadeUpModel, request: EstimateRequest) =>
  advice(madeUpCatalog([model]), request).levers.find(({ lever }) => lever === 'promptCaching')?.saving;

describe('the saving from caching', () => {
  const request = { modelCallsPerTask: 10, systemPromptTokens: 1000, outputTokensPerCall: 100, tasksPerMonth: 100 };
  // As in the test of the handoff: IN = 14,500, CTX = 1,900 = fresh, reads = 12,600.
  const model: MadeUpModel = { input: 2, output: 10, cachedInput: 0.5 };

  test('is the difference from the same task with caching on', () => {
    // Off: 14,500*2 + 1,000*10 = 39,000. On: 1,900*2 + 12,600*0.5 + 10,000 = 20,100. Saved 18,900, 48.4615 per cent.
    const off = estimateOn(model, request);
    expect(off.costPerTask).toBe(0.039);
    expect(savingOn(model, request)).toEqual({ costPerTask: 0.0189, monthly: 1.89, pct: 48.4615 });
    const on = estimateOn(model, { ...request, promptCaching: true });
    expect(on.costPerTask).toBe(0.0201);
    expect(savingOn(model, { ...request, promptCaching: true })).toBeUndefined();
  });

  test('is not there if caching is not offered, nor if it would cost more, which a note says with the cost', () => {
    const notOffered = estimateOn({ ...model, cachedInput: null }, request);
    expect(savingOn({ ...model, cachedInput: null }, request)).toBeUndefined();
    expect(notOffered.notes).toEqual([]);
    // Off: 1,000*2 + 100*10 = 3,000. On: 1,000*2.5 + 1,000 = 3,500.
    const once = estimateOn({ ...model, cacheWrite: 2.5 }, { ...request, modelCallsPerTask: 1 });
    expect(once.costPerTask).toBe(0.003);
    expect(savingOn({ ...model, cacheWrite: 2.5 }, { ...request, modelCallsPerTask: 1 })).toBeUndefined();
    expect(once.notes).toEqual([expect.stringMatching(/would make .* more expensive.*\$0\.0035/)]);
  });

  test('is not there if it changes nothing, without a note: a write costs as much as input, and nothing is read', () => {
    const same = estimateOn(model, { ...request, modelCallsPerTask: 1 });
    expect(savingOn(model, { ...request, modelCallsPerTask: 1 })).toBeUndefined();
    expect(same.notes).toEqual([]);
  });
});

describe('a conversation with a one-hour cache', () => {
  // 30 calls and 4 tool results; B = 2,300; g = 60 + 20 + 4/30*200 = 106.666...; IN = 69,000 + 106.666...*435 = 115,400;
  // the longest prompt has 2,300 + 106.666...*29 = 5,393.333... tokens, so 110,006.666... are sent again.
  const request: EstimateRequest = {
    ...nothing,
    presetId: 'voice',
    modelId: 'claude-sonnet-4-6',
    modelCallsPerTask: 30,
    toolCallsPerTask: 4,
    systemPromptTokens: 1200,
    toolSchemaTokens: 800,
    retrievedContextTokens: 300,
    outputTokensPerCall: 60,
    toolResultTokens: 200,
    userTokensPerCall: 20,
    promptCaching: true,
    cacheTtl: '1h',
  };

  test('costs 0.09863238 on Claude Sonnet 4.6, with one-hour writes at 6', () => {
    const got = estimate(catalog, request);
    // reads = 0.99*110,006.666... = 108,906.6; written = 6,493.4: at 6 they cost 38,960.4; 108,906.6*0.3 = 32,671.98;
    // 1,800*15 = 27,000.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.0389604, cachedInput: 0.03267198, output: 0.027 });
    expect(got.costPerTask).toBe(0.09863238);
    expect(got.pricing).toMatchObject({ cacheWritePerMTok: 3.75, cacheWriteUsedPerMTok: 6 });
  });

  test('costs 0.04931619 in batch, with one-hour writes at 3', () => {
    const got = estimate(catalog, { ...request, serviceTier: 'batch' });
    // 6,493.4*3 = 19,480.2; 108,906.6*0.15 = 16,335.99; 1,800*7.5 = 13,500.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.0194802, cachedInput: 0.01633599, output: 0.0135 });
    expect(got.costPerTask).toBe(0.04931619);
    expect(got.pricing.cacheWriteUsedPerMTok).toBe(3);
  });

  test('has a storage price on Gemini 3.5 Flash, which a note states', () => {
    // The prompts must reach 4,096 tokens: 4,000 of system prompt and 800 of tools, at 1 per million and hour: 0.0048.
    const got = estimate(catalog, { ...request, modelId: 'gemini-3.5-flash', systemPromptTokens: 4000 });
    expect(got.notes).toContain(
      'An explicit cache is also charged for storage, $1 per 1M tokens per hour, which no sum here includes: the 4,800 tokens of system prompt and tools cost $0.0048 an hour.',
    );
    const short = estimate(catalog, {
      ...request,
      modelId: 'gemini-3.5-flash',
      systemPromptTokens: 4000,
      cacheTtl: '5m',
    });
    expect(short.notes.join()).not.toMatch(/storage/);
  });

  test('is written at the usual price if the service tier has no one-hour price, with a note', () => {
    // Opus 5.5 in priority: a write costs 10, a one-hour write has no price.
    const got = estimate(catalog, { ...request, modelId: 'claude-opus-5-5', serviceTier: 'priority' });
    expect(got.pricing).toMatchObject({ cacheWritePerMTok: 10, cacheWriteUsedPerMTok: 10 });
    expect(got.notes).toContainEqual(
      expect.stringMatching(/no price for one-hour cache writes on priority terms.*usual write price/),
    );
  });

  test('is written at the usual price above a threshold without a one-hour price, with a note', () => {
    const model: MadeUpModel = {
      cachedInput: 0.1,
      cacheWrite: 1.25,
      cacheWrite1h: 2,
      longContext: [{ above: 1000, input: 2, output: 2, cachedInput: 0.2, cacheWrite: 2.5 }],
    };
    const longer: EstimateRequest = { modelCallsPerTask: 2, systemPromptTokens: 600, outputTokensPerCall: 600 };
    const got = estimate(madeUpCatalog([model]), { ...longer, promptCaching: true, cacheTtl: '1h' });
    // 600 tokens written at 2, then a prompt of 1,200: 600 read at 0.2 and 600 written at 2.5. Output 600*1 + 600*2.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.0027, cachedInput: 0.00012, output: 0.0018 });
    expect(got.notes).toContainEqual(
      expect.stringMatching(/no price for one-hour cache writes of more than 1,000 tokens: .*usual write price/),
    );
  });
});
