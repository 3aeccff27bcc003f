import { money } from '../meaning/read-money.ts';
import type { Column } from '../meaning/table-header.ts';
import type { Provider } from '../providers/description.ts';
import { type Cell, PageError } from '../types.ts';
import { isField, meaningOf } from './reading.ts';

const batch = /\bbatch\b/i;

/**
 * Refuses a row whose batch prices are not half of the standard ones, if the provider says that they are: otherwise,
 * swapped headers of batch and standard prices would go unnoticed.
 */
export function checkBatch(row: Cell[], columns: Column[], provider: Provider, place: string): void {
  if (!provider.batchIsHalf) return;
  columns.forEach(({ header }, at) => {
    if (!batch.test(header)) return;
    const { kind } = meaningOf(header.replace(/\(?\bbatch\b\)?/i, ''), provider);
    const standard = columns.findIndex((column) => isField(column.kind) && column.kind === kind);
    const [half, whole] = [amountIn(row[at]), amountIn(row[standard])];
    // A billionth of tolerance, for decimal fractions in floating point.
    if (half !== null && whole !== null && Math.abs(half * 2 - whole) > whole * 1e-9) {
      throw new PageError(
        `${place}: "${header}" is not half of "${columns[standard]?.header}"; the columns may have changed`,
      );
    }
  });
}

function amountIn(cell: Cell | undefined): number | null {
  const read = money(cell?.text ?? '', null);
  return read.kind === 'amounts' ? (read.amounts[0]?.value ?? null) : null;
}
