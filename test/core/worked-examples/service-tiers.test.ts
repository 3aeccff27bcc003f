/** Service tiers and regions, with the arithmetic next to each; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { estimate, type MadeUpModel, madeUpCatalog, nothing, ranking } from '../../support/core/made-up.ts';
import { catalogWith, published } from './preset-files.ts';

/** Why a request is refused. */
function refusal(from: Catalog, request: EstimateRequest): string {
  const question = resolveRequest(from, request);
  if (!(question instanceof ApiError)) throw new Error('the request is not refused');
  return question.message;
}

describe('a coding task without faults', () => {
  // 40 calls and 40 tool calls; B = 5,500; g = 400 + 450 = 850; IN = 40*5,500 + 850*780 = 883,000; OUT = 16,000.
  // The longest prompt has 5,500 + 850*39 = 38,650 tokens, so 844,350 are sent again.
  const request: EstimateRequest = {
    ...nothing,
    presetId: 'coding',
    tasksPerMonth: 1000,
    modelCallsPerTask: 40,
    toolCallsPerTask: 40,
    systemPromptTokens: 5000,
    retrievedContextTokens: 500,
    outputTokensPerCall: 400,
    toolResultTokens: 450,
    promptCaching: true,
  };

  test('in batch on Claude Sonnet 4.6, which has a batch price for cached reads, costs 0.333686288', () => {
    const got = estimate(catalog, { ...request, modelId: 'claude-sonnet-4-6', serviceTier: 'batch' });
    // 1.5 in, 7.5 out, 0.15 from the cache, 1.875 to write. reads = 0.99*844,350 = 835,906.5; written = 47,093.5.
    // 47,093.5*1.875 = 88,300.3125; 835,906.5*0.15 = 125,385.975; 16,000*7.5 = 120,000.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.088300313, cachedInput: 0.125385975, output: 0.12 });
    expect(got.costPerTask).toBe(0.333686288);
    expect(got.monthlySpend).toBe(333.686288);
    expect(got.pricing).toMatchObject({
      inputPerMTok: 1.5,
      outputPerMTok: 7.5,
      cachedInputPerMTok: 0.15,
      cacheWritePerMTok: 1.875,
      cacheWriteUsedPerMTok: 1.875,
      serviceTier: 'batch',
      region: 'global',
      lastSeen: { on: '2026-11-10' },
    });
    expect(got.workflow.serviceTier).toBe('batch');
    expect(got.notes).toEqual([
      expect.stringMatching(/^The price on batch terms rests on one source: .*pi-ai.*, 2026-11-10\.$/),
      expect.stringMatching(/batch calls may be hours apart/),
      // The price of batch was in a dataset only, the standard one on Anthropic's page on 2026-09-01.
      expect.stringMatching(/Confidence.*medium.*in datasets on 2026-11-10/),
    ]);
  });

  test('in batch on Mistral Medium 3.5, which has no batch price for cached reads, costs 0.72225, with a note', () => {
    const got = estimate(catalog, { ...request, modelId: 'mistral-medium-3.5', serviceTier: 'batch' });
    // 0.75 in and 3.75 out, no known price for the cache: 883,000*0.75 = 662,250; 16,000*3.75 = 60,000.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.66225, cachedInput: 0, output: 0.06 });
    expect(got.costPerTask).toBe(0.72225);
    expect(got.tokensPerTask.cachedInput).toBe(0);
    expect(got.pricing).toMatchObject({ cachedInputPerMTok: null, cacheWriteUsedPerMTok: null, serviceTier: 'batch' });
    expect(got.notes).toContainEqual(
      expect.stringMatching(/^No price of cached input is known .* on batch terms: .* \$0\.75 per 1M tokens/),
    );
  });

  test('in the region us on Claude Sonnet 4.6 costs 0.734109833, a tenth more', () => {
    const got = estimate(catalog, { ...request, modelId: 'claude-sonnet-4-6', region: 'us' });
    // 3.3, 16.5, 0.33 and 4.125: 47,093.5*4.125 = 194,260.6875; 835,906.5*0.33 = 275,849.145; 16,000*16.5 = 264,000.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.194260688, cachedInput: 0.275849145, output: 0.264 });
    expect(got.costPerTask).toBe(0.734109833);
    expect(got.pricing).toMatchObject({ inputPerMTok: 3.3, cacheWriteUsedPerMTok: 4.125, region: 'us' });
    expect(got.notes).toEqual([
      'Processing in the region us multiplies the prices of tokens by 1.1.',
      expect.stringMatching(/Confidence.*medium.*at the maker on 2026-09-01/),
    ]);
  });

  test('in batch and in the region us on Claude Sonnet 4.6 costs 0.367054917', () => {
    const got = estimate(catalog, { ...request, modelId: 'claude-sonnet-4-6', serviceTier: 'batch', region: 'us' });
    // 1.65, 8.25, 0.165 and 2.0625: 47,093.5*2.0625 = 97,130.34375; 835,906.5*0.165 = 137,924.5725; 16,000*8.25 = 132,000.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.097130344, cachedInput: 0.137924573, output: 0.132 });
    expect(got.costPerTask).toBe(0.367054917);
  });
});

