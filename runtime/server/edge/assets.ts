/** The published files behind the platform's assets binding. */
import { hex } from '../auth/auth.ts';
import type { Published } from '../http/dist-format.ts';
import { suffixes } from '../http/dist-format.ts';
import type { Source } from '../http/site.ts';

/** The binding: fetches a file of `dist/public` by its path. */
export interface Assets {
  fetch(url: string | URL): Promise<Response>;
}

export interface AssetStore extends Source {
  /** Repeats `attempt` until every file it reads has been fetched. */
  withFiles<T>(assets: Assets, origin: string, attempt: () => T): Promise<T>;
}

/** A file that must be fetched before the answer can be made. */
class NotFetched extends Error {
  constructor(readonly path: string) {
    super(`${path} has not been fetched yet`);
  }
}

/** Hashes are computed from the fetched files, so no list of them is bundled; tags are the same as the server's. */
export function storeOf({ catalog, files }: Published): AssetStore {
  const names = new Set(files);
  const here = new Map<string, ReturnType<Source['read']>>();

  async function fetchFile(assets: Assets, origin: string, path: string): Promise<void> {
    const response = await assets.fetch(assetUrl(path, origin));
    if (response.status !== 200) throw new Error(`${path} is missing from the assets: status ${response.status}`);
    const content = new Uint8Array(await response.arrayBuffer());
    const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', content)));
    here.set(path, { content, sha256 });
  }

  return {
    catalog: () => catalog,
    has: (path) => names.has(path),
    read(path, encoding) {
      const found = here.get(path + suffixes[encoding]);
      if (found === undefined) throw new NotFetched(path + suffixes[encoding]);
      return found;
    },
    async withFiles(assets, origin, attempt) {
      for (;;) {
        try {
          return attempt();
        } catch (error) {
          if (!(error instanceof NotFetched)) throw error;
          await fetchFile(assets, origin, error.path);
        }
      }
    },
  };
}

const assetUrl = (path: string, origin: string): URL =>
  new URL(path.split('/').map(encodeURIComponent).join('/'), origin);
