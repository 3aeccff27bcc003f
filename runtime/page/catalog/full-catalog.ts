/** The whole catalog, with sources, history and what hosts ask; loaded when it is first needed. */
import { type Catalog, catalogFrom } from '../../core/dataset/catalog.ts';
import type { CatalogFile } from '../../core/dataset/dataset.ts';
import { loadScript } from '../pieces/page.ts';

declare global {
  /** Set by `assets/data.js`. */
  var agentCostCatalog: string | undefined;
}

let full: Promise<Catalog> | undefined;

/** Rejects where the file cannot be loaded; it can be asked for again then. */
export function fullCatalog(): Promise<Catalog> {
  const loaded = globalThis.agentCostCatalog === undefined ? loadScript('data') : Promise.resolve();
  full ??= loaded.then(() => {
    if (globalThis.agentCostCatalog === undefined) throw new Error('assets/data.js has no catalog in it.');
    return catalogFrom(JSON.parse(globalThis.agentCostCatalog) as CatalogFile);
  });
  full.catch(() => {
    full = undefined;
  });
  return full;
}
