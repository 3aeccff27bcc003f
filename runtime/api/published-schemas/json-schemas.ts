/** The published JSON Schemas (2020-12): one file per answer, the error, the request, and agent-cost.json. */

import { meta } from '../../core/answers/schemas/meta-schemas.ts';
import { errorBody } from '../../core/schemas/api-error.ts';
import { budgetFile } from '../../core/schemas/data-files/budget-files.ts';
import { adviceRequest, estimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import type { Route } from '../routes/route-definition.ts';
import { basePath, routes } from '../routes.ts';
import { withComponents } from './components.ts';
import { schemasOf } from './route-schemas.ts';

/** The answer of a route in its envelope. */
export const answerSchema = (route: Route) => ({
  type: 'object',
  required: ['data', 'meta'],
  properties: { data: schemasOf(route).data, meta },
});

/** By file name. */
export function jsonSchemas(): [string, object][] {
  return [
    ...routes.map((route): [string, object] => [route.id, standalone(route.id, answerSchema(route))]),
    ['estimate-request', standalone('estimate-request', estimateRequest)],
    ['advice-request', standalone('advice-request', adviceRequest)],
    ['error', standalone('error', errorBody)],
    ['agent-cost', budgetSchema],
  ];
}

const head = (name: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${basePath}/schemas/${name}.json`,
});

function standalone(name: string, schema: object): object {
  const components = new Map<string, Record<string, unknown>>();
  const root = withComponents(schema, '#/$defs/', components) as object;
  return { ...head(name), ...root, $defs: Object.fromEntries(components) };
}

/** The schema of agent-cost.json; closed, so that editors mark unknown fields. */
export const budgetSchema = { ...head('agent-cost'), ...budgetFile };
