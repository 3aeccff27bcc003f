/** What must hold for a suggested route, on workflows from the full bounds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unprovenFor } from '../../../runtime/core/answers/recommendations.ts';
import { isSuggested } from '../../../runtime/core/answers/route-candidates.ts';
import type { CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { givesTerms, pricedModelsOf, withPricingTerms } from '../../../runtime/core/dataset/terms.ts';
import { billFor } from '../../../runtime/core/model/bill.ts';
import { peakOf } from '../../../runtime/core/model/shape.ts';
import { workOf, workOn } from '../../../runtime/core/model/work.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { type PresetId, presetIds, type Workflow } from '../../../runtime/core/schemas/request-fields.ts';
import { catalog } from '../../support/core/catalog.ts';
import { anyModel, anyRequest, asSold, estimate, ordinaryWorkflow, runs } from './any-request.ts';

/** How strongly failures are correlated: on GAIA less than on the boards of coding, whose value the others take over. */
const kappa = (kind: PresetId): number => (kind === 'research' ? 0.24 : 0.4);

describe('a suggested route', () => {
  // Ordinary work: for tasks of a few nano-dollars, half a nano-dollar of rounding matters.
  const worth = fc.record({ workflow: ordinaryWorkflow, modelId: anyModel, presetId: fc.constantFrom(...presetIds) });

  test('saves at least a tenth per success, fits, and pays off up to its break-even failure rate', () => {
    let suggestions = 0;
    fc.assert(
      fc.property(worth, (request) => {
        const got = estimate(catalog, { ...request.workflow, modelId: request.modelId, presetId: request.presetId });
        const chosen = catalog.find(request.modelId);
        const success = got.costPerSuccessfulTask;
        if (got.costPerTask < 1e-5 || success === null) return;
        for (const route of [got.routing.unproven]) {
          if (route === null) continue;
          suggestions++;
          const other = catalog.find(route.modelId);
          expect(other).toBeDefined();
          expect(other).not.toBe(chosen);
          expect(other?.status).toBe('active');
          // On a smaller window it compacts earlier, and so has other prompts.
          const there = { ...got.workflow, modelId: route.modelId, presetId: request.presetId };
          expect(estimate(catalog, there).context.fits).toBe(true);
          expect(route.costPerSuccessfulTask).toBeLessThanOrEqual(success * 0.9 + 1e-9);
          expect(route.savingPct).toBeGreaterThanOrEqual(10);
          expect(route.savingPct / 100).toBeCloseTo(1 - route.costPerSuccessfulTask / success, 5);
          expect(route.breakEvenFailureRatePct).toBeLessThanOrEqual(100);
          // At its break-even failure rate the route costs the same per success as the chosen model.
          const even = route.breakEvenFailureRatePct / 100;
          const f = request.workflow.taskFailureRatePct / 100;
          if (route.strategy === 'switch') {
            expect(route.breakEvenFailureRatePct).toBeGreaterThanOrEqual(route.assumedFailureRatePct);
            if (even < 0.99) expect(route.costPerTask / (1 - even) / success).toBeCloseTo(1, 3);
          } else {
            expect(even).toBeGreaterThanOrEqual(Math.min(1, f + 0.05) - 1e-6);
            const lower = estimate(catalog, there);
            const failing = even * (f + kappa(request.presetId) * (1 - f));
            if (failing < 0.99) {
              expect((lower.costPerTask + even * got.costPerTask) / (1 - failing) / success).toBeCloseTo(1, 3);
            }
          }
          expect(route.monthlySaving).toBeLessThanOrEqual(got.monthlySpend);
          const weaker =
            (other?.facts.tier === 'fast' && chosen?.facts.tier !== 'fast') ||
            (other?.facts.tier === 'mid' && chosen?.facts.tier === 'frontier');
          expect(route.strategy === 'switch').toBe(!weaker);
          expect(route.sharePct).toBe(100);
          expect(route.measured).toEqual([]);
        }
        const { best, bestSameProvider } = got.routing;
        if (bestSameProvider !== null) {
          expect(bestSameProvider.provider).toBe(got.provider);
          expect(best?.costPerSuccessfulTask).toBeLessThanOrEqual(bestSameProvider.costPerSuccessfulTask);
        }
      }),
      runs(250),
    );
    expect(suggestions).toBeGreaterThan(50);
  });

  /** The lowest cost per success of all possible routes, tried one by one. */
  function cheapest(request: EstimateRequest): number {
    const preset = catalog.preset(request.presetId ?? 'coding');
    const chosen = catalog.find(request.modelId ?? '') as CatalogModel;
    const workflow = { ...preset.workflow, ...request } as Workflow;
    const work = workOf(preset, workflow);
    const f = workflow.taskFailureRatePct / 100;
    const { models } = pricedModelsOf(catalog, workflow);
    const isWhole = (model: CatalogModel) => workflow.searchesPerTask === 0 || model.webSearchPer1000 !== null;
    const bill = billFor(work, withPricingTerms(chosen, workflow));
    const tiers = ['fast', 'mid', 'frontier'];
    const isAdvice = unprovenFor(catalog, work, withPricingTerms(chosen, workflow));
    let least = Number.POSITIVE_INFINITY;
    for (const other of models) {
      if (
        other.id === chosen.id ||
        !isSuggested(other) ||
        !givesTerms(other, workflow) ||
        !isAdvice(other) ||
        !isWhole(chosen) ||
        !isWhole(other) ||
        peakOf(workOn(work, other).shape) > other.facts.contextWindow
      )
        continue;
      const there = billFor(work, other);
      const low = Math.min(1, f + 0.05);
      const ways: [cost: number, failures: number][] =
        tiers.indexOf(other.facts.tier) >= tiers.indexOf(chosen.facts.tier)
          ? [[there.costPerTask, f]]
          : [[there.costPerTask + low * bill.costPerTask, low * (f + kappa(preset.id) * (1 - f))]];
      for (const [cost, failures] of ways) {
        if (failures === 1) continue;
        least = Math.min(least, cost / (1 - failures));
      }
    }
    return least;
  }

  test('is the cheapest of all possible routes', () => {
    let checked = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          anyRequest,
          worth.map(({ workflow, ...rest }) => ({ ...workflow, ...rest })),
        ),
        (any) => {
          const request = asSold(catalog, any);
          const { routing, costPerTask, costPerSuccessfulTask: now } = estimate(catalog, request);
          // In tasks of a few nano-dollars, rounding is a large part.
          if (costPerTask < 1e-5 || now === null) return;
          const best = cheapest(request);
          for (const [route, wanted] of [[routing.unproven, best]] as const) {
            // Between the two, rounding may decide.
            if (wanted > now * 0.9001) expect(route).toBeNull();
            else if (wanted < now * 0.8999) {
              checked++;
              expect(route?.costPerSuccessfulTask).toBeGreaterThan(wanted * (1 - 1e-4) - 1e-8);
              expect(route?.costPerSuccessfulTask).toBeLessThan(wanted * (1 + 1e-4) + 1e-8);
            }
          }
        },
      ),
      runs(500),
    );
    expect(checked).toBeGreaterThan(100);
  });

  test('by switching costs the same as an estimate on that model', () => {
    fc.assert(
      fc.property(worth, ({ workflow, modelId, presetId }) => {
        const got = estimate(catalog, { ...workflow, modelId, presetId });
        const { unproven: best } = got.routing;
        if (best?.strategy !== 'switch') return;
        const there = estimate(catalog, { ...got.workflow, modelId: best.modelId, presetId });
        expect(best.costPerTask).toBe(there.costPerTask);
        expect(best.costPerSuccessfulTask).toBe(there.costPerSuccessfulTask);
      }),
      runs(150),
    );
  });
});
