import type { Cell } from '../cell.ts';
import { type Field, PageError } from '../price-row.ts';
import type { Provider } from '../providers/description.ts';
import type { Context } from './blocks.ts';

/** One printed price with the words that name it. */
export interface Value {
  field: Field;
  group: string | null;
  header: string;
  cell: Cell;
}

/** One model's prices as printed in a table, a card or a record, before any number is parsed. */
export interface Reading {
  label: Cell;
  /** Parts of the tier that the table itself states: section rows, ranges, hours. */
  limits: string[];
  mode: string | null;
  unitText: string;
  /** The numbers are component data and have no currency sign. */
  data: boolean;
  values: Value[];
  combined: Value['cell'] | null;
  context: Context;
  place: string;
}

/** Refuses what is at a place of the page. @throws PageError */
export function refuse({ place }: { place: string }, why: string): never {
  throw new PageError(`${place}: ${why}`);
}

/** A reading of which only `more` is known besides its label and values. */
export const readingOf = (label: Cell, values: Value[], context: Context, more: Partial<Reading> = {}): Reading => ({
  label,
  limits: [],
  mode: null,
  unitText: '',
  data: false,
  values,
  combined: null,
  context,
  place: context.place,
  ...more,
});

/** A section row: one cell across the whole table. */
export function isAcross(row: Cell[]): boolean {
  return row.length > 1 && new Set(row).size === 1;
}

/** Whether output may be missing: models that only read (embeddings, moderation) have no output price. */
export function mayLackOutput({ context }: Pick<Reading, 'context'>, provider: Provider): boolean {
  const { inputOnly } = provider;
  if (!inputOnly) return false;
  return context.headings.length === 0
    ? context.place.startsWith('script')
    : context.headings.some((one) => inputOnly.test(one.text));
}

/**
 * Refuses a table that has lost a column: one that every price table needs, or one that this provider's tables have
 * always had. Such a page has changed, and `null` would claim that there is no such price.
 */
export function checkFields(
  values: readonly { field: Field }[],
  provider: Provider,
  context: Context,
  expects = provider.expects ?? [],
): void {
  const found = values.map(({ field }) => field);
  const repeated = found.find((field, index) => found.indexOf(field) !== index);
  if (repeated) refuse(context, `two columns for ${repeated}`);
  const less = context.headings.some((heading) => provider.expectsLess?.test(heading.text));
  const needed: Field[] = mayLackOutput({ context }, provider) ? ['input'] : ['input', 'output'];
  for (const field of [...needed, ...(less ? [] : expects)]) {
    if (!found.includes(field)) refuse(context, `no ${field} column`);
  }
}
