/** The Pareto front of a board. */
import type { MeasuredRow } from '../schemas/board-schemas.ts';

export type OnFront = Pick<MeasuredRow, 'successRate' | 'usdPerSolvedTask'>;

/** Whether no other row is at least as good in both success rate and dollars per solved task, and better in one. */
export function isOnFront(row: OnFront, rows: readonly OnFront[]): boolean {
  const usd = row.usdPerSolvedTask;
  if (usd === null) return false;
  return !rows.some(
    (other) =>
      other.usdPerSolvedTask !== null &&
      other.successRate >= row.successRate &&
      other.usdPerSolvedTask <= usd &&
      (other.successRate > row.successRate || other.usdPerSolvedTask < usd),
  );
}
