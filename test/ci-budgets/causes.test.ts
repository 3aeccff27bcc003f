/** Causes add up for any two requests, days and own prices. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { baselineOf, repricing } from '../../runtime/core/budgets/baseline.ts';
import { checkBudgets } from '../../runtime/core/budgets/check-budgets.ts';
import { withOverlay } from '../../runtime/core/dataset/overlay-catalog.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { catalogOn } from '../support/core/catalog.ts';
import { acceptable, workflowsOf } from '../support/core/random-requests.ts';

const days = ['2026-06-01', '2026-11-20', '2026-12-02', '2027-01-02', '2027-01-20'];
const models = ['gpt-4o', 'gemini-3.8-flash', 'gemini-4-argon', 'claude-sonnet-4-6', 'gpt-5.4-mini'];
const requests: fc.Arbitrary<EstimateRequest> = fc
  .record({
    workflow: workflowsOf((max) => fc.double({ min: 0, max: Math.min(max, 1000), noNaN: true })),
    modelId: fc.constantFrom(...models),
    presetId: fc.constantFrom('coding' as const, 'support' as const),
  })
  .map(({ workflow, ...rest }) => acceptable({ ...workflow, ...rest, serviceTier: 'standard', region: 'global' }));
const overlays = fc.option(
  fc.integer({ min: -50, max: 100 }).map((discountPct) => ({ name: `own ${discountPct}`, rules: [{ discountPct }] })),
);

function priced(day: string, overlay: Parameters<typeof withOverlay>[1] | null) {
  const list = catalogOn(day);
  const catalog = overlay === null ? list : withOverlay(list, overlay);
  if (catalog instanceof ApiError) throw new Error(catalog.message);
  return { list, catalog };
}

test('the causes of a difference add up to it exactly', () => {
  const tried = { all: 0, withCauses: 0, merged: 0 };
  fc.assert(
    fc.property(
      fc.tuple(requests, requests),
      fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days)),
      fc.tuple(overlays, overlays),
      fc.boolean(),
      ([first, other], [from, to], [before, after], onlyTheModel) => {
        const second = onlyTheModel ? { ...first, modelId: other.modelId ?? '' } : other;
        const was = priced(from, before);
        const works = [{ name: 'w', request: first, budget: {} }];
        const old = checkBudgets(was.catalog, works, {}, null);
        if (old instanceof ApiError) return;
        const baseline = baselineOf(was.list, before, works, old.workflows);
        const is = priced(to, after);
        const at = repricing(is.list, is.catalog, JSON.parse(JSON.stringify(baseline)));
        const found = checkBudgets(is.catalog, [{ name: 'w', request: second, budget: {} }], {}, at);
        if (found instanceof ApiError) return;
        const [{ causes, perTask, perMonth, change } = { causes: [], perTask: 0, perMonth: 0, change: null }] =
          found.workflows;
        tried.all++;
        if (causes.length > 0) tried.withCauses++;
        if (causes.some((cause) => cause.causes.length > 1)) tried.merged++;
        // Up to $2,251,799 a nano-dollar is a whole unit; beyond, the unit is that of the larger amount.
        const [oldWork] = old.workflows;
        for (const [per, now, then] of [
          ['perTask', perTask, oldWork?.perTask ?? 0],
          ['perMonth', perMonth, oldWork?.perMonth ?? 0],
        ] as const) {
          const units = Math.max(now, then) < 2_000_000 ? (per === 'perTask' ? 1e9 : 1e6) : 1;
          const whole = causes.map((cause) => Math.round(cause[per] * units));
          const sum = whole.reduce((total, part) => total + part, 0);
          expect(sum).toBe(Math.round((change?.[per] ?? 0) * units));
          if (units !== 1) expect(sum).toBe(Math.round(now * units) - Math.round(then * units));
          for (const cause of causes) expect(cause.what).not.toBe('');
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(tried.withCauses).toBeGreaterThan(50);
  expect(tried.merged).toBeGreaterThan(0);
});
