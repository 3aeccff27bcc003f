/** `/measured/{id}`: one board of measured runs. */

import { ApiError } from '../../core/schemas/api-error.ts';
import { didYouMean, quote } from '../../core/values/did-you-mean.ts';
import { literalValues, type Route } from './route-definition.ts';

export const boardRoute: Route = {
  id: 'board',
  operations: { get: 'getMeasuredBoard' },
  path: '/measured/{id}',
  summary: 'Results of models on one benchmark, in dollars per solved task',
  description:
    'Every model and effort on the same tasks in one harness, cheapest per solved task first, with the interval of its success rate and the Pareto front. Recorded tokens are priced at the prices in force.',
  twins: ['/measured/{id}.json'],
  parameters: [
    {
      name: 'id',
      in: 'path',
      description: 'Id of a board, as listed by /measured.',
      schema: { type: 'string' },
      accepted: ({ measured }) => literalValues(measured.map(({ id }) => id)),
    },
  ],
  refusals: ['not_found'],
  locate(catalog, id) {
    const ids = catalog.measured.map((file) => file.id);
    if (ids.includes(id)) return `measured/${id}.json`;
    return new ApiError('not_found', `Unknown board ${quote(id)}.${didYouMean(id, ids)} /measured lists the ids.`);
  },
};
