import { isField, PageError } from '../price-row.ts';
import { type Cell, type Context, cell, type Grid } from './cell.ts';
import { modeOf } from './condition.ts';
import type { Provider } from './description.ts';
import { holdsMoney, isBareAmount, money, unitOf } from './money.ts';
import { isSkipped } from './outline.ts';
import { checkFields, isAcross, type Reading, readingOf, refuse, statedCurrency, type Value } from './reading.ts';
import { type Meaning, meaningOf } from './words.ts';

/**
 * Adds column names to component data without headings. Null if no row has a known number of cells: the data belongs to
 * another component. Throws if only some rows do: the data has changed.
 */
function headless(grid: Grid, provider: Provider): Grid | null {
  const named = grid.rows.map((row) => ({ row, names: provider.headless?.[row.length] ?? [] }));
  if (named.every(({ names }) => names.length === 0)) return null;
  const odd = named.find(({ names }) => names.length === 0);
  if (odd) throw new PageError(`component data with a row of ${odd.row.length} cells, which is not a known layout`);
  const widest = named.reduce((most, { names }) => (names.length > most.length ? names : most), [] as string[]);
  const rows = named.map(({ row, names }) => widest.map((name) => row[names.indexOf(name)] ?? cell([])));
  return { rows: [widest.map((name) => cell([name])), ...rows], fault: null, data: true };
}

/**
 * Reads a table whose columns are prices and whose rows are models. Null: it is not such a table. Throws if it is one
 * but has lost its model column, a price column or its shape; it is never read as a smaller table.
 */
export function readTable(source: Grid, context: Context, provider: Provider): Reading[] | null {
  if (isSkipped(provider, context)) return null;
  const grid = source.headless ? headless(source, provider) : source;
  if (!grid) return null;
  const header = findHeader(grid, provider);
  const body = grid.rows.slice((header?.last ?? 0) + 1);
  if (!header) return null;
  const data = source.data === true;
  const { columns } = header;
  // If the header states the currency, the numbers below it have no sign.
  const bare = columns.map((column) => data || (isField(column.kind) && statedCurrency(column.header) !== null));
  if (!body.some((row) => row.some((one, at) => holdsMoney(one, bare[at])))) return null;
  const modelColumn = columns.findIndex((column) => column.kind === 'model');
  if (modelColumn < 0) {
    if (priceKinds(columns) < 2) return null;
    refuse(context, 'no column for the model');
  }
  if (columns.some((column) => /^modality$/i.test(column.header))) return null;
  if (grid.fault) refuse(context, grid.fault);
  if (columns.filter((column) => column.kind === 'model').length > 1) {
    refuse(context, 'two columns for the model');
  }
  if (body.every((row) => provider.skipRows?.test(row[modelColumn]?.text ?? ''))) return [];
  const combined = columns.findIndex((column) => column.kind === 'price');
  const groups = [...new Set(columns.filter((column) => isField(column.kind)).map((column) => column.group))];
  for (const group of groups.filter((name) => name !== null || groups.length === 1)) {
    const own = columns.filter((column) => column.group === group || column.group === null);
    checkFields(
      own.flatMap(({ kind }) => (isField(kind) ? [{ field: kind }] : [])),
      provider,
      context,
    );
  }
  if (groups.length === 0 && combined < 0) return null;
  const strange = columns.findIndex(
    (column, at) =>
      (column.kind === 'unknown' && body.some((row) => !isAcross(row) && row[at] && holdsMoney(row[at], data))) ||
      (column.kind === 'plain' && body.some((row) => !isAcross(row) && row[at] && isBareAmount(row[at]))),
  );
  if (strange >= 0) {
    refuse(context, `a column of prices under the unknown header "${columns[strange]?.header}"`);
  }
  return readingsOf(grid, { ...header, modelColumn, combined }, context, provider);
}

/** Where things are in a table: the last header row, the columns, that of the models, and that of whole prices or -1. */
interface Layout {
  last: number;
  columns: Column[];
  modelColumn: number;
  combined: number;
}

