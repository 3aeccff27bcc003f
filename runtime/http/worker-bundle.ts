/** What the build bundles into a worker. */
import type { CatalogFile } from '../core/dataset/dataset.ts';

/** What POST is computed from, and which files there are. */
export interface Published {
  catalog: CatalogFile;
  /** YYYY-MM-DD, or null: none is scheduled. */
  nextPriceChange: string | null;
  /** Below `dist/public`, as `/api/v1/meta.json`, each with `.br` and `.gz` beside it. */
  files: readonly string[];
}
