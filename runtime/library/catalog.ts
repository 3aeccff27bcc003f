/** The catalog that the functions of the library take their numbers from. */
import { catalogOf, defaultCatalog } from './requests.ts';
import type { Overlay } from './types.ts';

/** Prices, models, presets and measured runs on one day; created by `catalog`. */
export interface Catalog {
  /** YYYY-MM-DD (UTC): prices are those in force on this day. */
  readonly asOf: string;
  /** Identifies these numbers: `meta.datasetVersion` of the API. */
  readonly version: string;
  /** The days on which every answer is the same; `until` null: no change is scheduled. */
  readonly inForce: { readonly from: string; readonly until: string | null };
}

/** Options of every function. */
export interface Options {
  /** Prices to use instead of those in the package. */
  catalog?: Catalog;
  /** YYYY-MM-DD (UTC): use the prices in force on this day instead of the day of the catalog. */
  on?: string;
  /** Own prices and discounts on top of the list prices; each price they change carries the name of the overlay. */
  overlay?: Overlay;
}

/**
 * A catalog to use instead of the one in the package; without a source, the one in the package.
 *
 * @example
 * const own = await catalog();
 * price({ model: 'gpt-4o', input: 1000 }, { catalog: own }).usd; // 0.0025
 * @param source the text or the parsed content of a `catalog.json`, such as the one of a newer version of this package
 * @throws InvalidRequest if it is not a catalog.json; Error if it was made for another version of the cost model
 */
export async function catalog(source?: unknown): Promise<Catalog> {
  if (source === undefined) return defaultCatalog();
  return catalogOf(source);
}
