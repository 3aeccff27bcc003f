/** What the build bundles into a worker. */
import type { CatalogFile } from '../../core/dataset/dataset.ts';

/** The data POST is computed from, and the list of files. */
export interface Published {
  catalog: CatalogFile;
  /** YYYY-MM-DD, or null: none is scheduled. */
  nextPriceChange: string | null;
  /** Below `dist/public`, such as `/api/v1/meta.json`, each with `.br` and `.gz` next to it. */
  files: readonly string[];
}
