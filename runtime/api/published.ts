/** Every published file that is computed from the data: the build writes them, an audit recomputes them. */

import { metaOf } from '../core/answers/meta.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { success } from '../core/schemas/api-error.ts';
import { jsonText } from '../core/values/json-text.ts';
import { lazily } from '../core/values/memoize.ts';
import { documentText } from './feeds.ts';
import { publicationsOf } from './publications.ts';
import { textDocuments } from './routes/documents.ts';
import { routes } from './routes.ts';

export interface PublishedFile {
  /** Below `/api/v1`. */
  file: string;
  /** Id of its route; null: a document that is not JSON. */
  route: string | null;
  /** The same function for files with the same text: aliases follow their model and share its data. */
  text: () => string;
}

/** `siteUrl`: of the site, which feeds link to; ends in a slash; null: not known, and links are paths. */
export function* published(catalog: Catalog, siteUrl: string | null = null): Generator<PublishedFile> {
  const meta = JSON.stringify(metaOf(catalog));
  for (const route of routes) {
    let made: { data: () => unknown; text: () => string } | undefined;
    for (const { file, data } of publicationsOf(catalog, route)) {
      if (made?.data !== data) made = { data, text: lazily(() => success(jsonText(data()), meta)) };
      yield { file, route: route.id, text: made.text };
    }
  }
  for (const { path } of textDocuments) {
    yield { file: path.slice(1), route: null, text: () => documentText[path](catalog, siteUrl) };
  }
}
