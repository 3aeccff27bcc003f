/** Output formats of a command: text with rounded numbers, or exact JSON and CSV. */
import { type Command, Option } from 'commander';
import { csv, csvField } from '../core/values/csv.ts';
import { type Cell, fittedTable } from '../io/text-table.ts';
import { print, printJson } from './output.ts';

export interface FormOptions {
  json?: true;
  csv?: true;
}

const json = () => new Option('--json', 'print JSON, with exact numbers');

export const withJson = (command: Command): Command => command.addOption(json());

export const withJsonAndCsv = (command: Command): Command =>
  command.addOption(json().conflicts('csv')).option('--csv', 'print CSV (RFC 4180), with exact numbers');

/** Each format is computed only when it is printed. */
export interface Forms {
  json: () => unknown;
  csv?: () => string;
  /** For people, one entry per line. */
  text: () => string[];
}

export function printAs(options: FormOptions, { json, csv, text }: Forms): void {
  if (options.json) printJson(json());
  else if (options.csv && csv) process.stdout.write(csv());
  else print(text());
}

/**
 * A table that fits the terminal; in a file or a pipe it has all its columns, unless COLUMNS is set.
 * @param indent spaces that the caller puts before each line
 */
export function table(header: readonly string[], rows: readonly Cell[][], indent = 0): string[] {
  const width = Number(process.env.COLUMNS) || process.stdout.columns || Number.POSITIVE_INFINITY;
  return fittedTable(header, rows, width - indent).split('\n');
}

/**
 * Rows of JSON as CSV.
 * @param columns names of fields, `a.b` for nested ones; fields of a null are null
 */
export const csvOf = (columns: readonly string[], rows: readonly object[]): string =>
  csv(
    columns,
    rows.map((row) => columns.map((column) => csvField(fieldAt(row, column)))),
  );

function fieldAt(row: object, path: string): string | number | boolean | null {
  let value: unknown = row;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null)?.[name];
  return (value ?? null) as string | number | boolean | null;
}
