/** Which prices the import accepts and refuses, on made-up statements. */
import { describe, expect, test } from 'vitest';
import { type Band, nothing, type Prices } from '../../build/prices/check/compare-prices.ts';
import { agreed } from '../../build/prices/import/agreement.ts';
import type { Lineage, Statement } from '../../build/prices/import/packages.ts';

const days: Record<Lineage, string> = {
  'models.dev': '2026-11-10',
  'genai-prices': '2026-10-23',
  litellm: '2026-10-01',
};

const states = (lineage: Lineage, prices: Partial<Prices>, bands: Band[] | null = null): Statement => ({
  by: { lineage, name: lineage, version: '1.0.0', on: days[lineage] },
  feed: 'made up',
  id: 'model',
  stated: { base: { ...nothing, ...prices }, upTo: null, bands, offPeak: null },
  contextWindow: 1000,
  ends: null,
});

const newest = 'models.dev';
const refusal = (...statements: Statement[]): string => {
  const found = agreed(statements, newest);
  if (!('refused' in found)) throw new Error(`accepted: ${JSON.stringify(found.numbers)}`);
  return found.refused;
};
const accepted = (...statements: Statement[]) => {
  const found = agreed(statements, newest);
  if ('refused' in found) throw new Error(found.refused);
  return { ...found.numbers, agreement: found.agreement };
};

describe('a price is accepted', () => {
  test('if two lineages, including the newest, state the same', () => {
    const price = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 };
    expect(accepted(states('models.dev', price), states('genai-prices', price))).toEqual({
      ...price,
      cacheWrite1h: null,
      longContext: [],
      agreement: 'agreed',
    });
  });

  test('as single if only one of them states another of its numbers', () => {
    const two = { input: 3, output: 15 };
    const found = accepted(states('models.dev', { ...two, cachedInput: 0.3 }), states('genai-prices', two));
    expect(found).toMatchObject({ cachedInput: 0.3, agreement: 'single' });
  });

  test('as single if only the newest package states it in full', () => {
    const price = { input: 3, output: 15, cachedInput: 0.3 };
    expect(accepted(states('models.dev', price))).toMatchObject({ ...price, agreement: 'single' });
    const found = accepted(states('models.dev', price), states('litellm', { input: 3, cachedInput: 0.3 }));
    expect(found).toMatchObject({ ...price, agreement: 'single' });
  });

  test('with cached reads at the input price, which a list states, and without writes at it', () => {
    const found = accepted(
      states('models.dev', { input: 0.35, output: 0.75, cachedInput: 0.35, cacheWrite: 0.35 }),
      states('genai-prices', { input: 0.35, output: 0.75 }),
    );
    expect(found).toMatchObject({ cachedInput: 0.35, cacheWrite: null, agreement: 'agreed' });
  });

  test('if long-context thresholds differ by the one token between "above" and "from"', () => {
    const base = { input: 5, output: 30 };
    const band = (above: number, prices: Partial<Prices>) => [{ above, prices: { ...nothing, ...prices } }];
    const found = accepted(
      states('models.dev', base, band(272_000, { input: 10, output: 45, cachedInput: 1 })),
      states('genai-prices', base, band(271_999, { input: 10, output: 45, cachedInput: 1 })),
    );
    expect(found.longContext).toEqual([{ above: 272_000, input: 10, output: 45, cachedInput: 1, cacheWrite: null }]);
    expect(found.agreement).toBe('agreed');
  });
});

describe('a price is refused', () => {
  const price = { input: 3, output: 15 };

  test.each(['input', 'output', 'cachedInput', 'cacheWrite'] as const)(
    'if the packages state different values for %s',
    (kind) => {
      const full = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 };
      const other = { ...full, [kind]: full[kind] * 1.1 };
      expect(refusal(states('models.dev', full), states('genai-prices', other))).toMatch(
        new RegExp(`disagree: ${kind} is`),
      );
    },
  );

  test('if two agree and a third does not', () => {
    const other = { input: 3, output: 12 };
    expect(refusal(states('models.dev', price), states('genai-prices', other), states('litellm', price))).toMatch(
      /output is 15 or 12/,
    );
  });

  test('if only older packages state it, one or more', () => {
    expect(refusal(states('genai-prices', price), states('litellm', price))).toMatch(/^stale/);
    expect(refusal(states('genai-prices', price))).toMatch(/^stale/);
  });

  test('if the newest package states it only in part', () => {
    expect(refusal(states('models.dev', { input: 3 }))).toMatch(/does not state input and output/);
    expect(refusal(states('models.dev', { input: 3 }), states('litellm', price))).toMatch(/does not state input and/);
  });

  test('if only one lineage states 0, which may mean free or unknown', () => {
    const free = { input: 0, output: 0 };
    expect(refusal(states('models.dev', free))).toMatch(/only one lineage lists it, as free or as unknown/);
    expect(accepted(states('models.dev', free), states('genai-prices', free))).toMatchObject(free);
  });

  test('if only one lineage states it and it is absurd', () => {
    expect(refusal(states('models.dev', { input: 15, output: 3 }))).toMatch(/absurd: output: 3 is below/);
  });

  test.each([
    ['input and output swapped', { input: 15, output: 3 }, /absurd: output: 3 is below/],
    [
      'a cached price above the input price',
      { input: 3, output: 15, cachedInput: 4 },
      /absurd: cachedInput: 4 is above/,
    ],
    ['a write at ten times the input price', { input: 3, output: 15, cacheWrite: 30 }, /absurd: cacheWrite/],
  ])('if both state %s', (_, absurd, says) => {
    expect(refusal(states('models.dev', absurd), states('genai-prices', absurd))).toMatch(says);
  });

  test('if their long-context thresholds differ', () => {
    const band = (above: number) => [{ above, prices: { ...nothing, input: 6, output: 20 } }];
    expect(refusal(states('models.dev', price, band(200_000)), states('genai-prices', price, band(128_000)))).toMatch(
      /thresholds/,
    );
  });
});

describe('a package that is old', () => {
  const at = (on: string, prices: Partial<Prices>): Statement => {
    const made = states('genai-prices', prices);
    return { ...made, by: { ...made.by, on } };
  };
  const now = states('models.dev', { input: 3, output: 15 });

  test('has no say against a newer one after 45 days', () => {
    // 2026-11-10 is 45 days after 2026-09-26.
    expect(refusal(now, at('2026-09-26', { input: 2, output: 10 }))).toMatch(/they disagree: input is 3 or 2/);
    const found = accepted(now, at('2026-09-25', { input: 2, output: 10 }));
    expect(found).toMatchObject({ input: 3, output: 15, agreement: 'single' });
  });

  test('still confirms what it agrees on', () => {
    expect(accepted(now, at('2026-01-01', { input: 3, output: 15 })).agreement).toBe('agreed');
  });
});
