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

/** One model's prices as printed in a table, a card or a record, before any number is read. */
export interface Reading {
  label: Cell;
  /** Parts of the tier that the table itself gives: section rows, ranges, hours. */
  limits: string[];
  mode: string | null;
  unitText: string;
  /** The numbers are component data and carry no sign. */
  data: boolean;
  values: Value[];
  combined: Value['cell'] | null;
  context: Context;
  place: string;
}

/** The reading of a place that is about one model and says nothing more of it. */
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

/** Whether a cell shows an amount, struck out or not; in component data a bare number is one. */
export function holdsMoney(cell: Cell, data = false): boolean {
  if (data && /^[\d.]+$/.test(cell.text)) return true;
  return hasMoney(cell.text) || cell.struck.some(hasMoney);
}

/** Whether a cell is an amount and nothing else, as a price cell is. */
export function isBareAmount(cell: Cell): boolean {
  return holdsMoney(cell) && /^[^\p{L}]*([/ ]*(m|1m|k|1k)? ?(tok\w*|mtok|百万.*))?$/iu.test(cell.text);
}

/** A section row: one cell across the whole table. */
export function isAcross(row: Cell[]): boolean {
  return row.length > 1 && new Set(row).size === 1;
}

/** Models that only read (embeddings, moderation) have no output price, where the provider lists them as models. */
export function mayLackOutput({ context }: Pick<Reading, 'context'>, provider: Provider): boolean {
  const { inputOnly } = provider;
  if (!inputOnly) return false;
  return context.headings.length === 0
    ? context.place.startsWith('script')
    : context.headings.some((one) => inputOnly.test(one.text));
}

/**
 * Refuses a table that has lost a column: the fields every price table needs, and those this provider's tables have
 * always had. A page without one of them has changed, and `null` would claim that there is no such price.
 */
export function checkFields(found: Field[], provider: Provider, context: Context): void {
  const repeated = found.find((field, index) => found.indexOf(field) !== index);
  if (repeated) throw new PageError(`${context.place}: two columns mean ${repeated}`);
  const less = context.headings.some((heading) => provider.expectsLess?.test(heading.text));
  const needed: Field[] = mayLackOutput({ context }, provider) ? ['input'] : ['input', 'output'];
  for (const field of [...needed, ...(less ? [] : (provider.expects ?? []))]) {
    if (!found.includes(field)) throw new PageError(`${context.place}: no ${field} column`);
  }
}
