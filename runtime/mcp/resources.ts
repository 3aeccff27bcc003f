/** The dataset as resources: the answers of the API under `agent-cost://` in place of its address, and the cost model. */
import costModelText from '../../docs/cost-model.md';
import { publicationsOf } from '../api/publications.ts';
import type { Route } from '../api/routes/route-definition.ts';
import { routes } from '../api/routes.ts';
import { metaOf } from '../core/answers/meta.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { ApiError, success } from '../core/schemas/api-error.ts';
import { jsonText } from '../core/values/json-text.ts';

const scheme = 'agent-cost:/';
const json = 'application/json';
const markdown = 'text/markdown';
const costModel = `${scheme}/cost-model`;

/** All routes but the estimate, which is a tool. */
const readable = routes.filter(({ id }) => id !== 'estimate');
const hasId = ({ path }: Route): boolean => path.endsWith('/{id}');

export const listedResources = [
  ...readable
    .filter((route) => !hasId(route))
    .map(({ id, path, summary, description }) => ({
      uri: scheme + path,
      name: id,
      title: summary,
      description,
      mimeType: json,
    })),
  {
    uri: costModel,
    name: 'cost-model',
    title: 'Cost model',
    description: 'How an estimate is computed: every formula, what is assumed and how far it is from recorded runs.',
    mimeType: markdown,
  },
];

export const listedTemplates = readable.filter(hasId).map(({ id, path, summary, description }) => ({
  uriTemplate: scheme + path,
  name: id,
  title: summary,
  description,
  mimeType: json,
}));

/** A resource, or a refusal with the API's message. */
export function readResource(
  catalog: Catalog,
  uri: string,
): { uri: string; mimeType: string; text: string } | ApiError {
  if (uri === costModel) return { uri, mimeType: markdown, text: costModelText };
  const found = routeOf(uri);
  if (found === null) {
    const known = [...listedResources.map((one) => one.uri), ...listedTemplates.map((one) => one.uriTemplate)];
    return new ApiError('not_found', `There is no resource ${JSON.stringify(uri)}. Resources: ${known.join(', ')}.`);
  }
  const data = readRoute<unknown>(catalog, found.route, found.id);
  if (data instanceof ApiError) return data;
  return { uri, mimeType: json, text: success(jsonText(data), jsonText(metaOf(catalog))) };
}

/** The route that a URI names, and the id in it; null: there is none. */
function routeOf(uri: string): { route: Route; id: string } | null {
  for (const route of readable) {
    const address = scheme + route.path;
    if (!hasId(route)) {
      if (uri === address) return { route, id: '' };
      continue;
    }
    const start = address.slice(0, -'{id}'.length);
    const rest = uri.startsWith(start) ? decoded(uri.slice(start.length)) : null;
    if (rest !== null) return { route, id: rest };
  }
  return null;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The `data` of a route, or its refusal. `id`: the path parameter, if there is one. */
function readRoute<Data>(catalog: Catalog, route: Route, id = ''): Data | ApiError {
  const file = route.locate(catalog, id, '');
  if (file instanceof ApiError) return file;
  for (const publication of publicationsOf(catalog, route)) {
    if (publication.file === file) return publication.data() as Data;
  }
  throw new Error(`${route.path} has no ${file}.`);
}
