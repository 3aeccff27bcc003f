import type { HTMLElement } from 'node-html-parser';
import { catalogueRows, isCatalogue } from './claude-code/catalogue.ts';
import type { Block } from './page/blocks.ts';
import { checkRows, dropShortCopies } from './page/check-rows.ts';
import { checkAlike, readCard, readUnderHeading } from './page/model-headings.ts';
import { checkBrand, openPage } from './page/open-page.ts';
import type { Outline } from './page/outline.ts';
import { type PageFacts, pageFacts } from './page/page-facts.ts';
import { checkUnderstood, readTable } from './page/price-table.ts';
import type { Reading } from './page/reading.ts';
import { rowsOf } from './page/rows.ts';
import { readRecords, readScript } from './page/script-prices.ts';
import { readTransposed } from './page/transposed-table.ts';
import { type ExtractedRow, PageError, type PlacedRow } from './price-row.ts';
import type { OpenedPage, Provider } from './providers/description.ts';

export { type ExtractedRow, PageError, type PlacedRow } from './price-row.ts';

/** Every price on the page, before any number is parsed. */
function readings(page: Outline, root: HTMLElement | null, provider: Provider): Reading[] {
  const script = root ? [...readScript(root, provider), ...readRecords(root, provider)] : [];
  if (script.length > 0) return script;
  const cards = page.cards.flatMap(({ item, context }) => readCard(item, context, provider));
  if (provider.modelHeadings) checkAlike(page.grids, provider);
  const own = page.grids.filter(({ item }) => !provider.otherModels?.test(item.rows[0]?.[0]?.text ?? ''));
  const tables = own.flatMap(({ item, context }) => {
    const read = provider.modelHeadings
      ? readUnderHeading(item, context, provider)
      : (readTransposed(item, context, provider) ?? readTable(item, context, provider));
    if (read === null) checkUnderstood(item, context, provider);
    return read ?? [];
  });
  return [...cards, ...tables];
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
function checkLastTable(blocks: Block[], page: Outline, provider: Provider): void {
  if (blocks.at(-1)?.kind !== 'grid') return;
  const last = page.grids.at(-1);
  if (!last) return;
  const rowwise = provider.modelHeadings === undefined && readTransposed(last.item, last.context, provider) === null;
  if (!rowwise) throw new PageError('the page is cut off: it ends inside a table');
}

function nothing(text: string, html: boolean): never {
  const scripts = text.match(/<script\b/gi)?.length ?? 0;
  if (html && scripts > 0)
    throw new PageError('no token prices: the page is filled in by its scripts or is another page');
  throw new PageError('no token prices in any known format');
}

/** Reads a provider's saved price page, HTML or Markdown. Returns its rows, each with its place. */
export function extractPlaced(id: string, text: string): PlacedRow[] {
  if (id === 'anthropic' && isCatalogue(text)) return catalogueRows(text);
  const { provider, html, root, blocks, outline: page } = openPage(id, text);
  if (provider.program) return checked(provider.program(openedPage(text, root, page)), text, html, provider);
  const facts: PageFacts = pageFacts(
    page.texts,
    page.grids.flatMap(({ item }) => item.rows.flat().map((one) => one.text)),
  );
  const read = readings(page, root, provider);
  if (!html) checkLastTable(blocks, page, provider);
  const placed = read.flatMap((reading) => rowsOf(reading, provider, facts));
  return checked(dropShortCopies(settleCurrency(placed)), text, html, provider);
}

function checked(placed: PlacedRow[], text: string, html: boolean, provider: Provider): PlacedRow[] {
  const rows = checkRows(placed);
  if (rows.length === 0) nothing(text, html);
  checkBrand(
    rows.map(({ row }) => row),
    provider,
  );
  return rows;
}

const openedPage = (text: string, root: HTMLElement | null, { texts, grids }: Outline): OpenedPage => ({
  text,
  root,
  texts,
  grids: grids.map(({ item, context }) => ({
    place: context.place,
    rows: item.rows.map((row) => row.map((cell) => cell.text)),
  })),
});

/** The rows of a provider's price page. Throws `PageError` with the reason instead of guessing. */
export function extract(provider: string, text: string): ExtractedRow[] {
  return extractPlaced(provider, text).map(({ row }) => row);
}
