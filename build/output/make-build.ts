/** Makes a complete build in a fresh directory: plans every published file, and writes it while the next is created. */

import { published } from '../../runtime/api/published.ts';
import { budgetSchema, jsonSchemas } from '../../runtime/api/published-schemas/json-schemas.ts';
import { pricesParquet } from '../../runtime/api/routes/documents.ts';
import { basePath } from '../../runtime/api/routes.ts';
import { nextPriceChange } from '../../runtime/core/answers/meta.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import { openapi } from '../../runtime/exports/openapi.ts';
import { priceMapFiles } from '../../runtime/exports/price-maps/price-maps.ts';
import { parquetOf } from '../../runtime/exports/prices-parquet.ts';
import type { Progress } from '../../runtime/io/progress.ts';
import type { SiteContext } from '../../runtime/site/site-context.ts';
import { siteFiles } from '../../runtime/site/site-files.ts';
import { hostFiles } from '../hosts/hosts.ts';
import { declarations } from '../package/declarations.ts';
import { type Assets, assets } from './assets.ts';
import { bundle, bundleLibrary, bundleWorker } from './bundle.ts';
import { compressor, Encoder, type Encodings, type Hashed, hashed } from './encodings.ts';
import { noticesFile, noticesFor } from './notices.ts';
import { type Built, jsonLine, type LastBuild } from './previous-build.ts';
import { packageText, readDocuments } from './program-digests.ts';
import { Writer } from './write-dist.ts';

export interface Making {
  /** Empty. */
  dir: string;
  catalog: Catalog;
  /** The file the catalog was created from. */
  catalogFile: CatalogFile;
  /** The URL of the site; null: not known. */
  siteUrl: string | null;
  /** SHA-256 of all inputs. */
  inputs: string;
  /** Encodings of unchanged files are reused from here; null: none are reused. */
  last: LastBuild | null;
  progress: Progress;
}

/** Writes all files of a build and returns their number and total bytes. Rejects only after all writing has stopped. */
export async function make(making: Making): Promise<{ files: number; bytes: number }> {
  const { dir, catalog, catalogFile, siteUrl, inputs, last, progress } = making;
  const changesOn = nextPriceChange(catalog)?.on ?? null;
  const head = {
    format: 1,
    datasetVersion: catalog.version,
    pricesAsOf: catalog.asOf,
    nextPriceChange: changesOn,
  } as const;
  const writer = new Writer(dir, head);
  const encoder = new Encoder();
  const site = { catalog, siteUrl };
  try {
    const pageAssets = await assets(catalogFile);
    // Before anything is started: a failure here must not leave a bundler writing.
    const files = publishedPaths(site, pageAssets);
    // esbuild is a separate process and works while this one writes.
    const library = bundleLibrary(catalogFile);
    const [programs, { index, client, inputs: libraryInputs }, worker, types] = await allDone([
      library.then(({ index }) => bundle(dir, index, pageAssets.files)),
      library,
      bundleWorker(dir, { catalog: catalogFile, nextPriceChange: changesOn, files }),
      declarations(),
      publish(plan(site, pageAssets), writer, encoder, last, (path) => progress.step(`writing ${path}`)),
    ]);
    for (const path of programs.paths) writer.adopt(path);
    for (const [path, text] of types) writer.write(path, Buffer.from(text));
    writer.write('package.json', Buffer.from(packageText));
    writer.write('agent-cost.schema.json', json(budgetSchema));
    writer.endPack(writer.write('catalog.json', json(catalogFile)));
    for (const { name, content } of [client, index]) writer.write(name, content);
    for (const path of worker.paths) writer.adopt(path);
    writer.write(
      noticesFile,
      Buffer.from(noticesFor([...programs.inputs, ...libraryInputs, ...worker.inputs, ...pageAssets.inputs])),
    );
    for (const [path, text] of Object.entries(hostFiles(catalog))) writer.write(`hosts/${path}`, Buffer.from(text));
    writer.endManifest('built.json', (manifest) => json({ inputs, compressor, manifest } satisfies Built));
    return { files: writer.files, bytes: writer.bytes };
  } finally {
    await encoder.end();
  }
}

/** Promise.all that waits for every promise: nothing may still be writing when a failed build is removed. */
async function allDone<T extends unknown[]>(running: readonly [...{ [K in keyof T]: Promise<T[K]> }]): Promise<T> {
  await Promise.allSettled(running);
  return (await Promise.all(running)) as T;
}

const json = (value: object): Buffer => Buffer.from(jsonLine(value));

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

/** Every published file in order. Content is created on demand, so only one is in memory at a time. */
function* plan(site: SiteContext, assets: Assets): Generator<PlannedFile> {
  const { catalog, siteUrl } = site;
  for (const { file, text } of published(catalog, siteUrl)) yield { path: `${api}/${file}`, content: text };
  yield { path: api + pricesParquet.path, content: () => parquetOf(catalog) };
  for (const { path, text } of priceMapFiles(catalog)) yield { path: api + path, content: text };
  yield { path: `${api}/openapi.json`, content: () => `${JSON.stringify(openapi(catalog, siteUrl))}\n` };
  for (const [name, schema] of jsonSchemas()) {
    yield { path: `${api}/schemas/${name}.json`, content: () => `${JSON.stringify(schema)}\n` };
  }
  const parts = {
    assets: assets.files,
    firstView: () => assets.firstView,
    documents: readDocuments(),
    openapi: () => openapi(catalog, siteUrl),
  };
  for (const { path, content } of siteFiles(site, parts)) {
    yield { path: `public/${path}`, content, smallest: firstLoaded.test(path) };
  }
}

/** Paths relative to `dist/public`, each with a leading slash. */
const publishedPaths = (site: SiteContext, assets: Assets): string[] =>
  [...plan(site, assets)].map(({ path }) => path.slice('public'.length));

/** Maximum contents in memory: enough that neither the main thread nor the encoder waits for the other. */
const most = 24;

/** A content that is being encoded, and the files it goes to. */
interface Content {
  paths: string[];
  plain: Hashed;
  encodings: Encodings | Promise<Encodings>;
}

/**
 * Publishes the files of the plan. Encodings are reused from `last` if it has them, and created otherwise. `step` is
 * called with each path.
 */
async function publish(
  files: Iterable<PlannedFile>,
  writer: Writer,
  encoder: Encoder,
  last: LastBuild | null,
  step: (path: string) => void,
): Promise<void> {
  const queue: Content[] = [];
  let newest: string | Uint8Array = '';
  const writeOldest = async () => {
    const { paths, plain, encodings } = queue.shift() as Content;
    writer.publish(paths, plain, await encodings);
  };
  for (const file of files) {
    const { path, smallest = false } = file;
    step(path);
    const content = file.content();
    // Aliases come right after their model and have the same text, which is encoded only once.
    if (content === newest) queue.at(-1)?.paths.push(path);
    else {
      newest = content;
      const plain = hashed(Buffer.from(content));
      const encodings = last?.encodings(path, plain.sha256) ?? encoder.encode(content, smallest);
      queue.push({ paths: [path], plain, encodings });
    }
    if (queue.length > most) await writeOldest();
  }
  while (queue.length > 0) await writeOldest();
}
