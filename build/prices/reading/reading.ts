import { fieldOf, type Meaning } from '../meaning/header-meaning.ts';
import { hasMoney } from '../meaning/read-money.ts';
import type { Provider } from '../providers/description.ts';
import { type Cell, type Context, type Field, fields, PageError } from '../types.ts';

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

/** A reading with only a label and values. */
export const readingOf = (label: Cell, values: Value[], context: Context): Reading => ({
  label,
  limits: [],
  mode: null,
  unitText: '',
  data: false,
  values,
  combined: null,
  context,
  place: context.place,
});

export function isField(kind: Meaning['kind']): kind is Field {
  return fields.includes(kind as Field);
}

export function meaningOf(header: string, provider: Provider): Meaning {
  if (provider.ignore?.test(header)) return { kind: 'other', group: null };
  if (provider.modelHeader?.test(header)) return { kind: 'model', group: null };
  return fieldOf(header);
}

/** Whether a cell contains an amount, struck out or not; in component data a bare number counts. */
export function holdsMoney(cell: Cell, data = false): boolean {
  if (data && /^[\d.]+$/.test(cell.text)) return true;
  return hasMoney(cell.text) || cell.struck.some(hasMoney);
}

/** Whether a cell contains only an amount, like a price cell. */
export function isBareAmount(cell: Cell): boolean {
  return holdsMoney(cell) && /^[^\p{L}]*([/ ]*(m|1m|k|1k)? ?(tok\w*|mtok|百万.*))?$/iu.test(cell.text);
}

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
export function checkFields(found: Field[], provider: Provider, context: Context): void {
  const repeated = found.find((field, index) => found.indexOf(field) !== index);
  if (repeated) throw new PageError(`${context.place}: two columns for ${repeated}`);
  const less = context.headings.some((heading) => provider.expectsLess?.test(heading.text));
  const needed: Field[] = mayLackOutput({ context }, provider) ? ['input'] : ['input', 'output'];
  for (const field of [...needed, ...(less ? [] : (provider.expects ?? []))]) {
    if (!found.includes(field)) throw new PageError(`${context.place}: no ${field} column`);
  }
}
