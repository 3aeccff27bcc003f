/** The catalog of a page: on the day on which it is looked at, and the whole one, with sources, history and host prices. */
import { type Catalog, catalogFrom } from '../../core/dataset/catalog.ts';
import type { CatalogFile } from '../../core/dataset/dataset.ts';
import { loadScript } from '../browser.ts';

/**
 * The catalog with the prices in force on `day`, if an answer changes between its own day and that one; otherwise the
 * same catalog: a scheduled change may have come since it was built. A clock that is slow changes nothing.
 */
export function onDay(catalog: Catalog, day: string): Catalog {
  const { until } = catalog.inForce;
  if (until === null || day <= until) return catalog;
  return catalogOf(catalog, day);
}

/** The catalog of any day. */
export const catalogOf = (catalog: Catalog, day: string): Catalog =>
  day === catalog.asOf ? catalog : catalogFrom({ ...catalog.file, asOf: day });

declare global {
  /** Set by `assets/data.js`. */
  var agentCostCatalog: string | undefined;
}

let full: Promise<Catalog> | undefined;

/** The whole catalog, loaded when it is first needed. Rejects if the file cannot be loaded; the next call tries again. */
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
