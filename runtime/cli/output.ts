/** Output of commands, including closed pipes (`| head`) and full disks. */

import { exitCodes } from '../audit/exit-codes.ts';
import { printable } from '../core/values/printable.ts';

/**
 * A closed pipe (`agent-cost rank | head -3`) ends the program quietly, with the exit code it has so far; any other
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

export const print = (lines: readonly string[]): void => void process.stdout.write(linesText(lines));
export const printError = (lines: readonly string[]): void => void process.stderr.write(linesText(lines));

/** JSON on one line, with DEL, C1 controls and bidi overrides escaped, which JSON itself does not do. */
export const jsonText = (value: unknown): string => linesText([JSON.stringify(value)]);
export const printJson = (value: unknown): void => void process.stdout.write(jsonText(value));
