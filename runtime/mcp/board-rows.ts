/** Rows of the boards, found by model or by what they cost. */
import { boardsOf } from '../core/benchmarks/facts.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { isResolved, resolve, unresolvedReason } from '../core/dataset/resolve.ts';
import type { Board, MeasuredRow } from '../core/schemas/board-schemas.ts';
import { InvalidRequest, measured } from '../library/library.ts';

export interface FoundRows {
  /** The model that was asked for; null: any. */
  model: string | null;
  boards: string[];
  /** Rows that solved a smaller share, in percent, are left out; null: none are. */
  minSuccessPct: number | null;
  /** By dollars per solved task. Ranks are those of the row's own board. */
  rows: (MeasuredRow & { board: string })[];
}

/** @throws InvalidRequest for an unknown model or board */
export function rowsOfModel(catalog: Catalog, name: string, board?: string): FoundRows {
  const found = resolve(catalog, name);
  if (!isResolved(found)) throw new InvalidRequest(unresolvedReason(catalog, name, found));
  const { id } = found.model;
  const boards = board === undefined ? boardsOf(catalog) : [measured(board, { catalog })];
  return { ...rowsOn(boards, ({ modelId }) => modelId === id), model: id, minSuccessPct: null };
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
  const found = rowsOn(
    boards,
    ({ modelId, usdPerSolvedTask, successRate }) =>
      modelId !== null &&
      onSale.has(modelId) &&
      usdPerSolvedTask !== null &&
      usdPerSolvedTask <= maxUsdPerSolvedTask &&
      100 * successRate >= minSuccessPct,
  );
  return { ...found, model: null, minSuccessPct };
}

/** Rows without dollars come last. */
function rowsOn(boards: readonly Board[], isWanted: (row: MeasuredRow) => boolean): Pick<FoundRows, 'boards' | 'rows'> {
  const usdOf = ({ usdPerSolvedTask }: MeasuredRow) => usdPerSolvedTask ?? Number.POSITIVE_INFINITY;
  return {
    boards: boards.map(({ id }) => id),
    rows: boards
      .flatMap(({ id, rows }) => rows.filter(isWanted).map((row) => ({ board: id, ...row })))
      .sort((a, b) => (usdOf(a) < usdOf(b) ? -1 : Number(usdOf(a) > usdOf(b)))),
  };
}
