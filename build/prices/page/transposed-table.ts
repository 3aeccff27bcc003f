import type { Cell } from '../cell.ts';
import { cell } from '../cell.ts';
import { isField } from '../price-row.ts';
import type { Provider } from '../providers/description.ts';
import type { Context, Grid } from './blocks.ts';
import { meaningOf } from './header.ts';
import { holdsMoney } from './money.ts';
import { isSkipped } from './outline.ts';
import { checkFields, type Reading, readingOf, refuse, type Value } from './reading.ts';

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
