/** Makes a complete build in a fresh directory. */

import { budgetSchema } from '../../runtime/api/published-schemas/json-schemas.ts';
import { nextPriceChange } from '../../runtime/core/answers/meta.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import type { Progress } from '../../runtime/io/progress.ts';
import { hostFiles } from '../hosts/hosts.ts';
import { declarations } from '../package/declarations.ts';
import { assets } from '../page/assets.ts';
import { bundle, bundleLibrary, bundleWorker } from './bundle.ts';
import { Encoder } from './encoder.ts';
import { compressor } from './encodings.ts';
import { noticesFile, noticesFor } from './notices.ts';
import { plan, publishedPaths } from './plan.ts';
import { type Built, jsonLine, type LastBuild } from './previous-build.ts';
import { publish } from './publish.ts';
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
    const [programs, library, worker, types] = await allDone([
      bundle(dir),
      bundleLibrary(dir, catalogFile),
      bundleWorker(dir, { catalog: catalogFile, nextPriceChange: changesOn, files }),
      declarations(),
      publish(plan(site, pageAssets), writer, encoder, last, (path) => progress.step(`writing ${path}`)),
    ]);
    for (const path of programs.paths) writer.adopt(path);
    for (const [path, text] of types) writer.write(path, Buffer.from(text));
    writer.write('package.json', json({ type: 'module' }));
    writer.write('agent-cost.schema.json', json(budgetSchema));
    writer.endPack(writer.write('catalog.json', json(catalogFile)));
    for (const path of [...library.paths, ...worker.paths]) writer.adopt(path);
    writer.write(
      noticesFile,
      Buffer.from(noticesFor([...programs.inputs, ...library.inputs, ...worker.inputs, ...pageAssets.inputs])),
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
