/**
 * What a route is: where a GET finds its file, and how it is described. `publications.ts` has what is in the files, and
 * `published-schemas/route-schemas.ts` their shapes: a server that only sends files loads neither.
 */

import { type Catalog, type CatalogModel, namesOf } from '../../core/dataset/catalog.ts';
import type { ApiError, ErrorCode } from '../../core/schemas/api-error.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  description: string;
  schema: object;
  /** Every accepted value and its meaning: itself, or the id behind an alias. */
  accepted(catalog: Catalog): Iterable<readonly [value: string, meaning: string]>;
}

export interface Route {
  id: string;
  /** Names of the operations in OpenAPI; with `post`, the route takes a JSON body. */
  operations: { get: string; post?: string };
  path: string;
  summary: string;
  description: string;
  /** Paths of the published files, for people and for hosts that cannot match queries. */
  twins: string[];
  parameters: Parameter[];
  /** Error codes of a GET, in addition to those of every route. */
  refusals: ErrorCode[];
  /**
   * The file that answers a GET; `id` is the decoded path parameter, `query` the raw query string, which is read only
   * if the route has query parameters.
   */
  locate(catalog: Catalog, id: string, query: string): string | ApiError;
}

/** Accepted values that each mean themselves. */
export const literalValues = (values: readonly string[]) => values.map((value) => [value, value] as const);

/** The ids and aliases of models as accepted values, each with the id that it means. */
export const modelNames = (models: readonly CatalogModel[]) =>
  models.flatMap((model) => namesOf(model).map((name) => [name, model.id] as const));

/** A route without parameters: one file. */
export const single = (route: Pick<Route, 'id' | 'operations' | 'path' | 'summary' | 'description'>): Route => ({
  ...route,
  twins: [`${route.path}.json`],
  parameters: [],
  refusals: [],
  locate: () => `${route.id}.json`,
});
