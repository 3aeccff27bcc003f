/** `/estimate`: an estimate of a preset on a model, or a ranking of every model. */

import { estimateOf } from '../../core/answers/estimate.ts';
import { rankingOf } from '../../core/answers/ranking.ts';
import { resolveRequest } from '../../core/answers/resolved-request.ts';
import { estimate } from '../../core/answers/schemas/estimate-schema.ts';
import { ranking } from '../../core/answers/schemas/ranking-schema.ts';
import { namesOf, pricedModels } from '../../core/dataset/catalog.ts';
import { withPricingTerms } from '../../core/dataset/terms.ts';
import { workOf } from '../../core/model/work.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import { estimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import { notABoolean, notOneOf } from '../../core/schemas/problems.ts';
import { presetIds } from '../../core/schemas/request-fields.ts';
import { readQuery } from '../query.ts';
import { literalValues, modelNames, type Route } from './route-definition.ts';

const estimateParameters = ['presetId', 'modelId', 'compare'] as const;

export const estimateRoute: Route = {
  id: 'estimate',
  operations: { get: 'getEstimate', post: 'postEstimate' },
  path: '/estimate',
  summary: 'What an agent costs, or a ranking of every model',
  description:
    'Cost per task, monthly spend, waste by cause, savings and cheaper routes of a preset on a model; with compare, every model ranked. POST takes overrides of every workflow value.',
  twins: ['/estimate/{presetId}/{modelId}.json', '/estimate/compare/{presetId}.json'],
  parameters: [
    {
      name: 'presetId',
      in: 'query',
      description: 'Preset; default coding.',
      schema: { enum: presetIds },
      accepted: () => literalValues(presetIds),
    },
    {
      name: 'modelId',
      in: 'query',
      description: "Model id or alias; default the preset's model.",
      schema: { type: 'string' },
      accepted: (catalog) => modelNames(pricedModels(catalog)),
    },
    {
      name: 'compare',
      in: 'query',
      description: 'true ranks every model.',
      schema: { type: 'boolean' },
      accepted: () => literalValues(['true', 'false']),
    },
  ],
  data: { oneOf: [estimate, ranking] },
  refusals: ['invalid_request', 'model_shut_down'],
  body: estimateRequest,
  locate(catalog, _id, query) {
    const values = readQuery(query, estimateParameters, ' Send overrides by POST.');
    if (values instanceof ApiError) return values;
    const { presetId, modelId, compare } = values;
    if (presetId !== undefined && !isPreset(presetId)) {
      return new ApiError('invalid_request', notOneOf('presetId', presetId, presetIds));
    }
    if (compare !== undefined && compare !== 'true' && compare !== 'false') {
      return new ApiError('invalid_request', notABoolean('compare', compare));
    }
    const question = resolveRequest(catalog, {
      ...(presetId !== undefined && { presetId }),
      ...(modelId !== undefined && { modelId }),
      compare: compare === 'true',
    });
    if (question instanceof ApiError) return question;
    return estimateFile(question.preset.id, question.compare ? null : question.model.id);
  },
  *publish(catalog) {
    for (const preset of catalog.presets) {
      const work = workOf(preset, preset.workflow);
      for (const listed of pricedModels(catalog)) {
        const model = withPricingTerms(listed, preset.workflow);
        const data = () => estimateOf(catalog, work, model);
        for (const name of namesOf(model)) yield { file: estimateFile(preset.id, name), data };
      }
      yield { file: estimateFile(preset.id, null), data: () => rankingOf(catalog, work) };
    }
  },
};

const isPreset = (value: string): value is (typeof presetIds)[number] =>
  (presetIds as readonly string[]).includes(value);

/** The path twin of an estimate, or of a ranking when `model` is null. */
const estimateFile = (preset: string, model: string | null): string =>
  model === null ? `estimate/compare/${preset}.json` : `estimate/${preset}/${model}.json`;
