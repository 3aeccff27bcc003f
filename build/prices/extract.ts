/** A saved price page read to its rows: opened, outlined, each table read by its form, each reading made rows, all checked. */
import { catalogueRows, isCatalogue } from './claude-code/catalogue.ts';
import type { OpenPage, Provider } from './page/description.ts';
import { checkAlike, readCard, readTransposed, readUnderHeading } from './page/model-headings.ts';
import { checkBrand, openPage } from './page/open-page.ts';
import { checkUnderstood, readTable } from './page/price-table.ts';
import { pageFacts, type Reading } from './page/reading.ts';
import { rowsOf } from './page/rows.ts';
import { readRecords, readScript } from './page/script-data.ts';
import { type ExtractedRow, fields, PageError, type PlacedRow } from './price-row.ts';

export { type ExtractedRow, PageError, type PlacedRow } from './price-row.ts';

/** Every price on the page, before any number is parsed. */
function readings({ outline: { grids, cards }, root, provider }: OpenPage): Reading[] {
  const script = root ? [...readScript(root, provider), ...readRecords(root, provider)] : [];
  if (script.length > 0) return script;
  const onCards = cards.flatMap(({ item, context }) => readCard(item, context, provider));
  if (provider.modelHeadings) checkAlike(grids, provider);
  const own = grids.filter(({ item }) => !provider.otherModels?.test(item.rows[0]?.[0]?.text ?? ''));
  const tables = own.flatMap(({ item, context }) => {
    const read = provider.modelHeadings
      ? readUnderHeading(item, context, provider)
      : (readTransposed(item, context, provider) ?? readTable(item, context, provider));
    if (read === null) checkUnderstood(item, context, provider);
    return read ?? [];
  });
  return [...onCards, ...tables];
}

/** A free row shows no currency, so it gets that of the page's other rows. */
function settleCurrency(rows: PlacedRow[]): PlacedRow[] {
  const isFree = ({ row }: PlacedRow): boolean => row.input === 0 && (row.output ?? 0) === 0;
  const currencies = [...new Set(rows.filter((one) => !isFree(one)).map(({ row }) => row.currency))];
  const [only] = currencies;
  if (!only || currencies.length > 1) return rows;
  return rows.map((one) => (isFree(one) ? { ...one, row: { ...one.row, currency: only } } : one));
}

/** Refuses a Markdown page that ends inside a price table: it was cut off, and more rows may be missing. */
function checkLastTable({ outline: { grids, endsInGrid }, provider }: OpenPage): void {
  const last = grids.at(-1);
  if (!endsInGrid || !last) return;
  const rowwise = provider.modelHeadings === undefined && readTransposed(last.item, last.context, provider) === null;
  if (!rowwise) throw new PageError('the page is cut off: it ends inside a table');
}

function nothing({ text, root }: OpenPage): never {
  if (root !== null && /<script\b/i.test(text))
    throw new PageError('no token prices: the page is filled in by its scripts or is another page');
  throw new PageError('no token prices in any known format');
}

/** Reads a provider's saved price page, HTML or Markdown. Returns its rows, each with its place. */
export function extractPlaced(id: string, text: string): PlacedRow[] {
  if (id === 'anthropic' && isCatalogue(text)) return catalogueRows(text);
  const page = openPage(id, text);
  const { provider } = page;
  const rows = checkRows(provider.program ? provider.program(page) : describedRows(page, provider));
  if (rows.length === 0) nothing(page);
  checkBrand(
    rows.map(({ row }) => row),
    provider,
  );
  return rows;
}

/** The rows of a page that its description says how to read. */
function describedRows(page: OpenPage, provider: Provider): PlacedRow[] {
  const { grids, texts } = page.outline;
  const facts = pageFacts(
    texts,
    grids.flatMap(({ item }) => item.rows.flat().map((one) => one.text)),
  );
  const read = readings(page);
  if (page.root === null) checkLastTable(page);
  return dropShortCopies(settleCurrency(read.flatMap((reading) => rowsOf(reading, provider, facts))));
}

/** The rows of a provider's price page. Throws `PageError` with the reason instead of guessing. */
export function extract(provider: string, text: string): ExtractedRow[] {
  return extractPlaced(provider, text).map(({ row }) => row);
}

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
function checkRows(rows: PlacedRow[]): PlacedRow[] {
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
function dropShortCopies(rows: PlacedRow[]): PlacedRow[] {
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
