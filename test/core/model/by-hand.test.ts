/** Estimates on other terms than the usual ones, worked out by hand; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../runtime/core/api/envelope.ts';
import { questionOf } from '../../../runtime/core/api/request.ts';
import { routes } from '../../../runtime/core/api/routes.ts';
import type { EstimateRequest } from '../../../runtime/core/api/schemas/estimate-request-schema.ts';
import type { Estimate } from '../../../runtime/core/api/schemas/estimate-schema.ts';
import type { Ranking } from '../../../runtime/core/api/schemas/ranking-schema.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import type { Workflow } from '../../../runtime/core/dataset/request-fields.ts';
import { catalog, dataset, testDay } from '../../support/core/catalog.ts';
import { catalogOf } from '../../support/core/dated.ts';
import { estimate, type MadeUpModel, madeUpCatalog, nothing, ranking } from '../../support/core/made-up.ts';

/** Why a request is refused. */
function refusal(from: Catalog, request: EstimateRequest): string {
  const question = questionOf(from, request);
  if (!(question instanceof Refusal)) throw new Error('it is not refused');
  return question.message;
}

/** The frozen catalog whose presets ask for `more`. */
const catalogWith = (more: Partial<Workflow>): Catalog =>
  catalogOf(
    {
      ...dataset,
      presets: dataset.presets.map((preset) => ({ ...preset, workflow: { ...preset.workflow, ...more } })),
    },
    testDay,
  );

/** What is published for GET as `file`. */
function published(from: Catalog, file: string): unknown {
  const route = routes.find(({ id }) => id === 'estimate');
  for (const publication of route?.publish(from) ?? []) if (publication.file === file) return publication.data();
  throw new Error(`${file} is not published`);
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

  test('in batch on Claude Sonnet 4.6, whose cached reads have a price in batch, costs 0.333686288', () => {
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
      verifiedOn: '2026-11-10',
    });
    expect(got.workflow.serviceTier).toBe('batch');
    expect(got.notes).toEqual([
      expect.stringMatching(/^The price of the service tier batch rests on one source: .*pi-ai.*, 2026-11-10\.$/),
      expect.stringMatching(/in batch may be hours apart/),
    ]);
  });

  test('in batch on Mistral Medium 3.5, whose cached reads have none, costs 0.72225, and the answer says at what rate', () => {
    const got = estimate(catalog, { ...request, modelId: 'mistral-medium-3.5', serviceTier: 'batch' });
    // 0.75 in and 3.75 out, nothing known of the cache: 883,000*0.75 = 662,250; 16,000*3.75 = 60,000.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.66225, cachedInput: 0, output: 0.06 });
    expect(got.costPerTask).toBe(0.72225);
    expect(got.tokensPerTask.cachedInput).toBe(0);
    expect(got.pricing).toMatchObject({ cachedInputPerMTok: null, cacheWriteUsedPerMTok: null, serviceTier: 'batch' });
    expect(got.notes).toContainEqual(
      expect.stringMatching(
        /^No price of cached input is known .* at the service tier batch: .* \$0\.75 per 1M tokens/,
      ),
    );
  });

  test('in the region us on Claude Sonnet 4.6 costs 0.734109833, a tenth more', () => {
    const got = estimate(catalog, { ...request, modelId: 'claude-sonnet-4-6', region: 'us' });
    // 3.3, 16.5, 0.33 and 4.125: 47,093.5*4.125 = 194,260.6875; 835,906.5*0.33 = 275,849.145; 16,000*16.5 = 264,000.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.194260688, cachedInput: 0.275849145, output: 0.264 });
    expect(got.costPerTask).toBe(0.734109833);
    expect(got.pricing).toMatchObject({ inputPerMTok: 3.3, cacheWriteUsedPerMTok: 4.125, region: 'us' });
    expect(got.notes).toEqual(['Processing in the region us multiplies the prices of tokens by 1.1.']);
  });

  test('in batch and in the region us on Claude Sonnet 4.6 costs 0.367054917', () => {
    const got = estimate(catalog, { ...request, modelId: 'claude-sonnet-4-6', serviceTier: 'batch', region: 'us' });
    // 1.65, 8.25, 0.165 and 2.0625: 47,093.5*2.0625 = 97,130.34375; 835,906.5*0.165 = 137,924.5725; 16,000*8.25 = 132,000.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.097130344, cachedInput: 0.137924573, output: 0.132 });
    expect(got.costPerTask).toBe(0.367054917);
  });
});

