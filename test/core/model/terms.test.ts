/** The prices of a model in batch, flex and priority, and for processing in a region. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { pricesFor, type Terms, tiersSold } from '../../../runtime/core/dataset/price-on-day.ts';
import { roundHalfUp } from '../../../runtime/core/values/money.ts';
import { catalog } from '../../support/core/catalog.ts';
import { type MadeUpModel, madeUpCatalog } from '../../support/core/made-up.ts';
import { rounds } from '../../support/rounds.ts';

const found = (id: string): CatalogModel => {
  const model = catalog.find(id);
  if (model === undefined) throw new Error(`${id} is not in the catalog`);
  return model;
};
const terms = (change: Partial<Terms>): Terms => ({ serviceTier: 'standard', region: 'global', ...change });
const priced = (model: CatalogModel, change: Partial<Terms>) => pricesFor(model, model.price, terms(change));
const made = (model: MadeUpModel) => madeUpCatalog([model]).models[0] as CatalogModel;

describe('the prices for terms', () => {
  test('that are the default are the price in force itself', () => {
    for (const model of catalog.models) expect(priced(model, {})).toBe(model.price);
  });

  test('of a service tier are its own, not factors: Gemini halves input in batch, but not cached input', () => {
    const gemini = found('gemini-3.1-pro-preview');
    expect(gemini.price).toMatchObject({ input: 2, output: 12, cachedInput: 0.2 });
    expect(priced(gemini, { serviceTier: 'batch' })).toMatchObject({
      input: 1,
      output: 6,
      cachedInput: 0.2,
      longContext: [{ above: 200_000, input: 2, output: 9, cachedInput: 0.4 }],
      verifiedOn: '2026-06-02',
    });
  });

  test('of a service tier omit what its sources omit', () => {
    const mistral = found('mistral-medium-3.5');
    expect(mistral.price.cachedInput).toBe(0.15);
    expect(priced(mistral, { serviceTier: 'batch' })).toMatchObject({ input: 0.75, output: 3.75, cachedInput: null });
  });

  test('of a service tier are the standard ones above a threshold where it is not offered', () => {
    // GPT-5.5 in priority: 12.5 in and 75 out, and no price above 272,000 tokens, where the standard one is 10 and 45.
    const gpt = found('gpt-5.5');
    expect(priced(gpt, { serviceTier: 'priority' })).toMatchObject({
      input: 12.5,
      output: 75,
      cachedInput: 1.25,
      longContext: [{ above: 272_000, input: 10, output: 45, cachedInput: 1 }],
    });
  });

  test('in a region are all prices times its factor, to a billionth of a dollar', () => {
    // 3, 15, 0.3, 3.75 and 6, each times 1.1.
    const sonnet = found('claude-sonnet-4-6');
    expect(priced(sonnet, { region: 'us' })).toMatchObject({
      input: 3.3,
      output: 16.5,
      cachedInput: 0.33,
      cacheWrite: 4.125,
      cacheWrite1h: 6.6,
      verifiedOn: sonnet.price.verifiedOn,
    });
    // 1.5 and 7.5 in batch, 0.15 from the cache.
    expect(priced(sonnet, { region: 'us', serviceTier: 'batch' })).toMatchObject({
      input: 1.65,
      output: 8.25,
      cachedInput: 0.165,
      cacheWrite: 2.0625,
      cacheWrite1h: 3.3,
    });
  });

  test('in a region include long-context and off-peak prices; null stays null and 0 stays 0', () => {
    const model = made({
      input: 1,
      output: 0,
      longContext: [{ above: 1000, input: 2, output: 3, cachedInput: null, cacheWrite: 0.05 }],
      offPeak: { input: 0.5, output: 1, cachedInput: null, peakUtc: ['01:00-04:00'], peakDays: 'weekdays' },
      regions: { eu: 1.2 },
    });
    expect(priced(model, { region: 'eu' })).toMatchObject({
      input: 1.2,
      output: 0,
      cachedInput: null,
      cacheWrite: null,
      cacheWrite1h: null,
      longContext: [{ above: 1000, input: 2.4, output: 3.6, cachedInput: null, cacheWrite: 0.06, cacheWrite1h: null }],
      offPeak: { input: 0.6, output: 1.2, cachedInput: null, peakUtc: ['01:00-04:00'], peakDays: 'weekdays' },
    });
  });

  test('off-peak exist for the standard tier only', () => {
    const offPeak = { input: 0.5, output: 1, cachedInput: null, peakUtc: ['01:00-04:00'], peakDays: 'weekdays' };
    const model = made({ offPeak, serviceTiers: { flex: { input: 0.4, output: 0.8 } } });
    expect(priced(model, { serviceTier: 'flex' })).not.toHaveProperty('offPeak');
  });

  test('that a model is not sold on are null', () => {
    const sonnet = found('claude-sonnet-4-6');
    expect(tiersSold(sonnet.price)).toEqual(['standard', 'batch']);
    expect(priced(sonnet, { serviceTier: 'priority' })).toBeNull();
    expect(priced(sonnet, { region: 'data residency' })).toBeNull();
    expect(priced(sonnet, { region: 'mars' })).toBeNull();
  });

  test('that are a place without a price of its own are those of the base', () => {
    const haiku = found('claude-haiku-4-5');
    expect(priced(haiku, { region: 'us' })).toBe(haiku.price);
  });
});

test('nearest is Math.round except near halves, which round up however their factors are stored', () => {
  // 1.005 * 1000 is 1004.9999999999999 in binary, and 8.345 * 100 is 834.4999999999999.
  expect(roundHalfUp(1.0005 * 1000)).toBe(1001);
  expect(roundHalfUp(8.345 * 100)).toBe(835);
  expect(roundHalfUp(0.4999)).toBe(0);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 2 ** 51, noNaN: true }), fc.nat(), (amount, whole) => {
      const fromHalf = Math.abs(amount - Math.floor(amount) - 0.5);
      if (fromHalf > 1e-5) expect(roundHalfUp(amount)).toBe(Math.round(amount));
      expect(roundHalfUp(whole)).toBe(whole);
      expect(roundHalfUp(whole + 0.5)).toBe(whole + 1);
    }),
    { numRuns: rounds(20_000), seed: 26 },
  );
});
