/** `/plans`, and `/plans/{id}`. */
import { planNamed } from '../../core/answers/plans.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import { literalValues, type Route, single } from './route-definition.ts';

export const plansRoute: Route = single({
  id: 'plans',
  operations: { get: 'listPlans' },
  path: '/plans',
  summary: 'Subscriptions with quotas',
  description:
    'What plans cost a month and what their makers say they hold, each with its sources and dates. A null is what no page of the maker says.',
});

export const planRoute: Route = {
  id: 'plan',
  operations: { get: 'getPlan' },
  path: '/plans/{id}',
  summary: 'One subscription with its quotas',
  description: 'Price, windows and sources of a plan, as listed by /plans.',
  twins: ['/plans/{id}.json'],
  parameters: [
    {
      name: 'id',
      in: 'path',
      description: 'Id of a plan, as listed by /plans.',
      schema: { type: 'string' },
      accepted: ({ plans }) => literalValues(plans.map(({ id }) => id)),
    },
  ],
  refusals: ['not_found'],
  locate(catalog, id) {
    const found = planNamed(catalog, id);
    return typeof found === 'string' ? new ApiError('not_found', `${found} /plans lists the ids.`) : `plans/${id}.json`;
  },
};
