/** Every published file, one after another; its text is made when it is asked for, so no more than one is in memory. */

import { published } from '../../runtime/core/api/published.ts';
import { basePath } from '../../runtime/core/api/routes.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { cheapestCandidates } from '../../runtime/core/fast/answer-bytes.ts';
import { jsonSchemas } from '../../runtime/core/schema-files/json-schemas.ts';
import { frontPage } from '../docs/front-page.ts';
import { openapi } from '../docs/openapi.ts';

export interface PlannedFile {
  /** Below `dist`. */
  path: string;
  text: () => string;
}

const api = `public${basePath}`;

export function* plan(catalog: Catalog): Generator<PlannedFile> {
  for (const { file, text } of published(catalog, cheapestCandidates)) yield { path: `${api}/${file}`, text };
  yield { path: `${api}/openapi.json`, text: () => `${JSON.stringify(openapi(catalog))}\n` };
  for (const [name, schema] of jsonSchemas()) {
    yield { path: `${api}/schemas/${name}.json`, text: () => `${JSON.stringify(schema)}\n` };
  }
  yield { path: 'public/index.html', text: () => frontPage(catalog) };
}

/** What is published below `/api/v1`. */
export const apiFiles = (catalog: Catalog): string[] =>
  [...plan(catalog)].flatMap(({ path }) => (path.startsWith(`${api}/`) ? path.slice(api.length + 1) : []));
