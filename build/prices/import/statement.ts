/** What one package says that a model costs at one seller. */
import type { Stated } from '../check/compare-prices.ts';
import type { Unpacked } from './packages.ts';

export interface Statement {
  by: Pick<Unpacked, 'lineage' | 'name' | 'version' | 'on'>;
  /** The list of the package that it is in. */
  feed: string;
  /** The seller's name of the model, as the package has it. */
  id: string;
  stated: Stated;
  /** Tokens; null: not stated. */
  contextWindow: number | null;
  /** First day on which the model is no longer sold; null: none stated. */
  ends: string | null;
}

/** Reads what a package says of all models in one of its lists; none where it has no such list. */
export type FeedReader = (feed: string) => Statement[];
