/** Reads the recorded numbers of `data/evidence/`: each file as rows by column. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

const evidenceFolder = join(import.meta.dirname, '../../data/evidence');

export type Row = Readonly<Record<string, string>>;

/** @throws Error where the file is missing or a line has another number of fields */
export const readRows = (name: string): Row[] =>
  parse(readFileSync(join(evidenceFolder, name), 'utf8'), { columns: true }) as Row[];

/** The number in a column. */
export function numberIn(row: Row, column: string): number {
  const value = Number(row[column] || Number.NaN);
  if (Number.isNaN(value)) throw new Error(`no number in ${column}: ${JSON.stringify(row)}`);
  return value;
}

/** The number in a column, or null where it is empty. */
export const numberOrNull = (row: Row, column: string): number | null =>
  row[column] === '' ? null : numberIn(row, column);
