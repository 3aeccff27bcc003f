/** What was measured for a model, board by board. */
import type { Catalog } from '../dataset/catalog.ts';
import type { Board, BoardSummary, MeasuredFact } from '../schemas/board-schemas.ts';
import { memoize } from '../values/memoize.ts';
import { boardOf } from './board.ts';

/** Computed on first use, kept as long as the catalog. */
const measuredIn = memoize((catalog: Catalog) => {
  const boards = catalog.measured.map((file) => boardOf(catalog, file));
  return { boards, facts: factsIn(boards) };
});

/** Every board at the prices in force. */
export const boardsOf = (catalog: Catalog): Board[] => measuredIn(catalog).boards;

/** What was measured for a model, in the order of the boards; empty if nothing was. */
export const factsOf = (catalog: Catalog, modelId: string): MeasuredFact[] =>
  measuredIn(catalog).facts.get(modelId) ?? [];

function factsIn(boards: readonly Board[]): Map<string, MeasuredFact[]> {
  const facts = new Map<string, MeasuredFact[]>();
  for (const { id, benchmark, harness, rows } of boards) {
    const of = rows.filter(({ rank }) => rank !== null).length;
    for (const { modelId, effort, successRate, usdPerTask, usdPerSolvedTask, rank } of rows) {
      if (modelId === null) continue;
      const fact = { board: id, benchmark, harness, effort, successRate, usdPerTask, usdPerSolvedTask, rank, of };
      facts.set(modelId, [...(facts.get(modelId) ?? []), fact]);
    }
  }
  return facts;
}

/** A board without its rows. */
export function summaryOf({ rows, ...board }: Board): BoardSummary {
  const models = new Set(rows.flatMap(({ provider, modelId }) => (provider === null ? [] : [modelId])));
  return { ...board, rowCount: rows.length, modelCount: models.size };
}
