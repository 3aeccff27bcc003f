/** The price of a model at one seller, according to one package. */
import type { Stated } from '../check/compare-prices.ts';
import type { Unpacked } from './packages.ts';

export interface Statement {
  by: Pick<Unpacked, 'lineage' | 'name' | 'version' | 'on'>;
  /** The list in the package. */
  feed: string;
  /** The seller's name for the model, as in the package. */
  id: string;
  stated: Stated;
  /** Tokens; null: not stated. */
  contextWindow: number | null;
  /** First day on which the model is no longer sold; null: none stated. */
  ends: string | null;
}

/** Reads the statements in one list of a package; empty if it has no such list. */
export type FeedReader = (feed: string) => Statement[];
