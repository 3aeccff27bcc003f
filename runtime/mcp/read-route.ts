/** The API's answers to GET requests, without HTTP. */

import { publicationsOf } from '../api/publications.ts';
import type { Route } from '../api/routes/route-definition.ts';
import { routes } from '../api/routes.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { ApiError } from '../core/schemas/api-error.ts';

/** The `data` of a route, or its refusal. `id`: the path parameter, if there is one. */
export function readRoute<Data>(catalog: Catalog, route: Route, id = ''): Data | ApiError {
  const file = route.locate(catalog, id, '');
  if (file instanceof ApiError) return file;
  for (const publication of publicationsOf(catalog, route)) {
    if (publication.file === file) return publication.data() as Data;
  }
  throw new Error(`${route.path} has no ${file}.`);
}

export const routeCalled = (id: string): Route => {
  const found = routes.find((route) => route.id === id);
  if (found === undefined) throw new Error(`There is no route ${id}.`);
  return found;
};
