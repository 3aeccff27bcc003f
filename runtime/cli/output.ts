/** Output of commands, including closed pipes (`| head`) and full disks. */

import { exitCodes } from '../audit/exit-codes.ts';
import { printable } from '../core/values/printable.ts';
import { asStarted } from './command-started.ts';

/**
 * A closed pipe (`agent-cost estimate rank | head -3`) ends the program quietly, with the exit code it has so far; any other
 * failed write ends it with a message and exit code 74, because a script must not take half an answer for a complete
 * one (not 1, which diff uses for a difference).
 */
export function guardOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`The output cannot be written: ${error.message}.\n`);
    process.exit(exitCodes.output[0]);
  });
  // Errors cannot be reported any more, but the answer on standard output may still be wanted.
  process.stderr.on('error', () => {});
}

/** Each entry becomes one line: line breaks inside an entry are escaped. */
export const linesText = (lines: readonly string[]): string => lines.map((line) => `${printable(line)}\n`).join('');

export const print = (lines: readonly string[]): void => write(process.stdout, lines);
export const printError = (lines: readonly string[]): void => write(process.stderr, lines);

function write(stream: NodeJS.WriteStream, lines: readonly string[]): void {
  const width = terminalWidth(stream);
  const shown = lines.flatMap((line) => broken(printable(asStarted(line)), width));
  stream.write(shown.map((line) => `${line}\n`).join(''));
}

/** Characters in a line of the terminal; a file or a pipe has no end, unless COLUMNS is set. */
export const terminalWidth = (stream: NodeJS.WriteStream = process.stdout): number =>
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
export const printJson = (value: unknown): void => void process.stdout.write(jsonText(value));
