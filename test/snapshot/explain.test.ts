import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Explanation } from '../../runtime/core/answers/schemas/explanation-schema.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { explain } from '../../runtime/core/explain/explain.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog, smallDataset } from '../support/core/catalog.ts';
import { estimate } from '../support/core/made-up.ts';
import { estimateRequests } from '../support/core/random-requests.ts';
import { calculate, calculator } from './calculator.ts';

const smallModels = smallDataset().providers.flatMap(({ models }) => models.map(({ id }) => id));

function explained(from: Catalog, request: EstimateRequest): Explanation {
  const explanation = explain(from, request);
  if (explanation instanceof ApiError) throw new Error(explanation.message);
  return explanation;
}

const steps = (explanation: Explanation) => explanation.sections.flatMap((section) => section.steps);

/** Numbers of an estimate by JSON pointer, without those copied unchanged from the data. */
function numbersOf(value: unknown, pointer = ''): [string, number][] {
  if (typeof value === 'number') return [[pointer, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => numbersOf(part, `${pointer}/${key}`));
}
const copied = /^\/(context\/window|pricing\/longContext|routing\/(\w+|nearMisses\/\d+)\/measured)/;

/** Every printed formula gives its value on a calculator, and the resulting fields are those of the estimate. */
function expectFollows(explanation: Explanation, expected: Estimate): void {
  expect(explanation.estimate).toEqual(expected);
  for (const { symbol, numbers, value } of steps(explanation)) {
    if (numbers !== null) expect({ symbol, numbers, value: calculate(numbers) }).toEqual({ symbol, numbers, value });
  }
  const fields = new Map(steps(explanation).flatMap(({ field, value }) => (field === null ? [] : [[field, value]])));
  const numbers = numbersOf(expected).filter(([pointer]) => !copied.test(pointer));
  expect(Object.fromEntries(numbers.map(([pointer]) => [pointer, fields.get(pointer)]))).toEqual(
    Object.fromEntries(numbers),
  );
}

describe('explain', () => {
  test('arrives at the numbers of estimates: each model, and each preset on some, each formula recomputed', () => {
    const presets = catalog.presets.map(({ id }) => id);
    const each = catalog.models.map(
      ({ id }, at) => [presets[at % presets.length] as (typeof presets)[number], id] as const,
    );
    const some = presets.flatMap((preset) => smallModels.map((id) => [preset, id] as const));
    expect(some.length).toBeGreaterThan(90);
    for (const [presetId, modelId] of [...each, ...some]) {
      expectFollows(explained(catalog, { presetId, modelId }), estimate(catalog, { presetId, modelId }));
    }
  });

  test('arrives at the numbers of any request, extremes included', () => {
    fc.assert(
      fc.property(estimateRequests, (any) => {
        const request = any as EstimateRequest;
        expectFollows(explained(catalog, request), estimate(catalog, request));
      }),
      { numRuns: 250 },
    );
  });

  test('arrives at the numbers of prompts that cross a long-context threshold', () => {
    const crossing = catalog.models.filter(({ price }) => price.longContext.length > 0);
    expect(crossing.length).toBeGreaterThan(3);
    for (const { id: modelId } of crossing) {
      for (const promptCaching of [true, false]) {
        const request: EstimateRequest = { modelId, modelCallsPerTask: 30, toolResultTokens: 30_000, promptCaching };
        const explanation = explained(catalog, request);
        expectFollows(explanation, estimate(catalog, request));
        expect(steps(explanation).some(({ what }) => what === 'a longer prompt is billed at the next prices')).toBe(
          true,
        );
      }
    }
  });

  test('states the origin of every given number, and how every other one is computed', () => {
    const explanation = explained(catalog, { presetId: 'coding', retryRatePct: 5 });
    for (const { symbol, formula, numbers, from } of steps(explanation)) {
      expect([formula === null, numbers === null, from !== null], symbol).toEqual(
        formula === null ? [true, true, true] : [false, false, false],
      );
    }
    const given = (symbol: string) => steps(explanation).find((step) => step.symbol === symbol)?.from;
    expect(given('r_pct')).toBe('the request');
    expect(given('N')).toBe('preset coding, measured');
    expect(given('V')).toBe('preset coding, assumed');
    expect(given('p_in')).toMatch(/^list price of claude-sonnet-4-6 since 2026-03-13, seen (at|in) .*2026-\d\d-\d\d/);
    expect(explanation.price.sources.length).toBeGreaterThan(2);
    expect(explanation).toMatchObject({ pricesAsOf: catalog.asOf, datasetVersion: catalog.version });
  });

  test('is plain JSON, and refuses the same requests as an estimate', () => {
    const explanation = explained(catalog, {});
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
    expect(explain(catalog, { modelId: 'nope' })).toBeInstanceOf(ApiError);
  });
});

describe('the calculator of this test', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3 / 2', 4.5],
    ['10 - 2 - 3', 5],
    ['max(0, 3 - 5) + min(2, 1e1)', 2],
    ['round(2.5) / 1e1', 0.3],
    ['floor((-1.5) + 0.2) + 1', -1],
  ])('%s', (text, value) => {
    expect(calculator(text)).toBe(value);
  });
});
