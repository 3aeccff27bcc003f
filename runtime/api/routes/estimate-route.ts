/** `/estimate`: an estimate of a preset on a model, or a ranking of every model. */

import { ApiError } from '../../core/schemas/api-error.ts';
import { notABoolean, notOneOf } from '../../core/schemas/problems.ts';
import { type RankingOrder, rankingOrders } from '../../core/schemas/request-fields.ts';
import { literalValues, type Route } from './route-definition.ts';
import { workAsked, workParameters, workQuery } from './work-route.ts';

export const estimateRoute: Route = {
  id: 'estimate',
  operations: { get: 'getEstimate', post: 'postEstimate' },
  path: '/estimate',
  summary: 'What an agent costs, or a ranking of every model',
  description:
    'Cost per task, monthly spend, waste by cause and one cheaper model of a preset on a model; with compare, every model ranked. POST takes overrides of every workflow value. /advice has what would be cheaper, with its evidence.',
  twins: [
    '/estimate/{presetId}/{modelId}.json',
    '/estimate/compare/{presetId}.json',
    '/estimate/compare/solved/{presetId}.json',
  ],
  parameters: [
    ...workParameters,
    {
      name: 'compare',
      in: 'query',
      description: 'true ranks every model.',
      schema: { type: 'boolean' },
      accepted: () => literalValues(['true', 'false']),
    },
    {
      name: 'sort',
      in: 'query',
      description:
        "Order of a ranking: cost (the default) or solved, by dollars per solved task as measured beside the preset's model; beside another one by POST.",
      schema: { enum: rankingOrders },
      accepted: () => literalValues(rankingOrders),
    },
  ],
  refusals: ['invalid_request', 'model_shut_down'],
  locate(catalog, _id, query) {
    const values = workQuery(query, ['compare', 'sort']);
    if (values instanceof ApiError) return values;
    const { compare, sort, modelId } = values;
    if (compare !== undefined && compare !== 'true' && compare !== 'false') {
      return new ApiError('invalid_request', notABoolean('compare', compare));
    }
    if (sort !== undefined && !isOrder(sort)) {
      return new ApiError('invalid_request', notOneOf('sort', sort, rankingOrders));
    }
    if (sort !== undefined && compare !== 'true') {
      return new ApiError('invalid_request', 'sort is about a ranking: send it with compare=true.');
    }
    if (sort === 'solved' && modelId !== undefined) {
      return new ApiError(
        'invalid_request',
        "modelId: this ranking is beside the preset's model; send the request by POST for one beside another.",
      );
    }
    const question = workAsked(catalog, values, compare === 'true');
    if (question instanceof ApiError) return question;
    const { preset, model } = question;
    return question.compare ? rankingFile(preset.id, sort ?? 'cost') : `estimate/${preset.id}/${model.id}.json`;
  },
};

const isOrder = (value: string): value is RankingOrder => (rankingOrders as readonly string[]).includes(value);

/** The path twin of a ranking. */
export const rankingFile = (preset: string, sort: RankingOrder): string =>
  `estimate/compare/${sort === 'cost' ? '' : `${sort}/`}${preset}.json`;

/** `/advice`: what would be cheaper than a preset on a model. */
export const adviceRoute: Route = {
  id: 'advice',
  operations: { get: 'getAdvice', post: 'postAdvice' },
  path: '/advice',
  summary: 'What would be cheaper, and how that is known',
  description:
    'Changes to the work and other models that cost less than the estimate of a preset on a model, each with its evidence, the fields to change, and the dollars of the estimate with them. POST takes overrides of every workflow value.',
  twins: ['/advice/{presetId}/{modelId}.json'],
  parameters: workParameters,
  refusals: ['invalid_request', 'model_shut_down'],
  locate(catalog, _id, query) {
    const values = workQuery(query, []);
    if (values instanceof ApiError) return values;
    const question = workAsked(catalog, values);
    return question instanceof ApiError ? question : `advice/${question.preset.id}/${question.model.id}.json`;
  },
};
