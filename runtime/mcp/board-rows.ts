/** Rows of the boards, found by model or by what they cost. */
import { boardsOf } from '../core/benchmarks/facts.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { isResolved, resolve, unresolvedReason } from '../core/dataset/resolve.ts';
import type { Board, MeasuredRow } from '../core/schemas/board-schemas.ts';
import { InvalidRequest, measured } from '../library/library.ts';

export type FoundRows = ReturnType<typeof rowsOn>;

/** @throws InvalidRequest for an unknown model or board */
export function rowsOfModel(catalog: Catalog, name: string, board?: string): FoundRows {
  const found = resolve(catalog, name);
  if (!isResolved(found)) throw new InvalidRequest(unresolvedReason(catalog, name, found));
  const { id } = found.model;
  const boards = board === undefined ? boardsOf(catalog) : [measured(board, { catalog })];
  return rowsOn(boards, id, null, ({ modelId }) => modelId === id);
}

/** What solves less than half of the tasks is cheap for what it fails at. */
const usualMinSuccessPct = 50;

/**
 * Rows of models on sale that solved tasks of a kind of work, or of one board.
 * @param limits `minSuccessPct`: percent of the tasks that were solved, default 50
 * @throws InvalidRequest for an unknown board
 */
export function cheapestRows(
  catalog: Catalog,
  limits: { work?: string; board?: string; maxUsdPerSolvedTask?: number; minSuccessPct?: number },
): FoundRows {
  const {
    work = 'coding',
    board,
    maxUsdPerSolvedTask = Number.POSITIVE_INFINITY,
    minSuccessPct = usualMinSuccessPct,
  } = limits;
  const boards =
    board === undefined ? boardsOf(catalog).filter(({ domain }) => domain === work) : [measured(board, { catalog })];
  const onSale = new Set(catalog.models.map(({ id }) => id));
  return rowsOn(
    boards,
    null,
    minSuccessPct,
    ({ modelId, usdPerSolvedTask, successRate }) =>
      modelId !== null &&
      onSale.has(modelId) &&
      usdPerSolvedTask !== null &&
      usdPerSolvedTask <= maxUsdPerSolvedTask &&
      100 * successRate >= minSuccessPct,
  );
}

/**
 * By dollars per solved task; rows without dollars come last. Ranks are those of the row's own board.
 * @param model that was asked for; null: any
 * @param minSuccessPct rows that solved a smaller share are left out; null: none are
 */
function rowsOn(
  boards: readonly Board[],
  model: string | null,
  minSuccessPct: number | null,
  isWanted: (row: MeasuredRow) => boolean,
) {
  const usdOf = ({ usdPerSolvedTask }: MeasuredRow) => usdPerSolvedTask ?? Number.POSITIVE_INFINITY;
  return {
    boards: boards.map(({ id }) => id),
    rows: boards
      .flatMap(({ id, rows }) => rows.filter(isWanted).map((row) => ({ board: id, ...row })))
      .sort((a, b) => (usdOf(a) < usdOf(b) ? -1 : Number(usdOf(a) > usdOf(b)))),
    ...{ model, minSuccessPct },
  };
}