describe('a call longer than a service tier accepts', () => {
  test('is billed at the standard long-context price, with a note', () => {
    // GPT-5.5 in priority: 12.5 in and 75 out up to 272,000 tokens; above, the standard 10 and 45. One call of 300,000
    // tokens: 300,000*10 = 3,000,000 and 1,000*45 = 45,000.
    const request = { ...nothing, modelCallsPerTask: 1, systemPromptTokens: 300_000, outputTokensPerCall: 1000 };
    const got = estimate(catalog, { ...request, modelId: 'gpt-5.5', serviceTier: 'priority' });
    expect(got.costPerTask).toBe(3.045);
    expect(got.notes).toContainEqual(
      '1 of 1 calls send more than 272,000 tokens and are billed at the standard long-context price, since priority is not offered there.',
    );
    const shorter = { ...request, systemPromptTokens: 272_000, modelId: 'gpt-5.5', serviceTier: 'priority' } as const;
    // 272,000*12.5 = 3,400,000 and 1,000*75 = 75,000.
    expect(estimate(catalog, shorter).costPerTask).toBe(3.475);
  });
});

describe('terms that a model is not sold on', () => {
  test('are refused, with the terms it is sold on', () => {
    expect(refusal(catalog, { modelId: 'claude-sonnet-4-6', serviceTier: 'flex' })).toBe(
      'serviceTier of claude-sonnet-4-6 must be one of standard, batch (got "flex").',
    );
    expect(refusal(catalog, { modelId: 'claude-sonnet-4-6', region: 'mars' })).toMatch(
      /^region of claude-sonnet-4-6 must be one of global, us, .* \(got "mars"\)/,
    );
    expect(refusal(catalog, { modelId: 'gpt-5.5', region: 'data residancy' })).toMatch(
      /Did you mean "data residency"\?$/,
    );
  });

  test('in a place without a price of its own are priced at the global price, and say so', () => {
    const got = estimate(catalog, { modelId: 'gemini-3.5-flash', region: 'us' });
    const usual = estimate(catalog, { modelId: 'gemini-3.5-flash' });
    expect(got.costPerTask).toBe(usual.costPerTask);
    expect(got.pricing).toEqual({ ...usual.pricing, region: 'us' });
    expect(got.notes).toContainEqual(expect.stringMatching(/Gemini 3\.5 Flash for the United States .*global price/));
  });

  test('are refused in a ranking only if no model is sold on them', () => {
    expect(refusal(catalog, { compare: true, region: 'mars' })).toMatch(
      /^region must be one of global, us, data residency, .* \(got "mars"\)/,
    );
    expect(ranking(catalog, { serviceTier: 'flex', region: 'us', modelId: 'grok-4.3' }).ranking).toHaveLength(
      catalog.models.length,
    );
  });

  test('in a preset are priced as standard, with a note, and every file exists', () => {
    const batch = catalogWith({ serviceTier: 'batch', region: 'us' });
    const got = published(batch, 'estimate/coding/deepseek-v4-pro.json') as Estimate;
    const usual = estimate(catalog, { presetId: 'coding', modelId: 'deepseek-v4-pro' });
    const pricing = { ...usual.pricing, region: 'us' };
    expect(got).toMatchObject({ costPerTask: usual.costPerTask, pricing });
    expect(got.workflow).toMatchObject({ serviceTier: 'batch', region: 'us' });
    expect(got.notes[0]).toMatch(/is not sold on batch terms: it is priced on standard terms\.$/);
    expect(got.notes[1]).toMatch(/for the United States .*global price/);
    // GPT-5.4 offers both: OpenAI charges the same 1.1 for every region. 1.25 * 1.1
    expect(published(batch, 'estimate/coding/gpt-5.4.json')).toMatchObject({
      pricing: { serviceTier: 'batch', region: 'us', inputPerMTok: 1.375 },
    });
  });
});

