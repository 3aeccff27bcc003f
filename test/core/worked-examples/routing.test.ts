/** Cheaper routes, with the arithmetic next to each; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { ending, estimate, type MadeUpModel, madeUpCatalog } from '../../support/core/made-up.ts';

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

  test('escalate: a lower tier first, and its failures on the chosen model', () => {
    const models: MadeUpModel[] = [
      { id: 'strong', tier: 'frontier', input: 10, output: 50 },
      { id: 'small', tier: 'mid', input: 1, output: 5 },
    ];
    const got = estimate(madeUpCatalog(models), { ...oneCall, modelId: 'strong', taskFailureRatePct: 10 });
    // C = 10,000 + 5,000 = 0.015, C_low = 0.0015, f_low = 0.15: 0.0015 + 0.15*0.015 = 0.00375.
    // The strong model fails 0.1 + 0.4*0.9 = 0.46 of the small one's failures: 0.15*0.46 = 0.069.
    // Per success 0.00375/0.931 = 0.004027927 against 0.015/0.9 = 0.016666667: 1 - 0.2416756 = 75.8324 per cent.
    // Break-even x: (0.0015 + 0.015x)/(1 - 0.46x) = 0.016666667, so x = 0.015166667/(0.015 + 0.007666667) = 0.6691176;
    // it is the small model's failure rate. A month: 1,000*0.015 = 15 less 900*0.004027927 = 3.625134 (3.6251343).
    expect(got.routing.unproven).toMatchObject({
      strategy: 'escalate',
      modelId: 'small',
      tier: 'mid',
      sharePct: 100,
      costPerTask: 0.00375,
      costPerSuccessfulTask: 0.004027927,
      costPerSuccessfulTaskRange: null,
      assumedFailureRatePct: 6.9,
      monthlySpend: 3.625134,
      monthlySaving: 11.374866,
      savingPct: 75.8324,
      breakEvenFailureRatePct: 66.9118,
      measured: [],
    });
  });

  test('escalating saves nothing if the lower tier is not much cheaper, because failures are correlated', () => {
    const models: MadeUpModel[] = [
      { id: 'strong', tier: 'frontier', input: 10, output: 50 },
      { id: 'small', tier: 'mid', input: 6, output: 30 },
    ];
    // C = 0.015, C_low = 0.009, f = 0.25, f_low = 0.3: 0.009 + 0.3*0.015 = 0.0135.
    // If failures were independent: 0.0135/(1 - 0.075) = 0.014594595, 27 per cent less than 0.015/0.75 = 0.02.
    // They are not: 0.25 + 0.4*0.75 = 0.55; 0.0135/(1 - 0.165) = 0.016167665: 19.1617 per cent less.
    const at = (taskFailureRatePct: number) =>
      estimate(madeUpCatalog(models), { ...oneCall, modelId: 'strong', taskFailureRatePct }).routing.unproven;
    expect(at(25)).toMatchObject({ costPerTask: 0.0135, assumedFailureRatePct: 16.5, savingPct: 19.1617 });
    // f = 0.6, f_low = 0.65: 0.009 + 0.65*0.015 = 0.01875; 0.01875/(1 - 0.65*0.76) = 0.037055 against 0.0375, 1.2 per cent
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

  test('coding on GPT-5 has no best route to a model without measurements', () => {
    const { routing } = estimate(catalog, { presetId: 'coding', modelId: 'gpt-5' });
    expect(routing.unproven?.measured).toEqual([]);
    expect(routing.best?.modelId).not.toBe('nova-micro');
  });

  test('a model with a price of low confidence is no route', () => {
    const dear: MadeUpModel = { id: 'dear', tier: 'mid', input: 10, output: 10 };
    const other: MadeUpModel = { id: 'other', input: 1, output: 1, confidence: 'low' };
    const got = estimate(madeUpCatalog([dear, other]), { ...oneCall, modelId: 'dear' });
    expect(got.routing.unproven).toBeNull();
  });
});
