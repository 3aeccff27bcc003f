/** What commands print: lines, tables, JSON and CSV, with the command named as it was started; closed pipes (`| head`), full disks. */
import { fstatSync, writeSync } from 'node:fs';
import { basename, isAbsolute, relative } from 'node:path';
import { exitCodes } from '../audit/exit-codes.ts';
import type { MeasuredRow } from '../core/schemas/board-schemas.ts';
import { printable } from '../core/values/printable.ts';
import { percent, usd } from '../core/values/rounded.ts';
import { type Cell, fittedTable } from '../core/values/text-table.ts';

/**
 * A closed pipe (`agent-cost estimate rank | head -3`) ends the program quietly, with the exit code it has so far; any other
 * failed write ends it with a message and exit code 74, because a script must not take half an answer for a complete
 * one (not 1, which diff uses for a difference).
 */
export function guardOutput(): void {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', unwritten);
  guardErrors();
}

/** Errors cannot be reported any more, but the answer on standard output may still be wanted. */
function guardErrors(): void {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {});
}

function unwritten(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`The output cannot be written: ${error.message}.\n`);
  process.exit(exitCodes.output[0]);
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'columns'>;
let output = (): Output => process.stdout;

/**
 * Does what `guardOutput` does for a program that prints one answer and ends: into a file or a pipe it is written
 * without `process.stdout`, which loads what streams and sockets need.
 */
export function guardAnswer(): void {
  if (process.platform === 'win32' || isTerminal()) {
    guardOutput();
    return;
  }
  const write = (text: string | Uint8Array): boolean => {
    try {
      writeAtOnce(Buffer.from(text as string));
    } catch (error) {
      unwritten(error as NodeJS.ErrnoException);
    }
    return true;
  };
  output = () => ({ write, columns: Number.NaN });
}

/** A terminal or another device, or nothing at all. */
export function isTerminal(): boolean {
  try {
    return fstatSync(1).isCharacterDevice();
  } catch {
    return true;
  }
}

/** @throws an error of the system */
function writeAtOnce(bytes: Buffer): void {
  for (let left = bytes; left.length > 0; ) {
    try {
      left = left.subarray(writeSync(1, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      // A pipe that does not wait is full: streams know how to, and all that follows comes after this.
      guardOutput();
      output = () => process.stdout;
      process.stdout.write(left);
      return;
    }
  }
}

/** Each entry becomes one line: line breaks inside an entry are escaped. */
export const linesText = (lines: readonly string[]): string => lines.map((line) => `${printable(line)}\n`).join('');

export const print = (lines: readonly string[]): void => write(output(), lines);
export function printError(lines: readonly string[]): void {
  guardErrors();
  write(process.stderr, lines);
}

function write(stream: Output, lines: readonly string[]): void {
  const width = terminalWidth(stream);
  const shown = lines.flatMap((line) => broken(printable(asStarted(line)), width));
  stream.write(shown.map((line) => `${line}\n`).join(''));
}

/** Characters in a line of the terminal; a file or a pipe has no end, unless COLUMNS is set. */
export const terminalWidth = (stream = output()): number =>
  Number(process.env.COLUMNS) || stream.columns || Number.POSITIVE_INFINITY;

/** A line that is wider than `width` broken at spaces, its parts below its own text: after a label and two spaces, a dash, spaces. */
function broken(line: string, width: number): string[] {
  const [, spaces = '', label = ''] = /^( *)((?:\S+ )*?\S* {2,}|- )?/.exec(line) ?? [];
  const start = spaces.length + label.length;
  const indent = start > width / 2 ? spaces.length : start;
  const parts = [];
  let rest = line;
  while (rest.length > width) {
    const last = rest.lastIndexOf(' ', width);
    // A word that is wider than the terminal stays whole.
    const end = last > indent ? last : rest.indexOf(' ', width);
    if (end === -1) break;
    parts.push(rest.slice(0, end).trimEnd());
    rest = ' '.repeat(indent) + rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

/** JSON on one line, with DEL, C1 controls and bidi overrides escaped, which JSON itself does not do. */
export const jsonText = (value: unknown): string => linesText([JSON.stringify(value)]);
export const printJson = (value: unknown): void => printText(jsonText(value));
export const printText = (text: string): void => void output().write(text);

interface Started {
  program: string | undefined;
  cwd: string;
}

/**
 * `agent-cost` where it is installed for all, `npx agent-cost` where npx runs it or a project has it, `node dist/agent-cost.cjs` in a clone.
 * @param started default this process
 */
export function commandStarted(
  { program = '', cwd }: Started = { program: process.argv[1], cwd: process.cwd() },
): string {
  if (/[\\/](_npx|node_modules[\\/]\.bin)[\\/]/.test(program)) return 'npx agent-cost';
  const file = basename(program.replaceAll('\\', '/'));
  // npm's own shims of Windows start agent-cost.cjs where it is installed.
  const isByFile = file === 'cli.js' || (file === 'agent-cost.cjs' && !/[\\/]node_modules[\\/]/.test(program));
  if (!isByFile) return 'agent-cost';
  const near = relative(cwd, program);
  const path = near.startsWith('..') || isAbsolute(near) ? program : near;
  return `node ${/\s/.test(path) ? JSON.stringify(path) : path}`;
}

/** The first words of every command, former names too; a test compares them with the list of commands. */
export const firstWords =
  'report|totals|reconcile|reprice|live|statusline|guard|estimate|rank|advise|explain|presets|measured|calibrate|forecast|backtest|price|models|model|changes|export|sql|enrich|check|watch|verify|verify-list|timestamp|diff|mcp|keys|completion';
const named = new RegExp(`(?<![\\w./-])agent-cost (?=(?:--help|${firstWords})(?![\\w-]))`, 'g');

/** A text in which commands are named as `agent-cost report`, with the command as it was started. */
export const asStarted = (text: string, started = commandStarted()): string => text.replaceAll(named, `${started} `);

export interface FormOptions {
  json?: true;
  csv?: true;
}

/** Each format is computed only when it is printed. */
interface Forms {
  json: () => unknown;
  csv?: () => string;
  /** For people, one entry per line. */
  text: () => string[];
}

export function printAs(options: FormOptions, { json, csv, text }: Forms): void {
  if (options.json) printJson(json());
  else if (options.csv && csv) printText(csv());
  else print(text());
}

/**
 * A table that fits the terminal; in a file or a pipe it has all its columns, unless COLUMNS is set.
 * @param indent spaces that the caller puts before each line
 */
export const table = (header: readonly string[], rows: readonly Cell[][], indent = 0): string[] =>
  fittedTable(header, rows, terminalWidth() - indent).split('\n');

/** Such a table of rows: each column by its name, with what it shows of a row. */
export const tableOf = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  indent = 0,
): string[] =>
  table(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((shown) => shown(row))),
    indent,
  );

/** The columns of what was measured, wherever it is shown. */
export const solvedColumns = {
  solved: ({ successRate }: Pick<MeasuredRow, 'successRate'>) => percent(100 * successRate),
  'per task': ({ usdPerTask }: Pick<MeasuredRow, 'usdPerTask'>) => usdOrNull(usdPerTask),
  'per solved task': ({ usdPerSolvedTask }: Pick<MeasuredRow, 'usdPerSolvedTask'>) => usdOrNull(usdPerSolvedTask),
};

export const usdOrNull = (amount: number | null): string | null => (amount === null ? null : usd(amount));
