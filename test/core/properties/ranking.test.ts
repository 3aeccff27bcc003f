/** What must hold for every ranking, on workflows from the full bounds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
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

const byCost = (a: Estimate, b: Estimate): number =>
  a.costPerTask - b.costPerTask ||
  a.pricing.outputPerMTok - b.pricing.outputPerMTok ||
  (a.modelId < b.modelId ? -1 : 1);

describe('the ranking', () => {
  test('is the sorted list of single estimates', () => {
    fc.assert(
      fc.property(fc.oneof(ordinaryWorkflow, anyWorkflow), anyPresetAndEffort, (any, { presetId, reasoningEffort }) => {
        const workflow = { ...any, reasoningEffort };
        const got = ranking(catalog, { ...workflow, presetId }).ranking;
        const single = catalog.models.map(({ id }) => estimate(catalog, { ...workflow, presetId, modelId: id }));
        single.sort(byCost);
        const isWhole = ({ context, costBreakdown }: (typeof single)[number]) =>
          context.fits >= 0.5 && costBreakdown.toolFees !== null;
        const wanted = [...single.filter(isWhole), ...single.filter((one) => !isWhole(one))];
        expect(got.map(({ measured: _, modelName: _1, pricedAt: _2, ...row }) => row)).toEqual(
          wanted.map((one, index) => ({
            rank: index + 1,
            modelId: one.modelId,
            provider: one.provider,
            tier: catalog.find(one.modelId)?.facts.tier,
            status: one.status,
            confidence: catalog.find(one.modelId)?.confidence,
            costPerTask: one.costPerTask,
            costPerSuccessfulTask: one.costPerSuccessfulTask,
            monthlySpend: one.monthlySpend,
            toolFees: one.costBreakdown.toolFees,
            fits: one.context.fits,
            ...(one.assumptions.effort && { effortBasis: one.assumptions.effort.basis }),
          })),
        );
      }),
      runs(25),
    );
  });
});
