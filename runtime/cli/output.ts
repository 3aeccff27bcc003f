/** What commands print, and what happens when the output is closed (a pipe into `head`) or the disk is full. */
import { printable } from '../core/api/printable.ts';
import { exitCodes } from '../snapshot/exit-codes.ts';

/**
 * A closed pipe (`agent-cost rank | head -3`) ends the program quietly, with the exit code it has so far; any other
 * failed write ends it with a message and exit code 74 (diff uses 1 for a difference), for a script must not take half
 * an answer for a whole one.
 */
export function guardOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`The output cannot be written: ${error.message}.\n`);
    process.exit(exitCodes.output[0]);
  });
  // There is nowhere left to report to; the answer on standard output may still be wanted.
  process.stderr.on('error', () => {});
}

/** Each entry becomes one line: a line break inside an entry is shown, not followed. */
export const linesText = (lines: readonly string[]): string => lines.map((line) => `${printable(line)}\n`).join('');

export const print = (lines: readonly string[]): void => void process.stdout.write(linesText(lines));
export const printError = (lines: readonly string[]): void => void process.stderr.write(linesText(lines));

/** JSON on one line. JSON itself leaves DEL, C1 controls and bidi overrides as they are. */
export const jsonText = (value: unknown): string => linesText([JSON.stringify(value)]);
export const printJson = (value: unknown): void => void process.stdout.write(jsonText(value));
