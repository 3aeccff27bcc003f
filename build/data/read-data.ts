/** Reads the files of `data/` that are built from; what the data checks report, and its place in the text of a file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { PublishedRows, Row } from '../../runtime/logs/calibrate/recorded-runs.ts';

/** A data file: its path relative to the project, and its text. */
export interface DataFile {
  path: string;
  text: string;
}

/** `data/presets.json`, `plans.json` and `names.json` if there are any, and the JSON files of `evidence`, `imported`, `measured` and `providers`, sorted by name. */
export function readData(dir: string): DataFile[] {
  const folders = ['evidence', 'imported', 'measured', 'providers'];
  const others = ['plans.json', 'names.json'].filter((name) => existsSync(join(dir, name)));
  return ['presets.json', ...others, ...folders.flatMap((folder) => jsonIn(dir, folder))].map((name) => ({
    path: `data/${name}`,
    text: readFileSync(join(dir, name), 'utf8'),
  }));
}

/** The JSON files in a folder of `dir`; empty if there is no such folder. */
function jsonIn(dir: string, folder: string): string[] {
  const path = join(dir, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** The rows of a CSV file in `evidence`. Throws if the file is missing or a row has the wrong number of fields. */
export const evidenceRows = (dir: string, name: string): Row[] =>
  parse(readFileSync(join(dir, 'evidence', name), 'utf8'), { columns: true }) as Row[];

/** The recorded runs that the cost model is compared with. */
export const recordedRows = (dir: string): PublishedRows => ({
  groups: evidenceRows(dir, 'recorded-groups.csv'),
  runs: evidenceRows(dir, 'recorded-runs.csv'),
});

export interface DataProblem {
  file: string;
  /** JSON pointer; '' is the whole file. */
  pointer: string;
  /** Line of the value, counted from 1. */
  line: number;
  message: string;
}

export interface Days {
  /** The day of the build's prices. */
  asOf: string;
  /** The current day. Both YYYY-MM-DD, UTC. */
  today: string;
}

/** Reports a problem at a JSON pointer. */
export type Report = (pointer: string, message: string) => void;

/** The first syntax error of a JSON text and its place; undefined if there is none. */
export function syntaxError(text: string): string | undefined {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors[0] === undefined) return undefined;
  const { offset, error } = errors[0];
  const before = text.slice(0, offset).split('\n');
  // PropertyNameExpected: property name expected
  const what = printParseErrorCode(error)
    .replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
  const found = offset < text.length ? JSON.stringify(text.charAt(offset)) : 'the end of the file';
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${what} (got ${found})`;
}

/** The line of the value at a JSON pointer, or of its closest existing parent; 1 if the file cannot be parsed. */
export function lineAt(file: DataFile | undefined, pointer: string): number {
  const root = file && parseTree(file.text);
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let depth = path.length; root !== undefined && depth >= 0; depth--) {
    const node = findNodeAtLocation(root, path.slice(0, depth));
    if (node) return (file as DataFile).text.slice(0, node.offset).split('\n').length;
  }
  return 1;
}
