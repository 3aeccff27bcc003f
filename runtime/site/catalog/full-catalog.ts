/** The whole catalog, with sources, history and host prices; loaded when it is first needed. */
import { type Catalog, catalogFrom } from '../../core/dataset/catalog.ts';
import type { CatalogFile } from '../../core/dataset/dataset.ts';
import { loadScript } from '../browser.ts';

declare global {
  /** Set by `assets/data.js`. */
  var agentCostCatalog: string | undefined;
}

let full: Promise<Catalog> | undefined;

/** Rejects if the file cannot be loaded; the next call tries again. */
export function fullCatalog(): Promise<Catalog> {
  const loaded = globalThis.agentCostCatalog === undefined ? loadScript('data') : Promise.resolve();
  full ??= loaded.then(() => {
    if (globalThis.agentCostCatalog === undefined) throw new Error('assets/data.js contains no catalog.');
    return catalogFrom(JSON.parse(globalThis.agentCostCatalog) as CatalogFile);
  });
  full.catch(() => {
    full = undefined;
  });
  return full;
}
