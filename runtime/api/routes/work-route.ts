/** What the routes about a preset on a model have in common. */

import { type ResolvedRequest, resolveRequest } from '../../core/answers/resolved-request.ts';
import { type Catalog, pricedModels } from '../../core/dataset/catalog.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import { notOneOf } from '../../core/schemas/problems.ts';
import { presetIds } from '../../core/schemas/request-fields.ts';
import { readQuery } from '../query.ts';
import { literalValues, modelNames, type Parameter } from './route-definition.ts';

export const workParameters: Parameter[] = [
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
];

type WorkParameter = 'presetId' | 'modelId';

/** The values of a query, with its preset known; others are refused. */
export function workQuery<Name extends string>(
  query: string,
  more: readonly Name[],
): Partial<Record<WorkParameter | Name, string>> | ApiError {
  const values = readQuery(query, ['presetId', 'modelId', ...more], ' Send overrides by POST.');
  if (values instanceof ApiError || values.presetId === undefined || isPreset(values.presetId)) return values;
  return new ApiError('invalid_request', notOneOf('presetId', values.presetId, presetIds));
}

export const workAsked = (
  catalog: Catalog,
  { presetId, modelId }: Partial<Record<WorkParameter, string>>,
  compare = false,
): ResolvedRequest | ApiError =>
  resolveRequest(catalog, {
    ...(presetId !== undefined && isPreset(presetId) && { presetId }),
    ...(modelId !== undefined && { modelId }),
    compare,
  });

const isPreset = (value: string): value is (typeof presetIds)[number] =>
  (presetIds as readonly string[]).includes(value);
