/** Tables whose rows are prices: below a model's heading, or with the models as columns; and cards of models. */

import { isField } from '../price-row.ts';
import { type Card, type Cell, type Context, cell, type Grid, type Placed } from './cell.ts';
import type { Provider } from './description.ts';
import { holdsMoney } from './money.ts';
import { isSkipped } from './outline.ts';
import { checkFields, type Reading, readingOf, refuse, type Value } from './reading.ts';
import { meaningOf } from './words.ts';

/** The heading that names the model: the innermost one that is not a processing mode. */
function modelHeading(context: Context): string | undefined {
  const last = context.headings.at(-1)?.text;
  return context.mode && last === context.mode.name ? context.headings.at(-2)?.text : last;
}

/**
 * Refuses a model whose tables have different kinds of prices: the provider builds them from one pattern, so a table
 * without a row for cached input next to one with it has lost the row.
 */
export function checkAlike(grids: Placed<Grid>[], provider: Provider): void {
  const first = new Map<string, string>();
  for (const { item, context } of grids) {
    const found = item.rows.slice(1).map((row) => meaningOf(row[0]?.text ?? '', provider).kind);
    const names = found.filter(isField).sort().join(', ');
    const model = modelHeading(context);
    if (model === undefined || !names.includes('output')) continue;
    const before = first.get(model) ?? names;
    if (before !== names) refuse(context, `prices of ${names} next to a table of ${before}`);
    first.set(model, before);
  }
}

/**
 * Reads a table below a model's heading: the rows are its prices, and only one of the columns counts (the paid one).
 * If a page has lost the words that distinguished its tables, all but the first are left out, because their processing
 * mode is not known.
 */
export function readUnderHeading(grid: Grid, context: Context, provider: Provider): Reading[] | null {
  const column = provider.modelHeadings?.column;
  if (!column || isSkipped(provider, context)) return null;
  const header = grid.rows[0] ?? [];
  const paid = header.findIndex((one) => column.test(one.text));
  const values: Value[] = [];
  const strange: string[] = [];
  for (const row of grid.rows.slice(1)) {
    const text = row[0]?.text ?? '';
    const meaning = meaningOf(text, provider);
    const value = row[paid];
    const money = row.slice(1).some((one) => holdsMoney(one));
    if (isField(meaning.kind) && value) {
      if (!holdsMoney(value) && money) refuse(context, 'a price outside the paid column');
      values.push({ field: meaning.kind, group: meaning.group, header: `${header[paid]?.text} ${text}`, cell: value });
    } else if (isField(meaning.kind) && money) refuse(context, 'no paid column');
    else if (meaning.kind === 'unknown' && money) strange.push(text);
  }
  if (!values.some(({ field }) => field === 'output') || !values.some((value) => holdsMoney(value.cell))) return null;
  if (context.nth > 0 && context.mode === null) return null;
  if (grid.fault) refuse(context, grid.fault);
  if (strange[0] !== undefined) refuse(context, `a row of prices with the unknown label "${strange[0]}"`);
  checkFields(values, provider, context);
  const model = modelHeading(context);
  if (!model) refuse(context, 'no heading names the model');
  return [readingOf(cell([model]), values, context)];
}

/** Reads a model's card. Throws on a price with an unknown label, since it could be any price. */
export function readCard(card: Card, context: Context, provider: Provider): Reading[] {
  if (!provider.cards || isSkipped(provider, context)) return [];
  const values = card.pairs.flatMap(({ header, cell }): Value[] => {
    const { kind, group } = meaningOf(header, provider);
    if (kind === 'unknown') refuse(context, `a price with the unknown label "${header}"`);
    return isField(kind) ? [{ field: kind, group, header, cell }] : [];
  });
  checkFields(values, provider, context, []);
  return [readingOf(card.label, values, context)];
}

function distinct(cells: Cell[]): Cell[] {
  return [...new Set(cells)].filter((one) => one.text !== '');
}

interface PricedRow {
  row: Cell[];
  field: Value['field'];
  group: string | null;
  header: string;
  /** Labels before the price's own, such as `STANDARD PRICE`; they matter only if the table has several. */
  section: string;
  limits: string[];
  refs: string[];
}

/** Reads the label cells of one row: the kind of price, and the labels after it (`OFF-PEAK`). */
function pricedRow(row: Cell[], width: number, provider: Provider): PricedRow | 'other' | null {
  const labels = distinct(row.slice(0, width));
  const meanings = labels.map((one) => meaningOf(one.text, provider));
  const at = meanings.findLastIndex((meaning) => isField(meaning.kind));
  const meaning = meanings[at];
  if (!meaning || !isField(meaning.kind)) return meanings.some((one) => one.kind === 'other') ? 'other' : null;
  return {
    row,
    field: meaning.kind,
    group: meaning.group,
    header: labels.map((one) => one.text).join(' '),
    section: labels
      .slice(0, at)
      .map((one) => one.text)
      .join(' '),
    limits: labels.slice(at + 1).map((one) => one.text),
    refs: labels.flatMap((one) => one.refs),
  };
}

/** Reads a table whose rows are prices and whose columns are models, named in a separate row. */
export function readTransposed(grid: Grid, context: Context, provider: Provider): Reading[] | null {
  if (isSkipped(provider, context)) return null;
  const models = grid.rows.find((row) => row[0] && meaningOf(row[0].text, provider).kind === 'model');
  const width = models?.findIndex((one) => one !== models[0] && one.text !== '') ?? -1;
  if (!models || width < 1) return null;
  if (models.slice(width).some((one) => meaningOf(one.text, provider).kind !== 'unknown')) return null;
  const priced: PricedRow[] = [];
  const strange: string[] = [];
  for (const row of grid.rows) {
    if (row === models || !row.slice(width).some((one) => holdsMoney(one))) continue;
    const read = pricedRow(row, width, provider);
    if (read === null) strange.push(row[0]?.text ?? '');
    else if (read !== 'other') priced.push(read);
  }
  if (priced.length === 0) {
    if (strange.length === 0) return null;
    refuse(context, 'no row for the input price');
  }
  if (strange[0] !== undefined) refuse(context, `a row of prices with the unknown label "${strange[0]}"`);
  if (grid.fault) refuse(context, grid.fault);
  const sections = new Set(priced.map((one) => one.section));
  if (sections.size > 1) for (const one of priced) one.limits.unshift(one.section);
  const tiers = [...new Set(priced.map((one) => one.limits.join('; ')))];
  return models.slice(width).flatMap((label, column) =>
    tiers.map((tier) => {
      const own = priced.filter((one) => one.limits.join('; ') === tier);
      checkFields(own, provider, context);
      const values = own.map(({ row, field, group, header, refs }) => {
        const value = row[width + column] ?? cell([]);
        return { field, group, header, cell: { ...value, refs: [...value.refs, ...refs] } };
      });
      const place = `${context.place}, column ${column + 1}`;
      return readingOf(label, values, context, { limits: own[0]?.limits ?? [], place });
    }),
  );
}
