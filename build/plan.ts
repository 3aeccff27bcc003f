/** Every published file and its text, one after another, so that no more than one is ever in memory. */
import type { Catalog } from '../runtime/core/catalog.ts';
import { success } from '../runtime/core/envelope.ts';
import { metaOf } from '../runtime/core/models.ts';
import { basePath, documents, routes } from '../runtime/core/routes.ts';
import { documentText } from './feeds.ts';
import { jsonSchemas } from './json-schemas.ts';
import { openapi } from './openapi.ts';
import { frontPage } from './page.ts';

export interface PlannedFile {
  /** Below `dist`. */
  path: string;
  text: string;
}

const api = `public${basePath}`;

export function* plan(catalog: Catalog): Generator<PlannedFile> {
  const meta = JSON.stringify(metaOf(catalog));
  for (const route of routes) {
    let made: { data: () => unknown; text: string } | undefined;
    for (const { file, data } of route.publish(catalog)) {
      // Aliases follow their model and share its data.
      if (made?.data !== data) made = { data, text: success(JSON.stringify(data()), meta) };
      yield { path: `${api}/${file}`, text: made.text };
    }
  }
  for (const { path } of documents) yield { path: api + path, text: documentText[path](catalog) };
  yield { path: `${api}/openapi.json`, text: `${JSON.stringify(openapi(catalog))}\n` };
  for (const [name, schema] of jsonSchemas()) {
    yield { path: `${api}/schemas/${name}.json`, text: `${JSON.stringify(schema)}\n` };
  }
  yield { path: 'public/index.html', text: frontPage(catalog) };
}
