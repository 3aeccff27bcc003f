/**
 * The table `now` with the figures of `before` that are still right to a tenth (or to two), so that a document need not
 * follow every change. Rows are the same where their first cells are.
 */
export function keepingFigures(before: string, now: string): string {
  const rows = new Map(before.split('\n').map((line) => [line.split('|')[1], line.split('|')]));
  return now
    .split('\n')
    .map((line) => {
      const [, name, ...cells] = line.split('|');
      const [, , ...kept] = rows.get(name) ?? [];
      return ['', name, ...cells.map((cell, at) => (isNear(kept[at], cell) ? kept[at] : cell))].join('|');
    })
    .join('\n');
}

const numberIn = (cell = ''): number => Number(cell.replaceAll(',', '').trim() || Number.NaN);

const isNear = (was: string | undefined, is: string): boolean =>
  numberIn(was) > 0 && Math.abs(numberIn(was) - numberIn(is)) <= Math.max(2, numberIn(is) / 10);
