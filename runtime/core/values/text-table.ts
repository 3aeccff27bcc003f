/** Rows as text for a terminal, or as Markdown. Cells may hold anything: terminal control characters are escaped. */
import { printable } from './printable.ts';

export type Cell = string | number | null;

const shown = (cell: Cell): string => (cell === null ? '–' : printable(String(cell)));

/** A number, or text that is one: $1,234.50, 3.2 %, 1.31 M. */
const isNumber = (cell: Cell | undefined): boolean =>
  typeof cell === 'number' || (typeof cell === 'string' && /^(< |[+-])?\$?\d[\d,]*(\.\d+)?( %| M)?$/.test(cell));

/** Columns as wide as their widest cell; numbers to the right. */
export function textTable(header: readonly string[], rows: readonly Cell[][]): string {
  const widths = header.map((name, i) => Math.max(name.length, ...rows.map((row) => shown(row[i] ?? null).length)));
  const toTheRight = header.map((_, i) => rows.some((row) => isNumber(row[i])));
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell, i) => (toTheRight[i] ? shown(cell).padStart(widths[i] ?? 0) : shown(cell).padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return [header, ...rows].map(line).join('\n');
}

/** The same in at most `width` characters: rightmost columns are dropped, and a line below counts them. */
export function fittedTable(header: readonly string[], rows: readonly Cell[][], width: number): string {
  for (let columns = header.length; ; columns--) {
    const table = textTable(
      header.slice(0, columns),
      rows.map((row) => row.slice(0, columns)),
    );
    const fits = table.split('\n').every((line) => line.length <= width);
    if (!fits && columns > 2) continue;
    const hidden = header.length - columns;
    return hidden === 0 ? table : `${table}\n${hidden} more column${hidden === 1 ? '' : 's'}: widen the terminal.`;
  }
}

/** @param toTheRight columns of numbers, from 0 */
export function markdownTable(
  header: readonly string[],
  rows: readonly Cell[][],
  toTheRight: readonly number[] = [],
): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map((cell) => shown(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = header.map((_, column) => (toTheRight.includes(column) ? '--:|' : '---|')).join('');
  return [line(header), `|${rule}`, ...rows.map(line)].join('\n');
}

/**
 * Text of other people's files within Markdown that a pull request shows: it formats nothing, links nowhere and notifies
 * nobody. What is harmless stays as it is, since the same lines stand in the log of a job.
 */
export const markdownText = (text: string): string =>
  text
    // Emphasis, code, links, pictures, HTML and entities; an underscore within a word is none of them.
    .replace(/[\\`*~[\]<>&]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    // GitHub links addresses, mentions and numbers of issues by themselves.
    .replace(/:\/\//g, '\\://')
    .replace(/www\./gi, (found) => `${found.slice(0, -1)}\\.`)
    .replace(/#(?=\d)/g, '#&#8203;')
    .replace(/@(?=[\p{L}\p{N}])/gu, '@&#8203;')
    .replace(/\b(GH)-(?=\d)/gi, '$1\\-');
