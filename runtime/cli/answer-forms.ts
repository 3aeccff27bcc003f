/** Output formats of a command: text with rounded numbers, or exact JSON and CSV. */
import { type Command, Option } from 'commander';
import { type Cell, fittedTable } from '../core/values/text-table.ts';
import { print, printJson, terminalWidth } from './output.ts';

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
export const table = (header: readonly string[], rows: readonly Cell[][], indent = 0): string[] =>
  fittedTable(header, rows, terminalWidth() - indent).split('\n');