describe('a conversation with a cache that is kept for an hour', () => {
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

  test('costs 0.09863238 on Claude Sonnet 4.6, which writes for an hour at 6', () => {
    const got = estimate(catalog, request);
    // reads = 0.99*110,006.666... = 108,906.6; written = 6,493.4: at 6 they cost 38,960.4; 108,906.6*0.3 = 32,671.98;
    // 1,800*15 = 27,000.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.0389604, cachedInput: 0.03267198, output: 0.027 });
    expect(got.costPerTask).toBe(0.09863238);
    expect(got.pricing).toMatchObject({ cacheWritePerMTok: 3.75, cacheWriteUsedPerMTok: 6 });
  });

  test('costs 0.04931619 in batch, which writes for an hour at 3', () => {
    const got = estimate(catalog, { ...request, serviceTier: 'batch' });
    // 6,493.4*3 = 19,480.2; 108,906.6*0.15 = 16,335.99; 1,800*7.5 = 13,500.
    expect(got.costBreakdown).toMatchObject({ freshInput: 0.0194802, cachedInput: 0.01633599, output: 0.0135 });
    expect(got.costPerTask).toBe(0.04931619);
    expect(got.pricing.cacheWriteUsedPerMTok).toBe(3);
  });

  test('is stored at a price of its own on Gemini 3.5 Flash, which a note tells', () => {
    // The prompts must reach 4,096 tokens: 4,000 of system prompt and 800 of tools, at 1 per million and hour: 0.0048.
    const got = estimate(catalog, { ...request, modelId: 'gemini-3.5-flash', systemPromptTokens: 4000 });
    expect(got.notes).toContain(
      'An explicit cache is charged for its storage too, $1 per 1M tokens and hour, which is in no sum here: the 4800 tokens of system prompt and tools cost $0.0048 an hour.',
    );
    const short = estimate(catalog, {
      ...request,
      modelId: 'gemini-3.5-flash',
      systemPromptTokens: 4000,
      cacheTtl: '5m',
    });
    expect(short.notes.join()).not.toMatch(/storage/);
  });

  test('is written at the usual price where the service tier has none for an hour, and the answer says so', () => {
    // Opus 5.5 in priority: a write costs 10, one for an hour has no price.
    const got = estimate(catalog, { ...request, modelId: 'claude-opus-5-5', serviceTier: 'priority' });
    expect(got.pricing).toMatchObject({ cacheWritePerMTok: 10, cacheWriteUsedPerMTok: 10 });
    expect(got.notes).toContainEqual(
      expect.stringMatching(/no price for one-hour cache writes at the service tier priority.*usual write price/),
    );
  });

  test('is written at the usual price above a threshold that has none for an hour, and the answer says so', () => {
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
      expect.stringMatching(/no price for one-hour cache writes of more than 1000 tokens: .*usual write price/),
    );
  });
});

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
    expect(got.assumptions.webSearchesPerTask).toBe(25);
    expect(got.notes).toContain('A task makes 25 web searches, at $10 for 1,000. Tokens of the results come on top.');
  });

  test('costs 0.73841825 on Gemini 3.5 Flash', () => {
    const got = estimate(catalog, { ...request, modelId: 'gemini-3.5-flash' });
    // 1.5 in, 9 out, 0.15 from the cache. reads = 0.9*599,450 = 539,505; written = 120,995, at the input price 181,492.5;
    // 539,505*0.15 = 80,925.75; 14,000*9 = 126,000; 25 searches at 14 for 1,000: 0.35.
    const parts = { freshInput: 0.1814925, cachedInput: 0.08092575, output: 0.126, toolFees: 0.35 };
    expect(got.costBreakdown).toEqual(parts);
    expect(got.costPerTask).toBe(0.73841825);
  });

  test('on DeepSeek V4.1 Flash, whose fee is not known, leaves them out of every sum and says so', () => {
    const got = estimate(catalog, { ...request, modelId: 'deepseek-v4-flash' });
    const without = estimate(catalog, { ...request, modelId: 'deepseek-v4-flash', searchesPerTask: 0 });
    expect(got.costBreakdown).toEqual({ ...without.costBreakdown, toolFees: null });
    expect(without.costBreakdown.toolFees).toBe(0);
    expect(got.costPerTask).toBe(without.costPerTask);
    expect(got.pricing.webSearchPer1000).toBeNull();
    expect(got.notes).toContain(
      'No fee for web searches is known for DeepSeek V4.1 Flash: the 25 web searches of a task are not in any sum here, and no cheaper route is sought.',
    );
    expect(got.routing).toEqual({ best: null, bestSameProvider: null, unproven: null });
  });

  test('ranks models whose fee is not known behind the others that fit', () => {
    const rows = ranking(catalog, request).ranking.filter(({ fitsContext }) => fitsContext);
    const known = rows.filter(({ toolFees }) => toolFees !== null);
    expect(rows.slice(0, known.length)).toEqual(known);
    expect(rows.length - known.length).toBeGreaterThan(10);
    expect(known.find(({ modelId }) => modelId === 'claude-haiku-4-5')).toMatchObject({
      costPerTask: 0.463151175,
      toolFees: 0.25,
    });
  });

  test('gives the same answer as a preset, in its file, and as fields of a request', () => {
    const changed = catalogWith({ searchesPerTask: 25, cacheTtl: '1h' });
    const asked = { presetId: 'research', modelId: 'claude-haiku-4-5', searchesPerTask: 25, cacheTtl: '1h' } as const;
    // The two values are the preset's in the one, and the caller's in the other.
    const file = published(changed, 'estimate/research/claude-haiku-4-5.json') as Estimate;
    expect(file).toEqual({ ...estimate(catalog, asked), inputs: file.inputs });
    // The boards are compared at what the presets would cost, which are others here.
    const { sameWork, ...rows } = published(changed, 'estimate/compare/research.json') as Ranking;
    expect({ ...rows, sameWork }).toEqual({ ...ranking(catalog, asked), sameWork });
  });
});

