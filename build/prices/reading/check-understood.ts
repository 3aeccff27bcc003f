import { isSkipped } from '../meaning/context.ts';
import { unitOf } from '../meaning/read-money.ts';
import { columnsOf } from '../meaning/table-header.ts';
import type { Provider } from '../providers/description.ts';
import { type Cell, type Context, type Grid, PageError } from '../types.ts';
import { holdsMoney, isBareAmount, meaningOf } from './reading.ts';

/** Whether an amount is a price of something other than tokens, by its column, its row or its own words. */
function isOfSomethingElse(cell: Cell, column: { kind: string; header: string } | undefined, rowKind: string): boolean {
  if (column?.kind === 'other' || rowKind === 'other') return true;
  if (column?.kind === 'plain' && !isBareAmount(cell)) return true;
  return [cell.text, column?.header ?? ''].some((text) => unitOf(text) === 'other');
}

/**
 * Refuses a table without readings that contains prices of unknown meaning: leaving it out would report its models as
 * missing, or a price as not offered, while the rest of the page is read correctly.
 */
export function checkUnderstood(grid: Grid, context: Context, provider: Provider): void {
  if (isSkipped(provider, context) || grid.headless) return;
  const isPriced = (row: Cell[]) => row.some((one) => holdsMoney(one, grid.data));
  const first = grid.rows.findIndex(isPriced);
  if (first < 0) return;
  const priced = grid.rows.slice(first).filter(isPriced);
  const kindOf = (row: Cell[]) => meaningOf(row[0]?.text ?? '', provider).kind;
  // Below a model's heading, a table of another processing mode is left out on purpose, but its rows have a meaning.
  if (provider.modelHeadings && priced.some((row) => kindOf(row) !== 'unknown')) return;
  const columns = first === 0 ? [] : columnsOf(grid.rows, Math.min(first, 3) - 1, provider);
  if (columns.some(({ header }) => /^modality$/i.test(header))) return;
  const isClear = priced.every((row) =>
    row.every((one, at) => !holdsMoney(one, grid.data) || isOfSomethingElse(one, columns[at], kindOf(row))),
  );
  if (isClear) return;
  const headers = columns.map(({ header }) => header).filter((header) => header !== '');
  throw new PageError(`${context.place}: prices under "${headers.join('", "')}" have no known meaning`);
}
