/** What must hold for every ranking, on workflows from the full bounds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../runtime/core/benchmarks/facts.ts';
import { efforts } from '../../../runtime/core/schemas/levels.ts';
import { presetIds } from '../../../runtime/core/schemas/request-fields.ts';
import { catalog } from '../../support/core/catalog.ts';
import { ranking } from '../../support/core/made-up.ts';
import { anyWorkflow, estimate, ordinaryWorkflow, runs } from './any-request.ts';

/** A preset and an effort that it accepts. */
const anyPresetAndEffort = fc.oneof(
  fc.record({ presetId: fc.constantFrom(...presetIds), reasoningEffort: fc.constant(null) }),
  fc.record({ presetId: fc.constant('coding' as const), reasoningEffort: fc.constantFrom(...efforts) }),
);

describe('the ranking', () => {
  test('is the sorted list of single estimates', () => {
    fc.assert(
      fc.property(fc.oneof(ordinaryWorkflow, anyWorkflow), anyPresetAndEffort, (any, { presetId, reasoningEffort }) => {
        const workflow = { ...any, reasoningEffort };
        const got = ranking(catalog, { ...workflow, presetId }).ranking;
        const single = catalog.models.map(({ id }) => estimate(catalog, { ...workflow, presetId, modelId: id }));
        single.sort(
          (a, b) =>
            Number(b.context.fits) - Number(a.context.fits) ||
            Number(a.costBreakdown.toolFees === null) - Number(b.costBreakdown.toolFees === null) ||
            a.costPerTask - b.costPerTask ||
            a.pricing.outputPerMTok - b.pricing.outputPerMTok ||
            (a.modelId < b.modelId ? -1 : 1),
        );
        const cheapest = single[0]?.costPerTask as number;
        expect(got).toEqual(
          single.map((one, index) => ({
            rank: index + 1,
            modelId: one.modelId,
            provider: one.provider,
            tier: catalog.find(one.modelId)?.facts.tier,
            status: one.status,
            serviceTier: one.pricing.serviceTier,
            region: one.pricing.region,
            confidence: catalog.find(one.modelId)?.confidence,
            measured: factsOf(catalog, one.modelId),
            costPerTask: one.costPerTask,
            costPerSuccessfulTask: one.costPerSuccessfulTask,
            monthlySpend: one.monthlySpend,
            waste: { costPerTask: one.waste.costPerTask, monthly: one.waste.monthly, pct: one.waste.pct },
            toolFees: one.costBreakdown.toolFees,
            multipleOfCheapest: cheapest > 0 ? Math.round((one.costPerTask / cheapest) * 1e4) / 1e4 : null,
            fitsContext: one.context.fits,
            effortBasis: one.assumptions.effort?.basis ?? null,
          })),
        );
      }),
      runs(25),
    );
  });
});
