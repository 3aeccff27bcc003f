/** Every published file in order. Content is created on demand, so only one is in memory at a time. */

import { published } from '../../runtime/api/published.ts';
import { jsonSchemas } from '../../runtime/api/published-schemas/json-schemas.ts';
import { pricesParquet } from '../../runtime/api/routes/documents.ts';
import { basePath } from '../../runtime/api/routes.ts';
import { parquetOf } from '../../runtime/exports/prices-parquet.ts';
import type { SiteContext } from '../../runtime/site/site-context.ts';
import { openapi } from '../docs/openapi.ts';
import type { Assets } from '../page/assets.ts';
import { sitePlan } from '../page/site-plan.ts';

export interface PlannedFile {
  /** Relative to `dist`. */
  path: string;
  content: () => string | Uint8Array;
  /** Whether to spend more time for a smaller result; default false. */
  smallest?: boolean;
}

const api = `public${basePath}`;

/** Files loaded on a first visit. */
const firstLoaded = /^index\.html$|^assets\/.*\.(js|css)$/;

export function* plan(site: SiteContext, assets: Assets): Generator<PlannedFile> {
  const { catalog } = site;
  for (const { file, text } of published(catalog)) yield { path: `${api}/${file}`, content: text };
  yield { path: api + pricesParquet.path, content: () => parquetOf(catalog) };
  yield { path: `${api}/openapi.json`, content: () => `${JSON.stringify(openapi(catalog))}\n` };
  for (const [name, schema] of jsonSchemas()) {
    yield { path: `${api}/schemas/${name}.json`, content: () => `${JSON.stringify(schema)}\n` };
  }
  for (const { path, content } of sitePlan(site, assets)) {
    yield { path: `public/${path}`, content, smallest: firstLoaded.test(path) };
  }
}

/** Paths relative to `dist/public`, each with a leading slash. */
export const publishedPaths = (site: SiteContext, assets: Assets): string[] =>
  [...plan(site, assets)].map(({ path }) => path.slice('public'.length));
