/** The API's answers to GET requests, without HTTP. */
import { Refusal } from '../core/api/envelope.ts';
import type { Route } from '../core/api/routes/route-definition.ts';
import { routes } from '../core/api/routes.ts';
import type { Catalog } from '../core/dataset/catalog.ts';

/** The `data` of a route, or its refusal. `id`: the path parameter, if there is one. */
export function readRoute<Data>(catalog: Catalog, route: Route, id = ''): Data | Refusal {
  const file = route.locate(catalog, id, '');
  if (file instanceof Refusal) return file;
  for (const publication of route.publish(catalog)) {
    if (publication.file === file) return publication.data() as Data;
  }
  throw new Error(`${route.path} has no ${file}.`);
}

export const routeCalled = (id: string): Route => {
  const found = routes.find((route) => route.id === id);
  if (found === undefined) throw new Error(`There is no route ${id}.`);
  return found;
};