function readingsOf(grid: Grid, layout: Layout, context: Context, provider: Provider): Reading[] {
  const { last, columns, modelColumn, combined } = layout;
  const readings: Reading[] = [];
  let limits: string[] = [];
  let mode: string | null = null;
  let skip = false;
  grid.rows.forEach((row, index) => {
    if (index <= last) return;
    const place = `${context.place}, row ${index - last}`;
    if (isAcross(row)) {
      const title = row[0]?.text ?? '';
      const section = provider.sections?.find((one) => one.match.test(title));
      skip = section?.skip === true;
      mode = modeOf(title) ? title : null;
      limits = section?.tier ? [section.tier] : [];
      return;
    }
    if (skip || row.every(({ text, struck }) => text === '' && struck.length === 0)) return;
    if (priceKinds(columnsOf([row], 0, provider)) > 1) refuse({ place }, 'a second header inside the table');
    // A model that spans several rows of ranges is printed once; any other row without a model was cut off.
    const spans = columns[modelColumn + 1]?.kind === 'range' ? 1 : 0;
    if ((grid.carried?.[index] ?? 0) > modelColumn + spans) refuse({ place }, 'the row is cut off');
    checkBatch(row, columns, provider, place);
    const at = (kind: string): Cell[] => row.filter((_, column) => columns[column]?.kind === kind);
    const values = columns.flatMap(({ kind, group, header }, index): Value[] => {
      const one = row[index];
      return isField(kind) && one ? [{ field: kind, group, header, cell: one }] : [];
    });
    const around = combined < 0 ? context : { ...context, lead: [...context.lead, columns[combined]?.header ?? ''] };
    const reading = readingOf(row[modelColumn] ?? cell([]), values, around, {
      limits: [
        ...limits,
        ...at('region').map((one) => one.text),
        ...at('range').map((one) => one.text.replace(/≤/g, '<=')),
      ].filter((text) => !/^[-–—]?$/.test(text)),
      mode: at('mode')[0]?.text ?? mode,
      unitText: at('unit')[0]?.text ?? '',
      data: grid.data === true,
      combined: combined < 0 ? null : (row[combined] ?? null),
      place,
    });
    readings.push(reading);
  });
  return readings;
}

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

function columnsOf(rows: Cell[][], last: number, provider: Provider): Column[] {
  const columns = headersOf(rows, last).map((header) => ({ ...meaningOf(header, provider), header }));
  const first = columns[0];
  if (first && first.header === '' && !columns.some((one) => one.kind === 'model')) first.kind = 'model';
  return columns;
}

/** How many columns are prices. */
function priceKinds(columns: Column[]): number {
  return columns.filter((column) => isField(column.kind) || column.kind === 'price').length;
}

/** Finds the last header row: within the first three rows, none with money, where the columns get a meaning. */
function findHeader(grid: Grid, provider: Provider): { last: number; columns: Column[] } | null {
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

const batch = /\bbatch\b/i;

/**
 * Refuses a row whose batch prices are not half of the standard ones, if the provider says that they are: otherwise,
 * swapped headers of batch and standard prices would go unnoticed.
 */
function checkBatch(row: Cell[], columns: Column[], provider: Provider, place: string): void {
  if (!provider.batchIsHalf) return;
  columns.forEach(({ header }, at) => {
    if (!batch.test(header)) return;
    const { kind } = meaningOf(header.replace(/\(?\bbatch\b\)?/i, ''), provider);
    const standard = columns.findIndex((column) => isField(column.kind) && column.kind === kind);
    const [half, whole] = [amountIn(row[at]), amountIn(row[standard])];
    // A billionth of tolerance, for decimal fractions in floating point.
    if (half !== null && whole !== null && Math.abs(half * 2 - whole) > whole * 1e-9) {
      refuse({ place }, `"${header}" is not half of "${columns[standard]?.header}"; the columns may have changed`);
    }
  });
}

function amountIn(cell: Cell | undefined): number | null {
  const read = money(cell?.text ?? '', null);
  return read.kind === 'amounts' ? (read.amounts[0]?.value ?? null) : null;
}

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
  refuse(context, `prices under "${headers.join('", "')}" have no known meaning`);
}
