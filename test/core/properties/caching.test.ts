/** What must hold for caching, on workflows from the full bounds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { withPricingTerms } from '../../../runtime/core/dataset/terms.ts';
import { billFor } from '../../../runtime/core/model/bill.ts';
import { workOf } from '../../../runtime/core/model/work.ts';
import { catalog } from '../../support/core/catalog.ts';
import { advice, madeUpPreset } from '../../support/core/made-up.ts';
import { anyModel, anyWorkflow, asSold, estimate, ordinaryWorkflow, runs } from './any-request.ts';

describe('caching', () => {
  test('never makes a task more expensive if writes have no premium', () => {
    const free = catalog.models.filter(
      ({ price }) => price.cacheWrite === null && price.longContext.every((band) => band.cacheWrite === null),
    );
    expect(free.length).toBeGreaterThan(30);
    fc.assert(
      fc.property(anyWorkflow, fc.constantFrom(...free), (workflow, model) => {
        const work = workOf(madeUpPreset(), workflow);
        const off = billFor(work, model, { ...workflow, promptCaching: false }).costPerTask;
        expect(billFor(work, model, { ...workflow, promptCaching: true }).costPerTask).toBeLessThanOrEqual(
          off + 3e-9 + 1e-12 * off,
        );
      }),
      runs(1000),
    );
  });

  test('changes nothing on a model without a cached price', () => {
    const without = catalog.models.filter(({ price }) => price.cachedInput === null);
    expect(without.length).toBeGreaterThan(0);
    fc.assert(
      fc.property(anyWorkflow, fc.constantFrom(...without), (workflow, model) => {
        const work = workOf(madeUpPreset(), workflow);
        expect(billFor(work, model, { ...workflow, promptCaching: true })).toEqual(
          billFor(work, model, { ...workflow, promptCaching: false }),
        );
      }),
      runs(200),
    );
  });

  test('saves the stated amount', () => {
    fc.assert(
      fc.property(ordinaryWorkflow, anyModel, (workflow, modelId) => {
        const off = estimate(catalog, { ...workflow, modelId, promptCaching: false });
        const on = estimate(catalog, { ...workflow, modelId, promptCaching: true });
        const savingOf = (promptCaching: boolean) =>
          advice(catalog, asSold(catalog, { ...workflow, modelId, promptCaching })).levers.find(
            ({ lever }) => lever === 'promptCaching',
          )?.saving ?? null;
        expect(savingOf(true)).toBeNull();
        const saving = savingOf(false);
        const { price, provider } = withPricingTerms(catalog.find(modelId) as CatalogModel, off.workflow);
        const offered = price.cachedInput !== null && provider.caching.mode !== 'automatic';
        if (!offered || on.costPerTask >= off.costPerTask) expect(saving).toBeNull();
        else expect(saving?.costPerTask).toBeCloseTo(off.costPerTask - on.costPerTask, 8);
      }),
      runs(300),
    );
  });
});
