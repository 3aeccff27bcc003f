/**
 * Calls of past days at the prices of those days, by the shipped data. A past price never changes, so it may be tested by
 * its number; each is the arithmetic of what the provider charged then.
 */
import { describe, expect, test } from 'vitest';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import type { Call } from '../../runtime/core/schemas/priced-call-schemas.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';

const catalog = shippedCatalog();
const price = (call: Call) => priceCall(catalog, call);

describe('long prompts of Claude Sonnet 4 and 4.5', () => {
  const long = { input: 250_000, output: 1000 };

  test.each(['claude-sonnet-4-5', 'claude-sonnet-4'])('%s: dearer until 2026-04-30', (model) => {
    // 250,000 * 6 + 1,000 * 22.50
    expect(price({ model, ...long, on: '2026-02-20' })).toMatchObject({
      usd: 1.5225,
      pricing: { aboveTokens: 200_000 },
    });
    expect(price({ model, ...long, on: '2026-04-30' }).usd).toBe(1.5225);
    // 250,000 * 3 + 1,000 * 15
    expect(price({ model, ...long, on: '2026-05-01' })).toMatchObject({ usd: 0.765, pricing: { aboveTokens: null } });
    expect(price({ model, ...long, input: 200_000, on: '2026-02-20' }).usd).toBe(0.615);
  });
});

describe('fast mode of Claude', () => {
  const tokens = { input: 1000, cachedInput: 10_000, cacheWrite1h: 2000, output: 500 };

  test.each([
    // 1,000 * input + 10,000 * cached + 2,000 * one-hour write + 500 * output, by a million
    ['claude-fable-5-2', '2026-11-20', 0.016 + 0.004 + 0.064 + 0.04],
    ['claude-opus-5-5', '2026-11-20', 0.008 + 0.004 + 0.032 + 0.02],
    ['claude-opus-5', '2026-11-20', 0.01 + 0.01 + 0.04 + 0.025],
    ['claude-opus-4-8', '2026-11-29', 0.01 + 0.01 + 0.04 + 0.025],
    ['claude-opus-4-7', '2026-07-23', 0.03 + 0.03 + 0.12 + 0.075],
    ['claude-opus-4-6', '2026-03-20', 0.03 + 0.03 + 0.12 + 0.075],
  ])('%s on %s, with one-hour writes', (model, on, usd) => {
    expect(price({ model, ...tokens, serviceTier: 'priority', on }).usd).toBeCloseTo(usd, 9);
  });

  test.each([
    ['claude-opus-4-8', '2026-11-30'],
    ['claude-opus-4-7', '2026-07-24'],
    ['claude-sonnet-4-6', '2026-07-24'],
  ])('%s is not sold in it on %s, which the reason calls by its name', (model, on) => {
    const answer = price({ model, ...tokens, serviceTier: 'priority', on });
    expect(answer.usd).toBeNull();
    expect(answer.unpriced).toMatch(/fast mode/);
  });
});

test('a one-hour write of Kimi K3 costs twice its input', () => {
  expect(price({ model: 'kimi-k3', cacheWrite1h: 1_000_000, on: '2026-11-20' }).usd).toBe(6);
});

describe('announced changes', () => {
  // A million tokens each way: the launch price of both, then twice as much.
  test.each(['gemini-4-argon', 'gemini-4-carbon'])('%s on 2026-11-30 and on 2026-12-02', (model) => {
    const call = { model, input: 1_000_000, output: 1_000_000 };
    expect(price({ ...call, on: '2026-11-30' }).usd).toBe(12);
    expect(price({ ...call, on: '2026-12-02' }).usd).toBe(24);
  });
});
