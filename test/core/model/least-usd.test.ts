/** A model is passed over as too dear only where no bill could say otherwise. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billFor } from '../../../runtime/core/model/bill.ts';
import { leastRates, leastUsd } from '../../../runtime/core/model/cost.ts';
import { acrossBands } from '../../../runtime/core/model/used.ts';
import { workOf } from '../../../runtime/core/model/work.ts';
import { catalog } from '../../support/core/catalog.ts';
import { madeUpPreset } from '../../support/core/made-up.ts';
import { anyWorkflow, runs } from '../properties/any-request.ts';

test('no tokens cost less than the least they can', () => {
  fc.assert(
    fc.property(anyWorkflow, fc.constantFrom(...catalog.models), (workflow, model) => {
      const { run } = billFor(workOf(madeUpPreset(), workflow), model);
      const [prompts, output] = [acrossBands(run.bands, 'prompts'), acrossBands(run.bands, 'output')];
      expect(leastUsd(prompts, output, leastRates(model))).toBeLessThanOrEqual(run.tokensUsd);
      // Nor is it nothing: each token has a price on a model that is not free.
      if (prompts > 1 && model.price.input > 0 && model.price.cachedInput !== 0) {
        expect(leastUsd(prompts, output, leastRates(model))).toBeGreaterThan(0);
      }
    }),
    runs(3000),
  );
});
