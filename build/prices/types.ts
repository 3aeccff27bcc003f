/** The six token prices a row may have. `cacheWrite` is a write whose lifetime the page does not state. */
export type Field = 'input' | 'output' | 'cachedInput' | 'cacheWrite5m' | 'cacheWrite1h' | 'cacheWrite';

export const fields: readonly Field[] = [
  'input',
  'output',
  'cachedInput',
  'cacheWrite5m',
  'cacheWrite1h',
  'cacheWrite',
];

/**
 * One price of one model as its provider's page prints it, per million tokens in `currency`.
 *
 * `tier` holds, in the page's own words and joined by `; `, everything that limits the price, from the outside in:
 * the processing mode when the page prints modes at all (`Standard`, `Batch`), the section (`legacy`, `preview`,
 * `vision`), what follows the model's name (`retired, except on ...`, `through August 31, 2026`), the column
 * group (`short context`), the prompt length (`prompts <= 200k tokens`), the hours (`OFF-PEAK`), `Free` for a price
 * printed as that word, and a running discount (`75% off until ...`). Null: no limits.
 *
 * `condition` is the same for machines: `batch`, `flex`, `priority`, `fast`, `prompt <= 200000`, `long-context`,
 * `off-peak`, `until 2026-08-31`, `retired`, `discount` and so on, joined by `; `. A row whose condition names a
 * processing mode is not the standard on-demand price.
 */
export interface ExtractedRow {
  model: string;
  input: number | null;
  output: number | null;
  cachedInput: number | null;
  cacheWrite5m: number | null;
  cacheWrite1h: number | null;
  cacheWrite: number | null;
  tier: string | null;
  currency: Currency;
  condition: string | null;
}

export type Currency = 'USD' | 'CNY' | 'EUR' | 'GBP' | 'JPY';

/** A row and its place on the page, for reports. */
export interface PlacedRow {
  row: ExtractedRow;
  place: string;
}

/** The page cannot be read without guessing: the message is the reason, for the person who saved the page. */
export class PageError extends Error {
  override name = 'PageError';
}

export interface Link {
  text: string;
  href: string;
}

/** What one cell shows. Struck-out text and footnote marks are removed from `text` and kept separately. */
export interface Cell {
  text: string;
  lines: string[];
  struck: string[];
  refs: string[];
  links: Link[];
}

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
