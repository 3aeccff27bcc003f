import type { Provider } from '../providers/description.ts';
import { holdsMoney, isField, meaningOf } from '../reading/reading.ts';
import type { Cell, Grid } from '../types.ts';
import type { Meaning } from './header-meaning.ts';

/** A column with the meaning of the texts above it. */
export interface Column extends Meaning {
  header: string;
}

/** The header over each column: the distinct texts above it, from group to column. */
function headersOf(rows: Cell[][], last: number): string[] {
  return (rows[last] ?? []).map((_, column) => {
    const above = rows.slice(0, last + 1).map((row) => row[column]);
    return [...new Set(above)]
      .map((one) => one?.text ?? '')
      .join(' ')
      .trim();
  });
}

export function columnsOf(rows: Cell[][], last: number, provider: Provider): Column[] {
  const columns = headersOf(rows, last).map((header) => ({ ...meaningOf(header, provider), header }));
  const first = columns[0];
  if (first && first.header === '' && !columns.some((one) => one.kind === 'model')) first.kind = 'model';
  return columns;
}

/** How many columns are prices. */
export function priceKinds(columns: Column[]): number {
  return columns.filter((column) => isField(column.kind) || column.kind === 'price').length;
}

/** Finds the last header row: within the first three rows, none with money, where the columns get a meaning. */
export function findHeader(grid: Grid, provider: Provider): { last: number; columns: Column[] } | null {
  let best: { last: number; columns: Column[] } | null = null;
  for (let last = 0; last < Math.min(3, grid.rows.length); last += 1) {
    const row = grid.rows[last] ?? [];
    if (row.some((one) => holdsMoney(one, grid.data))) break;
    const columns = columnsOf(grid.rows, last, provider);
    const better =
      best === null ||
      row.every((one, at) => one === grid.rows[last - 1]?.[at] || one.text === '' || isSub(one, columns[at]));
    if (priceKinds(columns) > 0 && better) best = { last, columns };
  }
  return best;
}

/** A cell of a second header row: it adds a known group to the header above, or names the column. */
function isSub(one: Cell, column: Column | undefined): boolean {
  return column !== undefined && column.kind !== 'unknown' && one.text !== '' && column.header.endsWith(one.text);
}
