/** A page as a list of blocks in reading order. */
import type { Cell } from '../cell.ts';

/** Any table, from any source, as a rectangle of cells. `fault` says why it cannot be trusted. */
export interface Grid {
  rows: Cell[][];
  fault: string | null;
  /** Set if the page splits header and body into two tables: which of the two this one can be. */
  part?: 'head' | 'body';
  /** Set if the columns have no printed header and their meaning comes from the component that renders them. */
  headless?: boolean;
  /** Set if the cells are component data, in which prices are bare numbers. */
  data?: boolean;
  /** Per row, the number of cells on its left carried down because the export has lost a row span. */
  carried?: number[];
}

/** A model's card: a heading with labelled prices below it. */
export interface Card {
  label: Cell;
  pairs: { header: string; cell: Cell }[];
}

/** A page as a flat list in reading order; the same list for HTML and Markdown. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'mode'; name: string | null; tab: boolean }
  | { kind: 'grid'; grid: Grid }
  | { kind: 'card'; card: Card };

/** The headings and lines around a table, which determine how it is read. */
export interface Context {
  headings: { level: number; text: string }[];
  lead: string[];
  after: string;
  mode: { name: string; tab: boolean } | null;
  /** Which grid under the innermost heading this is, from 0. */
  nth: number;
  place: string;
}
