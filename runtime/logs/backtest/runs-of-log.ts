/** The runs of a log as recorded runs: their tokens at list prices replace a bill. */

import { resolveRequest } from '../../core/answers/resolved-request.ts';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { writePrice } from '../../core/model/cache-use.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import type { EstimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import type { LoggedRun } from '../calibrate/logged-runs.ts';
import { partOf } from '../calibrate/task-hash.ts';
import { type RecordedRun, type RunTerms, withTokens } from './recorded-run.ts';

/** One project on one model. */
const groupOf = ({ project, model }: LoggedRun): string => (project === null ? model : `${model} in ${project}`);

export function runsOfLog(catalog: Catalog, runs: readonly LoggedRun[], kind: PresetId): RecordedRun[] {
  const cached = new Set(runs.filter(({ cachedInput }) => cachedInput > 0).map(groupOf));
  return runs
    .filter(({ input, firstPrompt }) => input > 0 && firstPrompt > 0)
    .map((run) => {
      const model = modelOf(catalog, run);
      return withTokens({
        group: groupOf(run),
        family: run.model,
        model: run.model,
        kind,
        fold: partOf(run.task, 5),
        calls: run.calls,
        // Logs do not count tool calls, and it makes no difference which call adds to the prompt.
        toolCalls: run.calls,
        firstPrompt: run.firstPrompt,
        lastPrompt: run.lastPrompt,
        input: run.input,
        output: run.output,
        usd: run.tokensNano === null ? null : run.tokensNano / 1e9,
        terms: model && termsOf(model, run, cached.has(groupOf(run))),
      });
    });
}

/** The model on the terms the run was billed on; null: it has no price there. */
function modelOf(catalog: Catalog, { model, host, serviceTier }: LoggedRun): CatalogModel | null {
  for (const terms of [{ host, serviceTier }, { serviceTier }] as Pick<EstimateRequest, 'host' | 'serviceTier'>[]) {
    const question = resolveRequest(catalog, { modelId: model, ...terms });
    if (!(question instanceof ApiError)) return question.model;
  }
  return null;
}

function termsOf({ priceBands, thresholds, minPrefixTokens }: CatalogModel, run: LoggedRun, cached: boolean): RunTerms {
  const cacheTtl = run.cacheWrite1h > run.cacheWrite ? '1h' : '5m';
  return {
    prices: priceBands.map((band) => ({ ...band, cacheWrite: writePrice(band, { promptCaching: true, cacheTtl }) })),
    thresholds,
    minPrefix: minPrefixTokens,
    cached,
  };
}
