import { type ExtractedRow, fields, PageError, type PlacedRow } from '../price-row.ts';

/** No provider charges more for a million tokens, so a larger number was misread. */
const most = 10_000;

/**
 * Checks relations that hold between the prices of any model. They catch a page whose headers no longer match its
 * numbers, which reading only the headers cannot.
 */
function checkRelations({ row, place }: PlacedRow): void {
  const fail = (why: string): never => {
    throw new PageError(`${place}, ${row.model}: ${why}; the columns may have changed`);
  };
  const { input, output, cachedInput, cacheWrite5m, cacheWrite1h, cacheWrite } = row;
  for (const value of [input, output, cachedInput, cacheWrite5m, cacheWrite1h, cacheWrite]) {
    if (value !== null && !(value >= 0 && value <= most)) fail(`${value} is not a plausible price per million tokens`);
  }
  if (input !== null && output !== null && output < input) fail('output is cheaper than input');
  if (input !== null && cachedInput !== null && cachedInput > input) fail('cached input costs more than input');
  if (cacheWrite5m !== null && input !== null && cacheWrite5m < input) fail('a cache write is cheaper than input');
  if (cacheWrite1h !== null && cacheWrite1h < (cacheWrite5m ?? input ?? 0)) fail('the longer cache write is cheaper');
  const dearest = Math.max(cacheWrite5m ?? 0, cacheWrite1h ?? 0, cacheWrite ?? 0);
  if (output !== null && dearest > output) fail('a cache write costs more than output');
  if (cachedInput === 0 && input !== null && input > 0) fail('cached input is free but input is not');
  if (cacheWrite !== null && cacheWrite < (cachedInput ?? 0)) fail('a cache write is cheaper than a cache read');
}

const key = (row: ExtractedRow): string => JSON.stringify([row.model, row.tier]);

/** Checks all rows of a page and drops exact repeats; two different prices for the same thing are an error. */
export function checkRows(rows: PlacedRow[]): PlacedRow[] {
  const seen = new Map<string, PlacedRow>();
  for (const placed of rows) {
    checkRelations(placed);
    const before = seen.get(key(placed.row));
    if (before && JSON.stringify(before.row) !== JSON.stringify(placed.row)) {
      throw new PageError(`two prices for ${placed.row.model}: ${before.place} and ${placed.place}`);
    }
    if (!before) seen.set(key(placed.row), placed);
  }
  return [...seen.values()];
}

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
