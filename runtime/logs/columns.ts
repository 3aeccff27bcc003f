/** Columns of numbers in one array. Of a column that holds the same in every row only one cell is kept. */

type Cells = Float64Array | Uint32Array;

/** Rows as columns. @param cells row by row @returns with each column's step from row to row: 1, or 0 for a single cell */
export function inColumns<Some extends Cells>(
  cells: Some,
  width: number,
  rows: number,
): { cells: Some; steps: number[] } {
  const made = cells.slice(0, width * rows) as Some;
  const steps: number[] = [];
  let end = 0;
  for (let column = 0; column < width; column++) {
    const step = isConstant(cells, column, width, rows) ? 0 : 1;
    for (let row = 0; row < (step === 0 ? Math.min(1, rows) : rows); row++) {
      made[end++] = cells[row * width + column] as number;
    }
    steps.push(step);
  }
  return { cells: made.slice(0, end) as Some, steps };
}

function isConstant(cells: Cells, column: number, width: number, rows: number): boolean {
  for (let row = 1; row < rows; row++) {
    if (!Object.is(cells[row * width + column], cells[column])) return false;
  }
  return true;
}

/** A column among those of an array. */
export class Column {
  constructor(
    private readonly cells: Cells,
    private readonly start: number,
    private readonly step: number,
  ) {}

  /** A small whole number as V8 keeps those that a log is read into: with others what adds them up is compiled twice. */
  of(row: number): number {
    const value = this.cells[this.start + row * this.step] as number;
    const small = value | 0;
    return small === value ? small : value;
  }

  /** null for NaN. */
  orNull(row: number): number | null {
    const value = this.of(row);
    return Number.isNaN(value) ? null : value;
  }
}

/** A column of indexes into values. */
export class ValueColumn<Value> {
  constructor(
    private readonly column: Column,
    private readonly values: readonly Value[],
  ) {}

  of(row: number): Value {
    return this.values[this.column.of(row)] as Value;
  }
}

/** Cells of so many columns and rows. */
export const cellsIn = (steps: readonly number[], rows: number): number =>
  steps.reduce((sum, step) => sum + (step === 0 ? Math.min(1, rows) : rows), 0);

/** The columns in an array, in their order. */
export function columnsIn(cells: Cells, steps: readonly number[], rows: number): Column[] {
  let start = 0;
  return steps.map((step) => {
    const column = new Column(cells, start, step);
    start += step === 0 ? Math.min(1, rows) : rows;
    return column;
  });
}

/** The same array with twice as many cells. */
export function twice<Some extends Cells>(cells: Some): Some {
  const larger = new (cells.constructor as new (length: number) => Some)(2 * cells.length);
  larger.set(cells);
  return larger;
}
