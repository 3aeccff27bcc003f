/** Long-context prices, with the arithmetic next to each; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import type { CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { billFor } from '../../../runtime/core/model/bill.ts';
import { workOf } from '../../../runtime/core/model/work.ts';
import { catalog } from '../../support/core/catalog.ts';
import {
  estimate,
  estimateOn,
  type MadeUpModel,
  madeUpCatalog,
  madeUpPreset,
  nothing,
} from '../../support/core/made-up.ts';

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

  /** The same prices on a model that caches only on request. */
  const priced: MadeUpModel = {
    input: 2,
    output: 12,
    cachedInput: 0.2,
    longContext: [{ above: 200_000, input: 4, output: 18, cachedInput: 0.4, cacheWrite: null }],
  };
  const dear = madeUpCatalog([priced]).models[0] as CatalogModel;

  test('a task that crosses the threshold pays the higher price from there on', () => {
    // Prompts of 180,000, 190,000, 200,000 and 210,000 tokens: three at 2 = 1,140,000, the last at 4 = 840,000.
    // Output: 3*5,000*12 = 180,000 and 5,000*18 = 90,000. Together 2,250,000.
    const { costPerTask, breakdown } = billFor(workOf(madeUpPreset(), crossing), dear);
    expect(breakdown).toEqual({ freshInput: 1.98, cachedInput: 0, output: 0.27, toolFees: 0 });
    expect(costPerTask).toBe(2.25);
  });

  test('with a cache, new and cached tokens are billed call by call', () => {
    // Prompts of 180,000, 190,000 and 200,000: 180,000 + 2*10,000 are new, 180,000 + 190,000 are read. The last one, of
    // 210,000: 10,000 new, 200,000 read. 200,000*2 + 10,000*4 = 440,000; 370,000*0.2 + 200,000*0.4 = 154,000.
    const got = estimateOn(priced, { ...crossing, promptCaching: true });
    expect(got.tokensPerTask).toEqual({ input: 780_000, cachedInput: 570_000, output: 20_000 });
    expect(got.costBreakdown).toEqual({ freshInput: 0.44, cachedInput: 0.154, output: 0.27, toolFees: 0 });
  });

  test('are paid by long tasks even if the mean task does not reach them', () => {
    // Five calls on average, each adding 100,000 tokens: the mean task peaks at 400,000, the longest of sixteen higher.
    const request = { ...nothing, modelCallsPerTask: 5, outputTokensPerCall: 100_000, callDispersion: 0.48 };
    const model = { input: 1, output: 0, longContext: [{ ...priced.longContext?.[0], above: 400_000, input: 2 }] };
    const got = estimateOn(model as MadeUpModel, request);
    expect(got.context.peakTokens).toBe(400_000);
    expect(got.costPerTask).toBeGreaterThan((1.2 * got.tokensPerTask.input) / 1e6);
    expect(got.notes).toEqual([expect.stringMatching(/ of 5 calls send more than 400,000 tokens/)]);
    const alike = estimateOn(model as MadeUpModel, { ...request, callDispersion: 0 });
    // 5*4/2*100,000 = 1,000,000 at 1.
    expect(alike.costPerTask).toBe(1);
  });

  test('do not jump with one more hundredth of a call', () => {
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
  ])('with two thresholds, a prompt of $prompt tokens costs $costPerTask', ({ prompt, costPerTask }) => {
    const request = { ...nothing, modelCallsPerTask: 1, systemPromptTokens: prompt };
    expect(estimateOn(flash, request).costPerTask).toBe(costPerTask);
  });
});