describe('a preset on other terms', () => {
  test('gives the same answer in its file, by GET and by POST as fields of a request', () => {
    const changed = catalogWith({ serviceTier: 'batch' });
    const file = published(changed, 'estimate/coding/claude-sonnet-4-6.json');
    const asked: EstimateRequest = { presetId: 'coding', modelId: 'claude-sonnet-4-6', serviceTier: 'batch' };
    expect(file).toEqual(estimate(changed, { presetId: 'coding', modelId: 'claude-sonnet-4-6' }));
    expect(file).toEqual(estimate(catalog, asked));
    expect(published(changed, 'estimate/compare/coding.json')).toEqual(ranking(catalog, asked));
  });
});

describe('rankings and routes', () => {
  const oneCall: EstimateRequest = { modelCallsPerTask: 1, systemPromptTokens: 1000, tasksPerMonth: 1 };
  const halved = { batch: { input: 5, output: 5 } };
  const doubled = { priority: { input: 6, output: 6 } };
  const made = (others: MadeUpModel[]) =>
    madeUpCatalog([
      {
        id: 'dear',
        input: 10,
        output: 10,
        serviceTiers: { ...halved, priority: { input: 20, output: 20 } },
        regions: { eu: 1.1 },
      },
      ...others,
    ]);

  test('price each model at the requested service tier if it has it, else at standard, and name the tier', () => {
    const rows = ranking(made([{ id: 'plain', input: 4, output: 4 }]), { ...oneCall, serviceTier: 'batch' }).ranking;
    // 1,000 tokens at 4, and at 5 in batch.
    expect(rows.map(({ modelId, costPerTask, pricedAt }) => [modelId, costPerTask, pricedAt])).toEqual([
      ['plain', 0.004, { serviceTier: 'standard', region: 'global' }],
      ['dear', 0.005, undefined],
    ]);
    const regional = ranking(made([{ id: 'plain', input: 4, output: 4 }]), { ...oneCall, region: 'eu' }).ranking;
    // 1,000 tokens at 10*1.1.
    expect(regional.map(({ modelId, costPerTask, pricedAt }) => [modelId, costPerTask, pricedAt?.region])).toEqual([
      ['plain', 0.004, 'global'],
      ['dear', 0.011, undefined],
    ]);
  });

  const routeOf = (others: MadeUpModel[], request: EstimateRequest) =>
    estimate(made(others), { ...oneCall, modelId: 'dear', ...request }).routing;

  test('a route is priced at the requested service tier', () => {
    // In batch 1,000 tokens cost 0.005 on one and 0.0015 on the other, not 0.003.
    const route = routeOf(
      [{ id: 'other', input: 3, output: 3, serviceTiers: { batch: { input: 1.5, output: 1.5 } } }],
      {
        serviceTier: 'batch',
      },
    );
    expect(route).toMatchObject({ modelId: 'other', costPerTask: 0.0015 });
  });

  test('a model without batch or flex is a route at its standard price, which is at least as fast', () => {
    expect(routeOf([{ id: 'other', input: 3, output: 3 }], { serviceTier: 'batch' })).toMatchObject({
      modelId: 'other',
      costPerTask: 0.003,
    });
    expect(routeOf([{ id: 'other', input: 9, output: 9 }], { serviceTier: 'batch' })).toBeNull();
  });

  test('a model without the requested priority tier or region is no route', () => {
    const other: MadeUpModel = { id: 'other', input: 3, output: 3 };
    expect(routeOf([other], { serviceTier: 'priority' })).toBeNull();
    expect(routeOf([{ ...other, serviceTiers: doubled }], { serviceTier: 'priority' })).toMatchObject({
      costPerTask: 0.006,
    });
    expect(routeOf([other], { region: 'eu' })).toBeNull();
    expect(routeOf([{ ...other, regions: { eu: 2 } }], { region: 'eu' })).toMatchObject({
      costPerTask: 0.006,
    });
  });
});
