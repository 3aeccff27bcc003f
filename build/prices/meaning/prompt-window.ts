import { type ExtractedRow, fields, PageError, type PlacedRow } from '../types.ts';

const parts = (row: ExtractedRow): string[] => (row.tier ?? '').split('; ').filter((part) => part !== '');
const isWindow = (part: string): boolean => /context( length)?$/.test(part);

/** The model and its tier without the part that only gives the prompt length. */
function withoutWindow(row: ExtractedRow): string {
  return JSON.stringify([row.model, parts(row).filter((part) => !isWindow(part))]);
}

function agree(a: ExtractedRow, b: ExtractedRow): boolean {
  return fields.every((field) => a[field] === null || b[field] === null || a[field] === b[field]);
}

/**
 * A page may print the same price twice: as the short context of a visible table and again, with or without the
 * length, in the data of the full list. The row of the table has more detail, so the copy is dropped. Throws if the
 * copy differs: one of the two is out of date, and the page does not say which.
 */
export function dropShortCopies(rows: PlacedRow[]): PlacedRow[] {
  const short = new Map<string, PlacedRow>();
  for (const placed of rows) {
    if (parts(placed.row).includes('short context')) short.set(withoutWindow(placed.row), placed);
  }
  return rows.filter((placed) => {
    const own = parts(placed.row).filter(isWindow);
    const twin = short.get(withoutWindow(placed.row));
    if (!twin || own.some((part) => part === 'short context' || part === 'long context' || /[>≥]/.test(part)))
      return true;
    if (agree(twin.row, placed.row)) return false;
    throw new PageError(`two prices for ${placed.row.model}: ${twin.place} and ${placed.place}`);
  });
}
