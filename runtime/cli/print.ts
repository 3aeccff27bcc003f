/** What commands print. Nothing else in this folder writes text that may come from a file or a server. */
import { printable } from '../core/api/printable.ts';

/** Each entry becomes one line: a line break inside an entry is shown, not followed. */
export const linesText = (lines: readonly string[]): string => lines.map((line) => `${printable(line)}\n`).join('');

export const print = (lines: readonly string[]): void => void process.stdout.write(linesText(lines));
export const printError = (lines: readonly string[]): void => void process.stderr.write(linesText(lines));

/** JSON on one line. JSON itself leaves DEL, C1 controls and bidi overrides as they are. */
export const jsonText = (value: unknown): string => linesText([JSON.stringify(value)]);
export const printJson = (value: unknown): void => void process.stdout.write(jsonText(value));
