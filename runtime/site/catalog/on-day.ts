/** Prices on the day on which a page is looked at: a scheduled change may have come since it was built. */
import { type Catalog, catalogFrom } from '../../core/dataset/catalog.ts';

/**
 * The catalog with the prices in force on `day`, if an answer changes between its own day and that one; otherwise the
 * same catalog. A clock that is slow changes nothing.
 */
export function onDay(catalog: Catalog, day: string): Catalog {
  const { until } = catalog.inForce;
  if (until === null || day <= until) return catalog;
  return catalogOf(catalog, day);
}

/** The catalog of any day. */
export const catalogOf = (catalog: Catalog, day: string): Catalog =>
  day === catalog.asOf ? catalog : catalogFrom({ ...catalog.file, asOf: day });
