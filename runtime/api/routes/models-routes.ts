/** `/models` with its filters, and `/models/{id}`. */

import type { ModelFilter } from '../../core/answers/models.ts';
import { knownModels } from '../../core/dataset/catalog.ts';
import { isResolved, resolve, unresolvedMessage } from '../../core/dataset/resolve.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import { notOneOf } from '../../core/schemas/problems.ts';
import { type Tier, tiers } from '../../core/schemas/request-fields.ts';
import { readQuery } from '../query.ts';
import { literalValues, modelNames, type Route } from './route-definition.ts';

const modelFilters = ['provider', 'tier'] as const;
/** The empty list; no provider may have the id `none`. */
export const noModels = 'models/by-provider/none.json';

/** The file of a filtered list; the path twin of `/models?provider=P&tier=T`. */
export const modelsFile = ({ provider, tier }: ModelFilter): string =>
  `models${provider === undefined ? '' : `/by-provider/${provider}`}${tier === undefined ? '' : `/by-tier/${tier}`}.json`;

export const modelsRoute: Route = {
  id: 'models',
  operations: { get: 'listModels' },
  path: '/models',
  summary: 'Models with list prices',
  description: 'All models, or those of one maker, one class, or both. An unknown maker has none.',
  twins: [
    '/models.json',
    '/models/by-provider/{provider}.json',
    '/models/by-tier/{tier}.json',
    '/models/by-provider/{provider}/by-tier/{tier}.json',
    `/${noModels}`,
  ],
  parameters: [
    {
      name: 'provider',
      in: 'query',
      description: 'Maker id.',
      schema: { type: 'string' },
      accepted: ({ providers }) => literalValues(providers.map(({ id }) => id)),
    },
    {
      name: 'tier',
      in: 'query',
      description: 'Capability tier.',
      schema: { enum: tiers },
      accepted: () => literalValues(tiers),
    },
  ],
  refusals: ['invalid_request'],
  locate(catalog, _id, query) {
    const filter = readQuery(query, modelFilters);
    if (filter instanceof ApiError) return filter;
    const { provider, tier } = filter;
    if (tier !== undefined && !isTier(tier)) return new ApiError('invalid_request', notOneOf('tier', tier, tiers));
    if (provider !== undefined && !catalog.providers.some(({ id }) => id === provider)) return noModels;
    return modelsFile({ provider, tier });
  },
};

const isTier = (value: string): value is Tier => (tiers as readonly string[]).includes(value);

export const modelRoute: Route = {
  id: 'model',
  operations: { get: 'getModel' },
  path: '/models/{id}',
  summary: 'One model with price history and sources',
  description: 'By id or alias: prices in force, history, scheduled changes, long-context prices, sources and dates.',
  twins: ['/models/{id}.json'],
  parameters: [
    {
      name: 'id',
      in: 'path',
      description: 'Model id or alias.',
      schema: { type: 'string' },
      accepted: (catalog) => modelNames(knownModels(catalog)),
    },
  ],
  refusals: ['model_not_found'],
  locate(catalog, id) {
    const answer = resolve(catalog, id);
    if (isResolved(answer)) return `models/${answer.model.id}.json`;
    return new ApiError('model_not_found', unresolvedMessage(catalog, id, answer));
  },
};
