/** The calls that an estimate is the bill of, weighted: a report on them has the dollars of the estimate. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { resellerOf } from '../dataset/host-catalog.ts';
import { billFor } from '../model/bill.ts';
import { taskTools } from '../model/shape.ts';
import { callsOfAll, callsOfTask, type WalkedCall } from '../model/walked-calls.ts';
import { workFor } from '../model/work.ts';
import { ApiError } from '../schemas/api-error.ts';
import { billableUnits, byUnit, toolUnits } from '../schemas/billable-units.ts';
import type { EstimateRequest } from '../schemas/estimate-request-schema.ts';
import { resolveRequest } from './resolved-request.ts';
import { type ExpectedCall, type ExpectedCalls, expectedCallsFormat } from './schemas/expected-calls-schema.ts';

/** The calls of the work in a request that passed its schema; `compare` is ignored. */
export function expectedCallsOf(catalog: Catalog, request: EstimateRequest): ExpectedCalls | ApiError {
  const question = resolveRequest(catalog, { ...request, compare: false });
  if (question instanceof ApiError) return question;
  const { sold, preset, model, workflow } = question;
  const work = workFor(question);
  const { run, costPerTask } = billFor(work, model);
  const { shape } = run;
  const unpriced = taskTools.filter((tool) => workflow[tool.perTask] > 0 && model[tool.priceField] === null);
  const callOf = walkedCallFor(unpriced);
  const all = callsOfAll(shape, model, workflow).filter(({ weight }) => weight > 0);
  return {
    format: expectedCallsFormat,
    datasetVersion: catalog.version,
    presetId: preset.id,
    model: model.id,
    // A call to a model that its provider only resells has a price at that host alone.
    host: (sold.host ?? resellerOf(catalog, model))?.id ?? null,
    day: catalog.asOf,
    serviceTier: model.terms.serviceTier,
    region: regionOf(model),
    costPerTask,
    callsPerTask: shape.calls,
    unpriced: unpriced.map(({ part }) => part),
    meanTask: callsOfTask(shape, model, workflow, shape.calls).map(callOf),
    calls: all.map(callOf).flatMap((call) => withRetries(call, work.retryShare)),
  };
}

const regionOf = ({ terms: { region } }: CatalogModel): string | null => (region === 'global' ? null : region);

/** @param unpriced tools whose fee is unknown: an estimate leaves them out */
function walkedCallFor(unpriced: readonly { count: keyof ExpectedCall }[]): (walked: WalkedCall) => ExpectedCall {
  const isLeftOut = new Set<string>(unpriced.map(({ count }) => count));
  return ({ call, compacts, weight, ...counts }) => ({
    ...{ call, compacts, retried: false, weight },
    ...byUnit(billableUnits, 'count', ({ count }) => (isLeftOut.has(count) ? 0 : counts[count])),
  });
}

/** A call, and what is sent of it again: the tokens, but no uses of tools. */
const withRetries = (call: ExpectedCall, share: number): ExpectedCall[] =>
  share === 0
    ? [call]
    : [call, { ...call, ...byUnit(toolUnits, 'count', () => 0), retried: true, weight: call.weight * share }];
