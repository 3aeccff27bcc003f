import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cheapestCandidates } from '../../runtime/core/answers/route-candidates.ts';
import { pricedModelsOf, withPricingTerms } from '../../runtime/core/dataset/terms.ts';
import { billFor, type Work, workOf, workOn } from '../../runtime/core/model/bill.ts';
import { columnsOf, type RunColumns, runOnAll } from '../../runtime/core/model/columns.ts';
import { runCost } from '../../runtime/core/model/cost.ts';
import { faults } from '../../runtime/core/model/waste.ts';
import { efforts } from '../../runtime/core/schemas/levels.ts';
import { presetIds } from '../../runtime/core/schemas/request-fields.ts';
import { catalog } from '../support/core/catalog.ts';
import { everyRoute } from '../support/core/plain-answers.ts';
import { workflowsOf } from '../support/core/random-requests.ts';

/** Any workflow, extremes included. */
const anyWorkflow = workflowsOf((max) =>
  fc.oneof(
    fc.double({ min: 0, max: Math.min(max, 3000), noNaN: true }),
    fc.constantFrom(0, 1, max),
    fc.integer({ min: 0, max }),
  ),
);

const anyWork = fc
  .tuple(fc.constantFrom(...presetIds), anyWorkflow, fc.constantFrom(null, null, ...efforts))
  .map(
    ([preset, workflow, reasoningEffort]): Work =>
      workOf(catalog.preset(preset), preset === 'coding' ? { ...workflow, reasoningEffort } : workflow),
  );
const anyModel = fc.constantFrom(...catalog.models);

describe('the columns', () => {
  test('hold the same bits as a run computed model by model', () => {
    fc.assert(
      fc.property(anyWork, (work) => {
        const market = pricedModelsOf(catalog, work.workflow);
        const columns = columnsOf(market);
        const run = columns.scratch.runs[0] as RunColumns;
        runOnAll(columns, work, faults.length, run);
        market.models.forEach((model, i) => {
          const { tokens } = workOn(work, model);
          const plain = runCost(tokens, model, work.workflow);
          expect([run.peak[i], run.freshUsd[i], run.readsUsd[i], run.outputUsd[i]]).toEqual([
            tokens.peak,
            plain.freshUsd,
            plain.readsUsd,
            plain.outputUsd,
          ]);
        });
      }),
      { numRuns: 150, seed: 20 },
    );
  });

  test('include every model that can be the cheapest route', () => {
    fc.assert(
      fc.property(anyWork, anyModel, (work, listed) => {
        const chosen = withPricingTerms(listed, work.workflow);
        const bill = billFor(work, chosen);
        const found = cheapestCandidates(catalog, work, chosen, bill, () => true);
        const routes = everyRoute(catalog, work, chosen, bill);
        const least = Math.min(...routes.map(({ perSuccess }) => perSuccess));
        const cheapest = routes.filter(({ perSuccess }) => perSuccess === least).map(({ model }) => model);
        expect(found).toEqual(expect.arrayContaining(cheapest));
      }),
      { numRuns: 400, seed: 21 },
    );
  });
});
