/** Web searches, which cost a fee in addition to tokens; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { advice, estimate, type MadeUpModel, madeUpCatalog, nothing, ranking } from '../../support/core/made-up.ts';
import { catalogWith, published } from './preset-files.ts';

describe('research with 25 web searches', () => {
  // 20 calls and 25 tool calls; B = 5,000; g = 700 + 25/20*1,800 = 2,950; IN = 100,000 + 2,950*190 = 660,500;
  // OUT = 14,000. The longest prompt has 5,000 + 2,950*19 = 61,050 tokens, so 599,450 are sent again.
  const request: EstimateRequest = {
    ...nothing,
    presetId: 'research',
    tasksPerMonth: 500,
    modelCallsPerTask: 20,
    toolCallsPerTask: 25,
    systemPromptTokens: 3500,
    retrievedContextTokens: 1500,
    outputTokensPerCall: 700,
    toolResultTokens: 1800,
    promptCaching: true,
    searchesPerTask: 25,
  };

  test('costs 0.463151175 on Claude Haiku 4.5, more than half of it for the searches', () => {
    const got = estimate(catalog, { ...request, modelId: 'claude-haiku-4-5' });
    // 1 in, 5 out, 0.1 from the cache, 1.25 to write. reads = 0.99*599,450 = 593,455.5; written = 67,044.5: 83,805.625;
    // 593,455.5*0.1 = 59,345.55; 14,000*5 = 70,000; 25 searches at 10 for 1,000: 0.25.
    const parts = { freshInput: 0.083805625, cachedInput: 0.05934555, output: 0.07, toolFees: 0.25 };
    expect(got.costBreakdown).toEqual(parts);
    expect(got.costPerTask).toBe(0.463151175);
    // 231.5755875 to the micro-dollar.
    expect(got.monthlySpend).toBe(231.575588);
    expect(got.pricing.webSearchPer1000).toBe(10);
    expect(got.assumptions.webSearchesPerTask).toBeUndefined();
    expect(got.notes).toContainEqual(expect.stringMatching(/25 web searches.*\$10 per 1,000/));
  });

  test('costs 0.73841825 on Gemini 3.5 Flash', () => {
    const got = estimate(catalog, { ...request, modelId: 'gemini-3.5-flash' });
    // 1.5 in, 9 out, 0.15 from the cache. reads = 0.9*599,450 = 539,505; written = 120,995, at the input price 181,492.5;
    // 539,505*0.15 = 80,925.75; 14,000*9 = 126,000; 25 searches at 14 for 1,000: 0.35.
    const parts = { freshInput: 0.1814925, cachedInput: 0.08092575, output: 0.126, toolFees: 0.35 };
    expect(got.costBreakdown).toEqual(parts);
    expect(got.costPerTask).toBe(0.73841825);
  });

  test('on DeepSeek V4.1 Flash, whose fee is not known, leaves them out of every total, with a note', () => {
    const got = estimate(catalog, { ...request, modelId: 'deepseek-v4-flash' });
    const without = estimate(catalog, { ...request, modelId: 'deepseek-v4-flash', searchesPerTask: 0 });
    expect(got.costBreakdown).toEqual({ ...without.costBreakdown, toolFees: null });
    expect(without.costBreakdown.toolFees).toBe(0);
    expect(got.costPerTask).toBe(without.costPerTask);
    expect(got.pricing.webSearchPer1000).toBeNull();
    expect(got.notes).toContain(
      'No fee for web searches is known for DeepSeek V4.1 Flash: no sum here includes the 25 web searches of a task, and no cheaper route is suggested.',
    );
    expect(got.routing).toBeNull();
    expect(advice(catalog, { ...request, modelId: 'deepseek-v4-flash' })).toMatchObject({ routes: [], nearMisses: [] });
  });

  test('ranks models with an unknown fee after the others that fit', () => {
    const rows = ranking(catalog, request).ranking.filter(({ fits }) => fits >= 0.5);
    const known = rows.filter(({ toolFees }) => toolFees !== null);
    expect(rows.slice(0, known.length)).toEqual(known);
    expect(rows.length - known.length).toBeGreaterThan(10);
    expect(known.find(({ modelId }) => modelId === 'claude-haiku-4-5')).toMatchObject({
      costPerTask: 0.463151175,
      toolFees: 0.25,
    });
  });

  test('gives the same answer from a preset, in its file, and from the fields of a request', () => {
    const changed = catalogWith({ searchesPerTask: 25, cacheTtl: '1h' });
    const asked = { presetId: 'research', modelId: 'claude-haiku-4-5', searchesPerTask: 25, cacheTtl: '1h' } as const;
    expect(published(changed, 'estimate/research/claude-haiku-4-5.json')).toEqual(estimate(catalog, asked));
    expect(published(changed, 'estimate/compare/research.json')).toEqual(ranking(catalog, asked));
  });
});

describe('web searches and faults', () => {
  // Tokens are free and 1,000 searches cost 10, so that only searches are billed: 20 in 40 tool calls.
  const model: MadeUpModel = { input: 0, output: 0, webSearchPer1000: 10 };
  const searching: EstimateRequest = {
    tasksPerMonth: 1000,
    modelCallsPerTask: 40,
    toolCallsPerTask: 40,
    searchesPerTask: 20,
  };

  test('are repeated by invalid calls and loops but not by retries, and every cause has its share', () => {
    const got = estimate(madeUpCatalog([model]), {
      ...searching,
      hallucinatedToolPct: 10,
      timeoutLoopsPerTask: 1,
      retryRatePct: 50,
      taskFailureRatePct: 25,
    });
    // 20, 2 invalid ones, and half of the 3 tool calls of a loop: 23.5 searches.
    expect(got.assumptions.webSearchesPerTask).toBe(23.5);
    expect(got.costBreakdown).toEqual({ freshInput: 0, cachedInput: 0, output: 0, toolFees: 0.235 });
    // 0.235/0.75 = 0.3133333...
    expect(got).toMatchObject({ costPerTask: 0.235, costPerSuccessfulTask: 0.313333333, monthlySpend: 235 });
    // 2 and 1.5 searches; nothing for retries; a quarter of 0.235 - 0.035 = 0.2.
    expect(got.waste.causes.map(({ cause, costPerTask }) => [cause, costPerTask])).toEqual([
      ['hallucinatedTools', 0.02],
      ['timeoutLoops', 0.015],
      ['taskFailures', 0.05],
    ]);
    expect(got.waste).toMatchObject({ costPerTask: 0.085, monthly: 85 });
  });

  test('a loop repeats at most one search in each of its calls', () => {
    // 60 searches in 40 tool calls, and 3 calls of a loop: 63.
    const many = estimate(madeUpCatalog([model]), { ...searching, searchesPerTask: 60, timeoutLoopsPerTask: 1 });
    expect(many.costPerTask).toBe(0.63);
    // Half a search without tool calls: half of the 3 calls of a loop are searches too.
    const few = estimate(madeUpCatalog([model]), {
      ...searching,
      toolCallsPerTask: 0,
      searchesPerTask: 0.5,
      timeoutLoopsPerTask: 1,
    });
    expect(few.costPerTask).toBe(0.02);
  });

  test('the fee is the same in every service tier and region', () => {
    const terms = { serviceTiers: { batch: { input: 1, output: 1 } }, regions: { eu: 2 } };
    const got = estimate(madeUpCatalog([{ ...model, ...terms }]), { ...searching, serviceTier: 'batch', region: 'eu' });
    // 20 at 10 for 1,000; token prices do not matter.
    expect(got.costBreakdown.toolFees).toBe(0.2);
  });

  const routeFrom = (chosen: MadeUpModel, other: MadeUpModel) =>
    estimate(
      madeUpCatalog([
        { id: 'chosen', ...chosen },
        { id: 'other', ...other },
      ]),
      {
        ...searching,
        modelId: 'chosen',
        systemPromptTokens: 100,
        modelCallsPerTask: 1,
      },
    ).routing;

  test('a route includes the searches of both models, and there is none if a fee is not known', () => {
    // 100 tokens at 100 and 20 searches at 10: 0.01 + 0.2. On the other 100 at 1 and 20 at 5: 0.0001 + 0.1.
    const dear = { input: 100, webSearchPer1000: 10 };
    expect(routeFrom(dear, { input: 1, webSearchPer1000: 5 })).toMatchObject({ modelId: 'other', costPerTask: 0.1001 });
    expect(routeFrom(dear, { input: 1, webSearchPer1000: 14 })).toBeNull();
    expect(routeFrom(dear, { input: 1 })).toBeNull();
    expect(routeFrom({ input: 100 }, { input: 1, webSearchPer1000: 5 })).toBeNull();
  });

  test('a ranking lists models with an unknown fee after the others, before those with too small a window', () => {
    const catalog = madeUpCatalog([
      { id: 'unknown', input: 1 },
      { id: 'small', input: 1, contextWindow: 99, webSearchPer1000: 1 },
      { id: 'dear', input: 1, webSearchPer1000: 14 },
      { id: 'cheap', input: 2, webSearchPer1000: 10 },
    ]);
    const rows = ranking(catalog, { ...searching, systemPromptTokens: 100 }).ranking;
    expect(rows.map(({ modelId, toolFees }) => [modelId, toolFees])).toEqual([
      ['cheap', 0.2],
      ['dear', 0.28],
      ['unknown', null],
      ['small', 0.02],
    ]);
    const none = ranking(catalog, { ...searching, systemPromptTokens: 100, searchesPerTask: 0 }).ranking;
    expect(none.map(({ modelId, toolFees }) => [modelId, toolFees])).toEqual([
      ['dear', 0],
      ['unknown', 0],
      ['cheap', 0],
      ['small', 0],
    ]);
  });
});
