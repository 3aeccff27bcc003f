/** A board as the page shows it: the API's rows, each with its names, list price and place in the address. */
import type { Board, MeasuredRow } from '../../core/schemas/board-schemas.ts';

/** A row of GET /measured/{board} with its display names. */
export interface BoardRow extends MeasuredRow {
  /** The row in the address of the page: `gpt-5.6-luna:max`; unique on its board. */
  key: string;
  name: string;
  /** The model, or its name if the dataset does not have it; a line joins the rows of a series. */
  series: string;
  /** Index into `providers` of the board. */
  providerIndex: number;
  /** USD per million tokens, in force; null: not a model of this dataset. */
  listInput: number | null;
  listOutput: number | null;
}

export interface BoardProvider {
  /** Null: models that the dataset does not have. */
  id: string | null;
  name: string;
  /** Rank by rows on all boards, so that a provider looks the same on each; null as with `id`. */
  look: number | null;
}

/** Another board with some of the same models: model id to dollars per solved task. */
export interface OtherBoard {
  id: string;
  name: string;
  harness: string;
  usdPerSolved: Record<string, number>;
}

export interface BoardView extends Omit<Board, 'rows'> {
  rows: BoardRow[];
  providers: BoardProvider[];
  /** Boards with at least three models in common, those with the most first. */
  others: OtherBoard[];
}
