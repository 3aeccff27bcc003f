/** What must hold for every priced call. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newAjv } from '../../build/data/ajv.ts';
import type { CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { resellerOf } from '../../runtime/core/dataset/host-catalog.ts';
import { priceCall, priceCalls } from '../../runtime/core/pricing/price-call.ts';
import { type Call, callRequest, pricedCall } from '../../runtime/core/schemas/priced-call-schemas.ts';
import { catalog } from '../support/core/catalog.ts';

const runs = (numRuns: number) => ({ numRuns, seed: 20261121 });
const nano = (usd: number): number => Math.round(usd * 1e9);

const ids = [...catalog.models, ...catalog.shutDown].map(({ id }) => id);
/** A model that others made has a price only at the host that resells it. */
const called = (model: CatalogModel) => {
  const host = resellerOf(catalog, model);
  return { model: model.id, ...(host && { host: host.id }) };
};
const thresholds = catalog.models.flatMap(({ thresholds }) => thresholds);
const tokens = fc.oneof(
  fc.constantFrom(0, 1, 999, ...thresholds, ...thresholds.map((above) => above + 1)),
  fc.integer({ min: 0, max: 2_000_000 }),
  fc.integer({ min: 0, max: 1e9 }),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Any call that the schema accepts, with known and unknown names. */
const anyCall: fc.Arbitrary<Call> = fc
  .record({
    model: fc.oneof(fc.constantFrom(...ids), fc.constantFrom('azure/gpt-4o', 'nope', '')),
    input: optional(tokens),
    cachedInput: optional(tokens),
    cacheWrite: optional(tokens),
    cacheWrite1h: optional(tokens),
    output: optional(tokens),
    searches: optional(fc.integer({ min: 0, max: 1000 })),
    on: optional(fc.constantFrom('2024-06-01', '2025-06-10', '2026-03-12', '2026-11-20', '2026-12-01', '2027-01-01')),
    serviceTier: optional(fc.constantFrom('standard', 'batch', 'flex', 'priority')),
    region: optional(fc.constantFrom('global', 'us', 'data residency')),
    host: optional(fc.constantFrom('azure', 'bedrock', 'google')),
  })
  .map((call) => Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined)) as Call);

test('a call and its answer match their schemas, and the lines add up exactly', () => {
  const ajv = newAjv({ allErrors: true });
  const [accepts, answers] = [ajv.compile(callRequest), ajv.compile(pricedCall)];
  fc.assert(
    fc.property(anyCall, (call) => {
      expect(accepts(call)).toBe(true);
      const answer = priceCall(catalog, call);
      expect(answers(answer), JSON.stringify(answers.errors)).toBe(true);
      expect(answer.usd === null).toBe(answer.unpriced !== null);
      if (answer.usd === null || answer.usd > 2e6) return;
      expect(nano(answer.usd)).toBe(answer.lines.reduce((sum, { usd }) => sum + nano(usd ?? Number.NaN), 0));
      for (const { quantity, rate, per, usd } of answer.lines) {
        expect(Math.abs((quantity * (rate as number)) / per - (usd as number))).toBeLessThanOrEqual(0.51e-9);
      }
    }),
    runs(3000),
  );
});

test('within a band every part is linear: twice the tokens cost twice the dollars, to a nano-dollar', () => {
  fc.assert(
    fc.property(fc.constantFrom(...catalog.models), fc.nat(50_000), fc.nat(50_000), (model, tokensIn, tokensOut) => {
      fc.pre(!model.thresholds.some((above) => tokensIn <= above && 2 * tokensIn > above));
      const usd = (times: number) =>
        priceCall(catalog, { ...called(model), input: times * tokensIn, output: times * tokensOut }).usd as number;
      expect(Math.abs(nano(usd(2)) - 2 * nano(usd(1)))).toBeLessThanOrEqual(2);
    }),
    runs(2000),
  );
});

test('more tokens never cost less', () => {
  fc.assert(
    fc.property(fc.constantFrom(...catalog.models), tokens, tokens, fc.nat(5000), (model, input, output, more) => {
      const usd = (extra: number) =>
        priceCall(catalog, { ...called(model), input: input + extra, output: output + extra }).usd as number;
      expect(usd(more)).toBeGreaterThanOrEqual(usd(0));
    }),
    runs(2000),
  );
});

test('calls are additive: several cost the sum of each, in any order', () => {
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 12 }), (calls) => {
      const together = priceCalls(catalog, calls);
      const alone = calls.map((call) => priceCall(catalog, call));
      expect(together.calls).toEqual(alone);
      const known = alone.flatMap(({ usd }) => usd ?? []);
      expect(together.unpriced).toBe(calls.length - known.length);
      fc.pre(together.usdOfPriced < 2e6);
      expect(nano(together.usdOfPriced)).toBe(known.reduce((sum, usd) => sum + nano(usd), 0));
      expect(priceCalls(catalog, calls.toReversed()).usdOfPriced).toBe(together.usdOfPriced);
    }),
    runs(500),
  );
});
