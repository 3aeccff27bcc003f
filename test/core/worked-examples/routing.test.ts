/** Cheaper routes, with the arithmetic next to each; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { advice, ending, estimate, type MadeUpModel, madeUpCatalog } from '../../support/core/made-up.ts';

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
