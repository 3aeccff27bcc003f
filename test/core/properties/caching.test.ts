/** What must hold for caching, on workflows from the full bounds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billFor } from '../../../runtime/core/model/bill.ts';
import { workOf } from '../../../runtime/core/model/work.ts';
import { catalog } from '../../support/core/catalog.ts';
import { madeUpPreset } from '../../support/core/made-up.ts';
import { anyWorkflow, runs } from './any-request.ts';

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
});
