/** `/advice`: what would be cheaper than a preset on a model. */

import { advice } from '../../core/answers/schemas/advice-schema.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import { adviceRequest } from '../../core/schemas/estimate-request-schema.ts';
import type { Route } from './route-definition.ts';
import { workAsked, workParameters, workQuery } from './work-route.ts';

export const adviceRoute: Route = {
  id: 'advice',
  operations: { get: 'getAdvice', post: 'postAdvice' },
  path: '/advice',
  summary: 'What would be cheaper, and how that is known',
  description:
    'Changes to the work and other models that cost less than the estimate of a preset on a model, each with its evidence, the fields to change, and the dollars of the estimate with them. POST takes overrides of every workflow value.',
  twins: ['/advice/{presetId}/{modelId}.json'],
  parameters: workParameters,
  data: advice,
  refusals: ['invalid_request', 'model_shut_down'],
  body: adviceRequest,
  locate(catalog, _id, query) {
    const values = workQuery(query, []);
    if (values instanceof ApiError) return values;
    const question = workAsked(catalog, values);
    return question instanceof ApiError ? question : `advice/${question.preset.id}/${question.model.id}.json`;
  },
};
