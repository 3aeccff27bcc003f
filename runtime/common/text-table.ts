/** Rows as text for a terminal, or as Markdown. Cells may hold anything: what could steer a terminal is escaped. */
import { printable } from '../core/api/printable.ts';

export type Cell = string | number | null;

const shown = (cell: Cell): string => (cell === null ? '–' : printable(String(cell)));

/** A number, or text that is one: $1,234.50, 3.2 %. */
const isNumber = (cell: Cell | undefined): boolean =>
  typeof cell === 'number' || (typeof cell === 'string' && /^(< )?\$?\d[\d,]*(\.\d+)?( %)?$/.test(cell));

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

export function markdownTable(header: readonly string[], rows: readonly Cell[][]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map((cell) => shown(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n');
}
