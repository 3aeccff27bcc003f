/**
 * Everything in a snapshot that this program determines besides the API's JSON: pages, price
 * maps, Parquet and OpenAPI, made again
 * from the data, and the SHA-256 of every text and script. It is a program of its own, `pages.js`, so that the command
 * starts without it.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { known } from 'virtual:program-files';
import { pricesParquet } from '../api/routes/documents.ts';
import { basePath } from '../api/routes.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { lookUp } from '../core/values/look-up.ts';
import { openapi } from '../exports/openapi.ts';
import { priceMapFiles } from '../exports/price-maps/price-maps.ts';
import { parquetOf } from '../exports/prices-parquet.ts';
import { sentText } from '../site/catalog/compact-catalog.ts';
import { pricesInForce } from '../site/catalog/prices-in-force.ts';
import { firstView } from '../site/cost/first-view.tsx';
import { siteFiles } from '../site/site-files.ts';
import type { ProgramFile } from './comparison.ts';
import { embeddings } from './embedded-text.ts';
import { type Files, jsonLine } from './layout.ts';
import { sha256Of } from './sums.ts';

/** SHA-256 of the programs that check, by their path in a snapshot. A program cannot hold its own. */
export const programs: ReadonlyMap<string, string> = new Map([
  ['cli.js', known.cli],
  ['pages.js', sha256Of(readFileSync(fileURLToPath(import.meta.url)))],
]);

/**
 * The files in the order in which they are to be compared: texts and scripts first, because pages are made from the
 * documents in `files`.
 * @param siteUrl the address that pages state as theirs; null: none
 */
export function* programFiles(files: Files, catalog: Catalog, siteUrl: string | null): Generator<ProgramFile> {
  const texts = { catalog: JSON.stringify(catalog.file), prices: sentText(pricesInForce(catalog)) };
  for (const [path, sha256] of Object.entries(known.sha256)) {
    const embedding = lookUp(embeddings, path);
    yield { path, sha256, ...(embedding && { holds: { embedding, text: texts[embedding.data] } }) };
  }
  const api = `public${basePath}`;
  yield { path: api + pricesParquet.path, content: () => parquetOf(catalog) };
  for (const { path, text } of priceMapFiles(catalog)) yield { path: api + path, content: text };
  yield { path: `${api}/openapi.json`, content: () => jsonLine(openapi(catalog, siteUrl)) };
  // Compared already.
  const documents = known.documents.map((document) => ({
    ...document,
    text: Buffer.from(files.get(document.file) as Uint8Array).toString('utf8'),
  }));
  // Its digest was compared; the favicon holds it.
  const icon = 'icon-32.png';
  const parts = {
    assets: [{ name: icon, content: files.get(`public/assets/${icon}`) as Uint8Array }],
    firstView: () => firstView(texts.prices),
    documents,
    openapi: () => openapi(catalog, siteUrl),
  };
  for (const { path, content } of siteFiles({ catalog, siteUrl }, parts)) yield { path: `public/${path}`, content };
}
