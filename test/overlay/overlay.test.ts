/** Contract prices and discounts, computed by hand from the list prices of the frozen data. */
import { describe, expect, test } from 'vitest';
import { newAjv } from '../../build/data/ajv.ts';
import { catalogOn, overlaidModels, withOverlay } from '../../runtime/core/dataset/overlay-catalog.ts';
import { priceOn } from '../../runtime/core/dataset/price-on-day.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { type OverlayRule, overlay as overlaySchema } from '../../runtime/core/schemas/data-files/overlay-file.ts';
import type { Call } from '../../runtime/core/schemas/priced-call-schemas.ts';
import { describeAll, type Finding } from '../../runtime/core/schemas/problems.ts';
import { catalogOn as builtOn, catalog } from '../support/core/catalog.ts';
import { estimate, ranking } from '../support/core/made-up.ts';

const accepts = newAjv({ allErrors: true }).compile(overlaySchema);

/** The frozen catalog with these rules. */
function own(...rules: OverlayRule[]) {
  const overlay = { name: 'acme', rules };
  expect(accepts(overlay), JSON.stringify(accepts.errors)).toBe(true);
  const made = withOverlay(catalog, overlay);
  if (made instanceof ApiError) throw new Error(made.message);
  return made;
}
const usd = (made: typeof catalog, call: Call) => priceCall(made, call).usd;

const gpt = { model: 'gpt-5.4', input: 1_000, output: 1_000 }; // 2.50 and 15: 0.0025 + 0.015 = 0.0175
const sonnet = { model: 'claude-sonnet-4-6', input: 1_000, output: 1_000 }; // 3 and 15: 0.018

describe('a discount', () => {
  test('applies to every token price of its models, and marks them', () => {
    const made = own({ provider: 'openai', discountPct: 20 });
    expect(usd(made, gpt)).toBe(0.014); // 0.8 * 0.0175
    expect(usd(made, sonnet)).toBe(0.018);
    // Above 272,000 tokens: 5 and 22.50, a fifth less: 300,000 * 4 + 1,000 * 18
    expect(usd(made, { ...gpt, input: 300_000 })).toBe(1.218);
    // Batch: 1.25 and 7.50, a fifth less: 0.001 + 0.006
    expect(usd(made, { ...gpt, serviceTier: 'batch' })).toBe(0.007);
    const changed = priceCall(made, gpt);
    expect(changed.pricing?.source).toBe('overlay');
    expect(changed.notes[0]).toMatch(/GPT-5\.4 .*overlay "acme"/);
    expect(priceCall(made, sonnet)).toEqual(priceCall(catalog, sonnet));
    expect(priceCall(made, sonnet).pricing?.source).toBe('list');
  });

  test('below 0 is a surcharge, with exact decimal rounding', () => {
    expect(usd(own({ model: 'gpt-5.4', discountPct: -5 }), gpt)).toBe(0.018375); // 1.05 * 0.0175
    // 0.05 * 1.1 is 0.055: 1,000,000 tokens of DeepSeek at 0.3 * 0.93 = 0.279
    expect(usd(own({ discountPct: 7 }), { model: 'deepseek-flash', input: 1e6 })).toBe(0.279);
  });

  test('can be for a tier or a service tier', () => {
    const fast = own({ provider: 'openai', tier: 'fast', discountPct: 50 });
    const tierOf = (id: string) => catalog.find(id)?.facts.tier;
    expect([tierOf('gpt-5.4'), tierOf('gpt-5.4-nano')]).toEqual(['frontier', 'fast']);
    expect(usd(fast, gpt)).toBe(0.0175);
    const nano = { model: 'gpt-5.4-nano', input: 1_000_000 };
    expect(usd(fast, nano)).toBe((usd(catalog, nano) as number) / 2);
    const batch = own({ model: 'gpt-5.4', serviceTier: 'batch', discountPct: 20 });
    expect([usd(batch, gpt), usd(batch, { ...gpt, serviceTier: 'batch' })]).toEqual([0.0175, 0.007]);
  });

  test('applies from its first day to its last, both included', () => {
    const made = own({ model: 'openai/gpt-5.4', discountPct: 20, from: '2026-11-01', until: '2026-12-31' });
    const on = (day: string) => usd(made, { ...gpt, on: day });
    expect(['2026-10-31', '2026-11-01', '2026-12-31', '2027-01-01'].map(on)).toEqual([0.0175, 0.014, 0.014, 0.0175]);
  });

  test('continues across a change of the list price', () => {
    // Gemini 4 Argon: 2 until 2026-11-30, 4 from 2026-12-01; a tenth less.
    const made = own({ model: 'gemini-4-argon', discountPct: 10, from: '2026-11-15' });
    const on = (day: string) => usd(made, { model: 'gemini-4-argon', input: 1e6, on: day });
    expect(['2026-11-14', '2026-11-15', '2026-11-30', '2026-12-01'].map(on)).toEqual([2, 1.8, 1.8, 3.6]);
  });
});

