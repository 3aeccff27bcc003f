/** What the notes of an estimate are about. */
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { ModelBill } from '../model/bill.ts';
import type { Work } from '../model/work.ts';
import type { Priced } from '../pricing/price-notes.ts';

export interface Subject extends Priced {
  catalog: Catalog;
  work: Work;
  bill: ModelBill;
  /** The bill with prompt caching on; null: it is on already, or not offered. */
  cached: ModelBill | null;
  /** Share of the tasks whose largest prompt fits the context window. */
  fits: number;
}

/** A note on an estimate; null: it does not apply. */
export type Rule = (subject: Subject) => string | null;

export const atTier = ({ terms: { serviceTier } }: CatalogModel): string =>
  serviceTier === 'standard' ? '' : ` at the service tier ${serviceTier}`;
