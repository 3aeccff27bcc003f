/** Rows as text for a terminal, or as Markdown. */

export type Cell = string | number | null;

const shown = (cell: Cell): string => (cell === null ? '–' : String(cell));

/** Columns as wide as their widest cell; numbers to the right. */
export function textTable(header: readonly string[], rows: readonly Cell[][]): string {
  const widths = header.map((name, i) => Math.max(name.length, ...rows.map((row) => shown(row[i] ?? null).length)));
  const isNumber = header.map((_, i) => rows.some((row) => typeof row[i] === 'number'));
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell, i) => (isNumber[i] ? shown(cell).padStart(widths[i] ?? 0) : shown(cell).padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return [header, ...rows].map(line).join('\n');
}

export function markdownTable(header: readonly string[], rows: readonly Cell[][]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map((cell) => shown(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n');
}
