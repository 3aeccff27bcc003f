/** What a check found, one entry per model, field and source. Every report is built from these. */

export type Status =
  /** The provider's page states our number. */
  | 'confirmed'
  /** The provider's page states another number than ours. */
  | 'changed'
  /** A model, or a price of one, that we have and the page does not. */
  | 'missing'
  /** A model, or a price of one, that the page has and we do not. */
  | 'new'
  /** Sources contradict each other, or the page contradicts what is known and cannot decide. */
  | 'disagreeing'
  /** A dataset states our number. This confirms nothing: datasets copy each other. */
  | 'agreeing'
  /** The source does not mention this price. */
  | 'silent'
  /** A known disagreement that no longer exists. */
  | 'obsolete';

/** The cause of a disagreement, if it is known. */
export type Why = 'known' | 'stale' | 'scheduled' | 'reseller';

export interface Finding {
  provider: string;
  /** Null: the label matches no model. */
  model: string | null;
  label?: string;
  field: string;
  status: Status;
  /** The number in the dataset; null: none. */
  old: number | string | null;
  /** The number in the source; null: none. */
  new: number | string | null;
  /** The page or dataset. */
  source: string;
  /** Where in it: table and row, or key. */
  place: string;
  why?: Why;
  /** What a reviewer should know about it. */
  cause?: string;
  needsPerson: boolean;
  /** For a change: the datasets that state the new number too, and those that still state ours. */
  alsoNew?: string[];
  stillOld?: string[];
}
