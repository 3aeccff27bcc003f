import { isSkipped, modeOf } from '../meaning/context.ts';
import { type Column, columnsOf, findHeader, priceKinds } from '../meaning/table-header.ts';
import { statedCurrency } from '../page/page-facts.ts';
import { cell } from '../page/page-text.ts';
import type { Provider } from '../providers/description.ts';
import { type Cell, type Context, type Grid, PageError } from '../types.ts';
import { checkBatch } from './check-batch.ts';
import { checkFields, holdsMoney, isAcross, isBareAmount, isField, type Reading } from './reading.ts';

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
  const data = source.data === true;
  if (!header) return null;
  const { columns } = header;
  // If the header states the currency, the numbers below it have no sign.
  const bare = columns.map((column) => data || (isField(column.kind) && statedCurrency(column.header) !== null));
  if (!body.some((row) => row.some((one, at) => holdsMoney(one, bare[at])))) return null;
  const modelColumn = columns.findIndex((column) => column.kind === 'model');
  if (modelColumn < 0) {
    if (priceKinds(columns) < 2) return null;
    throw new PageError(`${context.place}: no column for the model`);
  }
  if (columns.some((column) => /^modality$/i.test(column.header))) return null;
  if (grid.fault) throw new PageError(`${context.place}: ${grid.fault}`);
  if (columns.filter((column) => column.kind === 'model').length > 1) {
    throw new PageError(`${context.place}: two columns for the model`);
  }
  if (body.every((row) => provider.skipRows?.test(row[modelColumn]?.text ?? ''))) return [];
  const combined = columns.findIndex((column) => column.kind === 'price');
  const groups = [...new Set(columns.filter((column) => isField(column.kind)).map((column) => column.group))];
  for (const group of groups.filter((name) => name !== null || groups.length === 1)) {
    const own = columns.filter((column) => column.group === group || column.group === null);
    checkFields(own.map((column) => column.kind).filter(isField), provider, context);
  }
  if (groups.length === 0 && combined < 0) return null;
  const strange = columns.findIndex(
    (column, at) =>
      (column.kind === 'unknown' && body.some((row) => !isAcross(row) && row[at] && holdsMoney(row[at], data))) ||
      (column.kind === 'plain' && body.some((row) => !isAcross(row) && row[at] && isBareAmount(row[at]))),
  );
  if (strange >= 0) {
    throw new PageError(`${context.place}: a column of prices under the unknown header "${columns[strange]?.header}"`);
  }
  return rowsOf(grid, header.last, columns, modelColumn, combined, context, provider);
}

function rowsOf(
  grid: Grid,
  last: number,
  columns: Column[],
  modelColumn: number,
  combined: number,
  context: Context,
  provider: Provider,
): Reading[] {
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
    if (priceKinds(columnsOf([row], 0, provider)) > 1)
      throw new PageError(`${place}: a second header inside the table`);
    // A model that spans several rows of ranges is printed once; any other row without a model was cut off.
    const spans = columns[modelColumn + 1]?.kind === 'range' ? 1 : 0;
    if ((grid.carried?.[index] ?? 0) > modelColumn + spans) throw new PageError(`${place}: the row is cut off`);
    checkBatch(row, columns, provider, place);
    const at = (kind: string): Cell[] => row.filter((_, column) => columns[column]?.kind === kind);
    readings.push({
      label: row[modelColumn] ?? cell([]),
      limits: [
        ...limits,
        ...at('region').map((one) => one.text),
        ...at('range').map((one) => one.text.replace(/≤/g, '<=')),
      ].filter((text) => !/^[-–—]?$/.test(text)),
      mode: at('mode')[0]?.text ?? mode,
      unitText: at('unit')[0]?.text ?? '',
      data: grid.data === true,
      values: columns.flatMap((column, index2) => {
        const one = row[index2];
        return isField(column.kind) && one
          ? [{ field: column.kind, group: column.group, header: column.header, cell: one }]
          : [];
      }),
      combined: combined < 0 ? null : (row[combined] ?? null),
      context: combined < 0 ? context : { ...context, lead: [...context.lead, columns[combined]?.header ?? ''] },
      place,
    });
  });
  return readings;
}
