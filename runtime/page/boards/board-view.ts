/** A board as the page shows it: the API's rows, each with its names, list price and place in the address. */
import type { Board, MeasuredRow } from '../../core/measured/board-shapes.ts';

/** A row of GET /measured/{board}, and what people call it. */
export interface BoardRow extends MeasuredRow {
  /** Names the row in the address of the page: `gpt-5.6-luna:max`; unique on its board. */
  key: string;
  name: string;
  /** Rows of one model, or of one name where the dataset has no such model: they are joined by a line. */
  series: string;
  /** Index into `providers` of the board. */
  providerIndex: number;
  /** USD per million tokens in force; null: not a model of this dataset. */
  listInput: number | null;
  listOutput: number | null;
}

export interface BoardProvider {
  /** Null: models that the dataset does not have. */
  id: string | null;
  name: string;
  /** Counts providers on all boards, the most measured first, so that a provider looks the same on each; null as with `id`. */
  look: number | null;
}

/** The same models on another board: model id to dollars per solved task. */
export interface OtherBoard {
  id: string;
  name: string;
  harness: string;
  usdPerSolved: Record<string, number>;
}

export interface BoardView extends Omit<Board, 'rows'> {
  rows: BoardRow[];
  providers: BoardProvider[];
  /** Boards with at least three models in common, the most first. */
  others: OtherBoard[];
}
