/** The published JSON Schemas (2020-12): one file per answer, and the error and the request. */
import { basePath, type Route, routes } from '../api/routes.ts';
import { errorBody, estimateRequest, meta } from '../api/schemas.ts';
import { withComponents } from './components.ts';

/** The answer of a route in its envelope. */
export const answerSchema = (route: Route) => ({
  type: 'object',
  required: ['data', 'meta'],
  properties: { data: route.data, meta },
});

/** By file name. */
export function jsonSchemas(): [string, object][] {
  return [
    ...routes.map((route): [string, object] => [route.id, standalone(route.id, answerSchema(route))]),
    ['estimate-request', standalone('estimate-request', estimateRequest)],
    ['error', standalone('error', errorBody)],
  ];
}

function standalone(name: string, schema: object): object {
  const components = new Map<string, Record<string, unknown>>();
  const root = withComponents(schema, '#/$defs/', components) as object;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${basePath}/schemas/${name}.json`,
    ...root,
    $defs: Object.fromEntries(components),
  };
}
