/** The published files behind the platform's assets binding. */
import { basePath } from '../core/routes.ts';
import { hex } from '../http/callers.ts';
import { pageHeaders } from '../http/page.ts';
import type { Published } from '../http/published.ts';
import type { Reply } from '../http/reply.ts';
import type { Manifest, ReadFile } from '../http/site.ts';

/** The binding: fetches a file of `dist/public` by its path. */
export interface Assets {
  fetch(url: string | URL): Promise<Response>;
}

export interface AssetStore {
  manifest: Manifest;
  read: ReadFile;
  /** Repeats `attempt` until every file it reads is here. */
  withFiles<T>(assets: Assets, origin: string, attempt: () => T): Promise<T>;
}

/** A file that must be fetched before the answer can be made. */
class NotHere extends Error {
  constructor(readonly path: string) {
    super(`${path} is not fetched yet`);
  }
}

/** Hashes are made of what came, so that no list of them has to be bundled; the tags are those of the server. */
export function storeOf({ catalog, version, files, others }: Published): AssetStore {
  const here = new Map<string, Uint8Array>();
  const manifest: Manifest = { format: 1, datasetVersion: version, pricesAsOf: catalog.asOf, files: {} };
  for (const file of files) for (const suffix of ['', '.br', '.gz']) add(file + suffix);
  for (const file of others) add(file);
  function add(file: string): void {
    manifest.files[`public${basePath}/${file}`] = { bytes: 0, sha256: '' };
  }

  async function bring(assets: Assets, origin: string, path: string): Promise<void> {
    const response = await assets.fetch(assetUrl(path.slice('public'.length), origin));
    if (response.status !== 200) throw new Error(`the assets have no ${path}: ${response.status}`);
    const content = new Uint8Array(await response.arrayBuffer());
    const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', content)));
    manifest.files[path] = { bytes: content.length, sha256 };
    here.set(path, content);
  }

  return {
    manifest,
    read(path) {
      const content = here.get(path);
      if (content === undefined) throw new NotHere(path);
      return content;
    },
    async withFiles(assets, origin, attempt) {
      for (;;) {
        try {
          return attempt();
        } catch (error) {
          if (!(error instanceof NotHere)) throw error;
          await bring(assets, origin, error.path);
        }
      }
    },
  };
}

export async function pageFrom(assets: Assets, origin: string): Promise<Reply> {
  const page = await assets.fetch(assetUrl('/index.html', origin));
  if (page.status !== 200) throw new Error(`the assets have no page: ${page.status}`);
  const body = new Uint8Array(await page.arrayBuffer());
  const fields = pageHeaders.flatMap(({ key, value }) => [key, value]);
  return {
    status: 200,
    headers: ['Content-Type', 'text/html; charset=utf-8', ...fields, 'Content-Length', String(body.length)],
    body,
  };
}

const assetUrl = (path: string, origin: string): URL =>
  new URL(path.split('/').map(encodeURIComponent).join('/'), origin);
