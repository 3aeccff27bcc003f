/**
 * Cheaper routes, with the arithmetic next to each; prices are USD per million tokens. The ranking of models, with the
 * arithmetic next to each; prices are USD per million tokens.
 */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { advice, ending, estimate, type MadeUpModel, madeUpCatalog, ranking } from '../../support/core/made-up.ts';

describe('cheaper routing', () => {
  // One call of 1,000 tokens in and 100 out.
  const oneCall: EstimateRequest = {
    tasksPerMonth: 1000,
    modelCallsPerTask: 1,
    systemPromptTokens: 1000,
    outputTokensPerCall: 100,
  };

  test('another model of the same tier at half the price, with the figures of its own estimate', () => {
    const models: MadeUpModel[] = [
      { id: 'dear', provider: 'one', input: 10, output: 10 },
      { id: 'half', provider: 'two', input: 5, output: 5 },
    ];
    const got = advice(madeUpCatalog(models), { ...oneCall, modelId: 'dear', taskFailureRatePct: 20 });
    // 1,000*10 + 100*10 = 11,000 against 5,500; per success 0.011/0.8 = 0.01375 against 0.006875; 5.5 a month instead of 11.
    // Break-even: 1 - 0.8*0.0055/0.011 = 0.6.
    expect(got.routes).toEqual([
      {
        basis: 'estimated',
        modelId: 'half',
        modelName: 'half',
        provider: 'two',
        tier: 'mid',
        changes: { modelId: 'half' },
        costPerTask: 0.0055,
        costPerSuccessfulTask: 0.006875,
        monthlySpend: 5.5,
        saving: { costPerTask: 0.0055, monthly: 5.5, pct: 50 },
        asMeasured: null,
        breakEvenFailurePct: 60,
        note: expect.stringMatching(/No measurement of half at coding work is known/),
      },
    ]);
    expect(got.nearMisses).toEqual([]);
  });

  const switchTo = (price: number) => {
    const models = [
      { id: 'dear', input: 10, output: 10 },
      { id: 'other', input: price, output: price },
    ];
    return estimate(madeUpCatalog(models), { ...oneCall, modelId: 'dear' }).routing;
  };

  test('a saving of 11 per cent per success is suggested, one of 9 per cent is not', () => {
    expect(switchTo(9.1)).toBeNull();
    expect(switchTo(8.9)).toMatchObject({ modelId: 'other', saving: { pct: 11 } });
  });

  test('a saving of exactly 10 per cent is suggested', () => {
    // 0.0099 against 0.011.
    expect(switchTo(9)).toMatchObject({ modelId: 'other', costPerTask: 0.0099, saving: { pct: 10 } });
  });

  test('a lower tier, too small a window, an end that is announced or a price in doubt is no route', () => {
    const dear: MadeUpModel = { id: 'dear', tier: 'mid', input: 10, output: 10 };
    const route = (other: MadeUpModel) =>
      estimate(madeUpCatalog([dear, { id: 'other', input: 1, output: 1, ...other }]), { ...oneCall, modelId: 'dear' })
        .routing?.modelId;
    expect(route({ tier: 'frontier' })).toBe('other');
    expect(route({ tier: 'mid' })).toBe('other');
    expect(route({ tier: 'fast' })).toBeUndefined();
    // A prompt of 1,000 and an answer of 100.
    expect(route({ contextWindow: 1100 })).toBe('other');
    expect(route({ contextWindow: 1099 })).toBeUndefined();
    expect(route({ lifecycle: ending() })).toBeUndefined();
    expect(route({ confidence: 'low' })).toBeUndefined();
  });

  test('coding on GPT-5 names no model for its list price before one that was measured', () => {
    const { routes } = advice(catalog, { presetId: 'coding', modelId: 'gpt-5' });
    const bases = routes.map(({ basis }) => basis);
    expect(bases).toEqual([...bases].sort((a, b) => Number(a === 'estimated') - Number(b === 'estimated')));
    expect(routes[0]?.modelId).not.toBe('nova-micro');
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
    { id: 'cheapest', input: 5, output: 5, contextWindow: 200 },
    { id: 'a-ten', input: 10, output: 10 },
    { id: 'z-fifteen', input: 15, output: 5 },
  ];

  test('sorts by cost, then output price, then id; models with too small a window come last', () => {
    const rows = ranking(madeUpCatalog(models), request).ranking;
    expect(rows.map(({ rank, modelId }) => `${rank} ${modelId}`)).toEqual([
      '1 cheapest',
      '2 z-fifteen',
      '3 a-ten',
      '4 b-ten',
      '5 too-small-cheap',
      '6 too-small-dear',
    ]);
    expect(rows.map(({ fits }) => fits)).toEqual([1, 1, 1, 1, 0, 0]);
  });

  test('has the cost of each model', () => {
    const rows = ranking(madeUpCatalog(models), request).ranking;
    // 200 tokens at 5 = 0.001; the next three 0.002; then 200*0.5 = 0.0001 and 200*1 = 0.0002.
    expect(rows.map(({ costPerTask }) => costPerTask)).toEqual([0.001, 0.002, 0.002, 0.002, 0.0001, 0.0002]);
    expect(rows.map(({ monthlySpend }) => monthlySpend)).toEqual([0.01, 0.02, 0.02, 0.02, 0.001, 0.002]);
  });

  test('is cut to the first rows, and says how many there are and where the line is', () => {
    const got = ranking(madeUpCatalog(models), { ...request, top: 2 });
    expect(got.ranking.map(({ modelId }) => modelId)).toEqual(['cheapest', 'z-fifteen']);
    expect(got).toMatchObject({ sort: 'cost', board: null, chosen: null, models: 6, aboveLine: 4 });
  });

  test('by solved tasks is by cost where no board is of such work, and says so', () => {
    const got = ranking(madeUpCatalog(models), { ...request, sort: 'solved' });
    expect(got.sort).toBe('cost');
    expect(got.notes.at(-1)).toMatch(/No board is of coding work/);
  });
});
