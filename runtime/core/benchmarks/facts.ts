/** What was measured for a model, board by board. */
import type { Catalog } from '../dataset/catalog.ts';
import type { Board, BoardSummary, MeasuredFact, SameWork } from '../schemas/board-schemas.ts';
import { memoize } from '../values/memoize.ts';
import { boardOf } from './board.ts';

/** Computed on first use, kept as long as the catalog. */
const measuredIn = memoize((catalog: Catalog) => {
  const boards = catalog.measured.map((file) => boardOf(catalog, file));
  return { boards, facts: factsIn(boards), sameWork: sameWorkOn(boards) };
});

/** Every board at the prices in force. */
export const boardsOf = (catalog: Catalog): Board[] => measuredIn(catalog).boards;

/** What was measured for a model, in the order of the boards; empty if nothing was. */
export const factsOf = (catalog: Catalog, modelId: string): MeasuredFact[] =>
  measuredIn(catalog).facts.get(modelId) ?? [];

/** What a ranking assumes, and for how many pairs on each board it puts the wrong model first. */
export const sameWorkIn = (catalog: Catalog): SameWork => measuredIn(catalog).sameWork;

const sameWorkOn = (boards: readonly Board[]): SameWork => ({
  assumes:
    'Every model is assumed to do the same work: as many calls, as much output, as many failures. In practice they differ: each board below counts the pairs of models that are in another order by measured dollars per solved task.',
  boards: boards.flatMap(({ id: board, benchmark, harness, pairs }) =>
    pairs === null ? [] : [{ board, benchmark, harness, ...pairs }],
  ),
});

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
