/** The prices that come with the page, from which it computes every estimate at providers' own prices. */
import { type Catalog, catalogFrom } from '../../core/dataset/catalog.ts';
import type { CatalogFile } from '../../core/dataset/dataset.ts';
import type { InForce } from '../../core/dataset/unchanged-days.ts';

export interface PricesInForce {
  /** A catalog without sources, texts and offers of hosts. */
  file: CatalogFile;
  /** Stated, since it depends on the offers too. */
  inForce: InForce;
}

/** The catalog of these prices. */
export const catalogInForce = ({ file, inForce }: PricesInForce): Catalog => ({ ...catalogFrom(file), inForce });