describe('web searches and faults', () => {
  // Tokens are free and 1,000 searches cost 10, so that nothing but searches is paid: 20 in 40 tool calls.
  const model: MadeUpModel = { input: 0, output: 0, webSearchPer1000: 10 };
  const searching: EstimateRequest = {
    tasksPerMonth: 1000,
    modelCallsPerTask: 40,
    toolCallsPerTask: 40,
    searchesPerTask: 20,
  };

  test('invalid calls and loops repeat them, retries do not, and every cause has its share', () => {
    const got = estimate(madeUpCatalog([model]), {
      ...searching,
      hallucinatedToolPct: 10,
      timeoutLoopsPerTask: 1,
      retryRatePct: 50,
      taskFailureRatePct: 25,
    });
    // 20 and 2 that were invalid, and half of the 3 tool calls of a loop: 23.5 searches.
    expect(got.assumptions.webSearchesPerTask).toBe(23.5);
    expect(got.costBreakdown).toEqual({ freshInput: 0, cachedInput: 0, output: 0, toolFees: 0.235 });
    // 0.235/0.75 = 0.3133333...
    expect(got).toMatchObject({ costPerTask: 0.235, costPerSuccessfulTask: 0.313333333, monthlySpend: 235 });
    // 2 and 1.5 searches; nothing for retries; a quarter of 0.235 - 0.035 = 0.2.
    expect(got.waste.causes.map(({ costPerTask }) => costPerTask)).toEqual([0.02, 0.015, 0, 0.05]);
    expect(got.waste).toMatchObject({ costPerTask: 0.085, monthly: 85 });
  });

  test('a loop repeats at most one search in each of its calls', () => {
    // 60 searches in 40 tool calls, and 3 calls of a loop: 63.
    const many = estimate(madeUpCatalog([model]), { ...searching, searchesPerTask: 60, timeoutLoopsPerTask: 1 });
    expect(many.costPerTask).toBe(0.63);
    // Without tool calls of its own, half a search: half of the 3 calls of a loop are searches too.
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
    // 20 at 10 for 1,000; the tokens cost something else.
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
    ).routing.unproven;

  test('a route counts the searches of both models, and is none where a fee is not known', () => {
    // 100 tokens at 100 and 20 searches at 10: 0.01 + 0.2. On the other 100 at 1 and 20 at 5: 0.0001 + 0.1.
    const dear = { input: 100, webSearchPer1000: 10 };
    expect(routeFrom(dear, { input: 1, webSearchPer1000: 5 })).toMatchObject({ modelId: 'other', costPerTask: 0.1001 });
    expect(routeFrom(dear, { input: 1, webSearchPer1000: 14 })).toBeNull();
    expect(routeFrom(dear, { input: 1 })).toBeNull();
    expect(routeFrom({ input: 100 }, { input: 1, webSearchPer1000: 5 })).toBeNull();
  });

  test('a ranking has models whose fee is not known behind the others, before those that are too small', () => {
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

describe('a call longer than a service tier takes', () => {
  test('is billed at the standard long-context price, and the answer says so', () => {
    // GPT-5.5 in priority: 12.5 in and 75 out up to 272,000 tokens; above, the standard 10 and 45. One call of 300,000
    // tokens: 300,000*10 = 3,000,000 and 1,000*45 = 45,000.
    const request = { ...nothing, modelCallsPerTask: 1, systemPromptTokens: 300_000, outputTokensPerCall: 1000 };
    const got = estimate(catalog, { ...request, modelId: 'gpt-5.5', serviceTier: 'priority' });
    expect(got.costPerTask).toBe(3.045);
    expect(got.notes).toContainEqual(
      '1 of 1 calls send more than 272000 tokens and are billed at the standard long-context price, since priority is not offered there.',
    );
    const shorter = { ...request, systemPromptTokens: 272_000, modelId: 'gpt-5.5', serviceTier: 'priority' } as const;
    // 272,000*12.5 = 3,400,000 and 1,000*75 = 75,000.
    expect(estimate(catalog, shorter).costPerTask).toBe(3.475);
  });
});

describe('terms on which a model is not sold', () => {
  test('are refused with those it has', () => {
    expect(refusal(catalog, { modelId: 'claude-sonnet-4-6', serviceTier: 'flex' })).toBe(
      'serviceTier of claude-sonnet-4-6 must be one of standard, batch (got "flex").',
    );
    expect(refusal(catalog, { modelId: 'claude-sonnet-4-6', region: 'eu' })).toBe(
      'region of claude-sonnet-4-6 must be one of global, us (got "eu").',
    );
    expect(refusal(catalog, { modelId: 'gpt-5.5', region: 'data residancy' })).toMatch(
      /Did you mean "data residency"\?$/,
    );
    expect(refusal(catalog, { modelId: 'gemini-3.5-flash', region: 'us' })).toBe(
      'region of gemini-3.5-flash must be one of global (got "us").',
    );
  });

  test('of a ranking are refused only where no model has them', () => {
    expect(refusal(catalog, { compare: true, region: 'mars' })).toBe(
      'region must be one of global, us, data residency (got "mars").',
    );
    expect(ranking(catalog, { serviceTier: 'flex', region: 'us', modelId: 'grok-4.3' }).ranking).toHaveLength(
      catalog.models.length,
    );
  });

  test('are asked for by a preset: the standard ones are priced, the answer says so, and every file is there', () => {
    const batch = catalogWith({ serviceTier: 'batch', region: 'us' });
    const got = published(batch, 'estimate/coding/deepseek-v4-pro.json') as Estimate;
    const usual = estimate(catalog, { presetId: 'coding', modelId: 'deepseek-v4-pro' });
    expect(got).toMatchObject({ costPerTask: usual.costPerTask, pricing: usual.pricing });
    expect(got.workflow).toMatchObject({ serviceTier: 'batch', region: 'us' });
    expect(got.notes[0]).toMatch(
      /is not sold at the service tier batch nor with processing in the region us: it is priced at the service tier standard\.$/,
    );
    // Half of it is offered by GPT-5.4.
    expect(published(batch, 'estimate/coding/gpt-5.4.json')).toMatchObject({
      pricing: { serviceTier: 'batch', region: 'global', inputPerMTok: 1.25 },
      notes: expect.arrayContaining([
        expect.stringMatching(/not sold with processing in the region us: .*tier batch\.$/),
      ]),
    });
  });
});

describe('a preset on other terms', () => {
  test('gives the same answer in its file, by GET and by POST as fields of a request', () => {
    const changed = catalogWith({ serviceTier: 'batch' });
    const file = published(changed, 'estimate/coding/claude-sonnet-4-6.json');
    const asked: EstimateRequest = { presetId: 'coding', modelId: 'claude-sonnet-4-6', serviceTier: 'batch' };
    expect(file).toEqual(estimate(changed, { presetId: 'coding', modelId: 'claude-sonnet-4-6' }));
    // The serviceTier is the preset's in the one, and the caller's in the other.
    expect(file).toEqual({ ...estimate(catalog, asked), inputs: (file as Estimate).inputs });
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

  test('price each model at the service tier asked for where it has it, else at the standard one, and say which', () => {
    const rows = ranking(made([{ id: 'plain', input: 4, output: 4 }]), { ...oneCall, serviceTier: 'batch' }).ranking;
    // 1,000 tokens at 4, and at 5 in batch.
    expect(
      rows.map(({ modelId, costPerTask, serviceTier, region }) => [modelId, costPerTask, serviceTier, region]),
    ).toEqual([
      ['plain', 0.004, 'standard', 'global'],
      ['dear', 0.005, 'batch', 'global'],
    ]);
    const regional = ranking(made([{ id: 'plain', input: 4, output: 4 }]), { ...oneCall, region: 'eu' }).ranking;
    // 1,000 tokens at 10*1.1.
    expect(regional.map(({ modelId, costPerTask, region }) => [modelId, costPerTask, region])).toEqual([
      ['plain', 0.004, 'global'],
      ['dear', 0.011, 'eu'],
    ]);
  });

  const routeOf = (others: MadeUpModel[], request: EstimateRequest) =>
    estimate(made(others), { ...oneCall, modelId: 'dear', ...request }).routing.unproven;

  test('a route is priced at the service tier asked for', () => {
    // In batch 1,000 tokens cost 0.005 on one and 0.0015 on the other, not 0.003.
    const route = routeOf(
      [{ id: 'other', input: 3, output: 3, serviceTiers: { batch: { input: 1.5, output: 1.5 } } }],
      {
        serviceTier: 'batch',
      },
    );
    expect(route).toMatchObject({ modelId: 'other', costPerTask: 0.0015, serviceTier: 'batch', region: 'global' });
  });

  test('a model without batch or flex is a route at its standard price, which answers sooner', () => {
    expect(routeOf([{ id: 'other', input: 3, output: 3 }], { serviceTier: 'batch' })).toMatchObject({
      modelId: 'other',
      costPerTask: 0.003,
      serviceTier: 'standard',
    });
    expect(routeOf([{ id: 'other', input: 9, output: 9 }], { serviceTier: 'batch' })).toBeNull();
  });

  test('a model without priority, or without the region, is no route: it would give less than was asked for', () => {
    const other: MadeUpModel = { id: 'other', input: 3, output: 3 };
    expect(routeOf([other], { serviceTier: 'priority' })).toBeNull();
    expect(routeOf([{ ...other, serviceTiers: doubled }], { serviceTier: 'priority' })).toMatchObject({
      costPerTask: 0.006,
    });
    expect(routeOf([other], { region: 'eu' })).toBeNull();
    expect(routeOf([{ ...other, regions: { eu: 2 } }], { region: 'eu' })).toMatchObject({
      costPerTask: 0.006,
      region: 'eu',
    });
  });
});