describe('prices of a contract', () => {
  test('replace the prices they name', () => {
    const made = own({ model: 'gpt-5.4', prices: { input: 2, cachedInput: 0.1 } });
    expect(usd(made, { ...gpt, cachedInput: 10_000 })).toBe(0.018); // 0.002 + 0.001 + 0.015
    // Long-context prices stay: 5 and 22.50.
    expect(usd(made, { ...gpt, input: 300_000 })).toBe(1.5225);
    const flat = own({ model: 'gpt-5.4', prices: { input: 2, longContext: 'none' } });
    expect(usd(flat, { ...gpt, input: 300_000 })).toBe(0.615); // 300,000 * 2 + 1,000 * 15
    expect(usd(made, { ...gpt, serviceTier: 'batch' })).toBe(usd(catalog, { ...gpt, serviceTier: 'batch' }));
  });

  test('are unpriced if null, and free if 0', () => {
    expect(usd(own({ model: 'gpt-5.4', prices: { cachedInput: null } }), { ...gpt, cachedInput: 1 })).toBeNull();
    expect(usd(own({ model: 'gpt-5.4', prices: { input: 0, output: 0 } }), gpt)).toBe(0);
  });

  test('and discounts are applied in the order of the rules', () => {
    const prices: OverlayRule = { model: 'gpt-5.4', prices: { input: 2, output: 10 } }; // 0.002 + 0.01
    const discount: OverlayRule = { provider: 'openai', discountPct: 10 };
    expect(usd(own(prices, discount), gpt)).toBe(0.0108);
    expect(usd(own(discount, prices), gpt)).toBe(0.012);
    expect(usd(own(discount, discount), gpt)).toBe(0.014175); // 0.81 * 0.0175
  });
});

describe('estimates', () => {
  test('use the overlay, say so, and have their own version', () => {
    const made = own({ provider: 'anthropic', discountPct: 50 });
    const [list, half] = [estimate(catalog, { presetId: 'coding' }), estimate(made, { presetId: 'coding' })];
    expect(half.modelId).toBe('claude-sonnet-4-6');
    expect(Math.abs(half.costPerTask - list.costPerTask / 2)).toBeLessThan(2e-9);
    expect(half.notes).toContainEqual(expect.stringMatching(/Sonnet 4\.6 .*overlay "acme"/));
    expect(list.notes.join()).not.toContain('overlay');
    expect(made.version).toMatch(new RegExp(`^${catalog.version}\\+acme-[0-9a-f]{8}$`));
    expect(own({ provider: 'anthropic', discountPct: 51 }).version).not.toBe(made.version);
    const anthropic = catalog.models.filter(({ provider }) => provider.id === 'anthropic').map(({ id }) => id);
    expect(overlaidModels(made)).toEqual(anthropic);
    const rank = (of: typeof catalog) => ranking(of, {}).ranking.findIndex(({ modelId }) => modelId === half.modelId);
    expect(rank(made)).toBeLessThan(rank(catalog));
  });

  test('without rules use list prices', () => {
    expect(estimate(own(), { presetId: 'rag' })).toEqual(estimate(catalog, { presetId: 'rag' }));
  });
});

describe('a catalog for another day', () => {
  test('has the prices and models of a build for that day', () => {
    for (const day of ['2026-03-13', '2026-11-30', '2026-12-01', '2027-01-01']) {
      const [made, built] = [catalogOn(catalog, day), builtOn(day)];
      expect(made.models.map(({ id, price }) => [id, price])).toEqual(built.models.map(({ id, price }) => [id, price]));
      expect(estimate(made, { presetId: 'coding', modelId: 'gpt-4o' })).toEqual(
        estimate(built, { presetId: 'coding', modelId: 'gpt-4o' }),
      );
    }
    expect(catalogOn(catalog, catalog.asOf)).toBe(catalog);
    expect(
      priceOn(catalogOn(catalog, '2026-12-01').find('gemini-4-argon')?.facts.prices ?? [], '2026-12-01')?.input,
    ).toBe(4);
  });
});

describe('an overlay is refused', () => {
  test.each([
    [{ provider: 'opnai', discountPct: 1 }, 'rules[0].provider: Unknown provider "opnai". Did you mean "openai"?'],
    [{ model: 'gpt-5.44', discountPct: 1 }, 'rules[0].model: Unknown model "gpt-5.44". Did you mean "gpt-5.4"?'],
    [{ provider: 'openai', model: 'claude-sonnet-4-6', discountPct: 1 }, 'rules[0]: applies to no model.'],
    [
      { discountPct: 1, from: '2026-12-01', until: '2026-11-30' },
      'rules[0]: until (2026-11-30) must not be before from (2026-12-01).',
    ],
  ])('if %j names something unknown or has no effect', (rule, message) => {
    expect(withOverlay(catalog, { name: 'acme', rules: [rule] })).toMatchObject({ message });
  });

  test.each([
    [{ rules: [] }, 'The field name is missing.'],
    [{ name: 'a', rules: [{}] }, 'rules.0 must have exactly one of discountPct, prices.'],
    [{ name: 'a', rules: [{ discountPct: 101 }] }, 'rules.0.discountPct must be between -1000 and 100 (got 101).'],
    [{ name: 'a', rules: [{ discountPct: 1, modle: 'x' }] }, /Unknown field "modle"\. .*Did you mean "model"\?/],
    [
      { name: 'a', rules: [{ discountPct: 1, until: '31.12.2026' }] },
      /^rules.0.until must be a date such as 2026-12-31/,
    ],
    [{ name: 'a', rules: [{ prices: { input: -1 } }] }, 'rules.0.prices.input must be at least 0 (got -1).'],
  ])('if %j does not match its schema', (overlay, message) => {
    expect(accepts(overlay)).toBe(false);
    const described = describeAll(accepts.errors as Finding[]);
    if (typeof message === 'string') expect(described).toContain(message);
    else expect(described).toMatch(message);
  });
});
