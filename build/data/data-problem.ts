/** What the data checks need, what they report, and its place in the text of a file. */
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { DataFile } from './read-data.ts';

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
