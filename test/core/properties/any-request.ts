/** Requests from the full bounds, and estimates on terms that their model is sold on. */
import fc from 'fast-check';
import type { Catalog, CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { withPricingTerms } from '../../../runtime/core/dataset/terms.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { efforts } from '../../../runtime/core/schemas/levels.ts';
import { type PresetId, presetIds, workflowFieldNames } from '../../../runtime/core/schemas/request-fields.ts';
import { catalog } from '../../support/core/catalog.ts';
import { estimate as estimated } from '../../support/core/made-up.ts';
import { acceptable, workflowsOf } from '../../support/core/random-requests.ts';

export const runs = (numRuns: number) => ({ numRuns, seed: 20261120 });

/** Any number from 0 to `max`, often an awkward one. */
export const upTo = (max: number) =>
  fc.oneof(
    fc.constantFrom(
      0,
      max,
      1,
      Number.MIN_VALUE,
      Number.EPSILON,
      1 / 3,
      max / 3,
      max * (1 - Number.EPSILON),
      Math.min(max, 1 + Number.EPSILON),
    ),
    fc.double({ min: 0, max, noNaN: true }),
    fc.integer({ min: 0, max: Math.min(max, 1000) }),
    fc.double({ min: 0, max: Math.min(max, 50), noNaN: true }),
  );

/** Any valid workflow, over the full bounds. */
export const anyWorkflow = workflowsOf(upTo);

/** The request on terms that its model is sold on. */
export function asSold<Request extends EstimateRequest>(from: Catalog, request: Request): Request {
  const { serviceTier = 'standard', region = 'global' } = request;
  const model = from.find(request.modelId ?? '') as CatalogModel;
  return { ...request, ...withPricingTerms(model, { serviceTier, region }).terms };
}

/** The estimate for a request, on terms that its model is sold on. */
export const estimate: typeof estimated = (from, request) => estimated(from, asSold(from, request));

export const anyModel = fc.constantFrom(...catalog.models.map(({ id }) => id));

/** Any valid request: any subset of the workflow fields, on any preset. */
export const anyRequest: fc.Arbitrary<EstimateRequest & { presetId: PresetId; modelId: string }> = fc
  .tuple(
    fc.constantFrom(...presetIds),
    anyModel,
    workflowsOf(upTo),
    fc.shuffledSubarray(workflowFieldNames),
    fc.constantFrom(null, ...efforts),
  )
  .map(([presetId, modelId, workflow, kept, reasoningEffort]) => {
    const all = asSold(catalog, { ...workflow, modelId });
    const request = Object.fromEntries(kept.map((name) => [name, all[name]]));
    return acceptable({ ...request, reasoningEffort, presetId, modelId });
  });

/** A workflow of ordinary size: short prompts, fewer calls than are possible, and compacted above any first prompt. */
export const ordinaryWorkflow = workflowsOf((max, unit, least) => {
  if (unit === 'tokens') return fc.integer(least > 0 ? { min: max / 20, max: max / 5 } : { min: 0, max: max / 100 });
  const number = fc.double({ min: 0, max: unit === '%' ? 99 : max / 5, noNaN: true });
  return fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: number });
});
