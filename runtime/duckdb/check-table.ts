/** Checks that a table can be read as a table of calls without silently dropping anything. */
import { quote } from '../core/values/did-you-mean.ts';
import {
  type ColumnNames,
  columnNamesIn,
  columnText,
  looksCounted,
  nearColumn,
  rivalNamesIn,
} from '../logs/fields/plain-columns.ts';
import type { JsonObject } from '../logs/fields/values.ts';
import { formats } from '../logs/formats/formats.ts';
import { isNumber, typeOf } from './table-columns.ts';

/** A table that cannot be added up. The message has names of columns, never their content. */
export class UnfitTable extends Error {}

/**
 * @param types of the columns by name, without ignored ones
 * @param row the first row; null: the table is empty
 * @throws UnfitTable
 */
export function checkTable(types: ReadonlyMap<string, string>, row: JsonObject | null): void {
  const names = [...types.keys()];
  const format = row === null ? undefined : formats.find(({ recognise }) => recognise(row));
  if (format !== undefined && format.name !== 'plain') {
    throw new UnfitTable(`it is a log of the format ${format.name}: agent-cost report reads it`);
  }
  const missing = missingIn(columnNamesIn(names));
  if (missing.length > 0) {
    throw new UnfitTable(`it has no column for ${missing.join(', nor for ')}. Its columns are ${namesText(names)}`);
  }
  const unknown = names.filter((name) => looksCounted(name, isNumber(typeOf(types.get(name) as string))));
  if (unknown.length > 0) {
    const near = unknown.map((name) => `${quote(name)}.${nearColumn(name)}`).join(' ');
    throw new UnfitTable(
      `it has ${unknown.length === 1 ? 'a column that looks' : 'columns that look'} like tokens, calls or money and would be lost: ${near} docs/runs.md lists the known names. ${ignoring(unknown)}`,
    );
  }
  const [rivals] = rivalNamesIn(names);
  if (rivals !== undefined) {
    const others = rivals.slice(1);
    throw new UnfitTable(`${namesText(rivals)} mean the same, and only one can be read. ${ignoring(others)}`);
  }
}

const missingIn = (names: ColumnNames): string[] => [
  ...(names.model === undefined ? [`the model (${columnText('model')})`] : []),
  ...((names.input ?? names.prompt) === undefined
    ? [`the input (${columnText('input')}, ${columnText('prompt')})`]
    : []),
  ...(names.output === undefined ? [`the output (${columnText('output')})`] : []),
];

const ignoring = (names: readonly string[]): string =>
  `To leave ${names.length === 1 ? 'it' : 'them'} out: ${names.map((name) => `--ignore ${quote(name)}`).join(' ')}`;

const mostShown = 30;

const namesText = (names: readonly string[]): string => {
  const more = names.length > mostShown ? ` and ${names.length - mostShown} more` : '';
  return `${names.slice(0, mostShown).map(quote).join(', ')}${more}`;
};
