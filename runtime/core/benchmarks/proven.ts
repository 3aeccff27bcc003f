/** Which models were measured to be cheaper than another, and by how much. */
import type { Catalog } from '../dataset/catalog.ts';
import type { Board, Comparison, MeasuredRow } from '../schemas/board-schemas.ts';
import type { PresetId } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';
import { boardsOf } from './facts.ts';
import { rowByModel } from './pairs.ts';

/**
 * When a route counts as measured. With one board left out, routes found on the others were cheaper on it in nine of
 * ten cases; if one board or a smaller margin is enough, in fewer than eight. `npm run evidence` prints it.
 */
export const provenBy = {
  /** Minimum number of boards of the same kind of work that both models are on. */
  boards: 2,
  /** Maximum ratio of dollars per solved task to those of the chosen model, on every board that both are on. */
  ratio: 0.75,
  /** How much lower its success rate may be, on every such board. */
  fewerSolved: 0.05,
} as const;

export interface Proven {
  modelId: string;
  /** One for each board of this kind of work that both models are on. */
  measured: Comparison[];
}

/** A board with the row that represents each model. */
export interface ComparedBoard extends Pick<Board, 'id' | 'domain' | 'benchmark' | 'harness'> {
  rowOf: ReadonlyMap<string, MeasuredRow>;
}

export const comparedBoard = ({ id, domain, benchmark, harness, rows }: Board): ComparedBoard => ({
  id,
  domain,
  benchmark,
  harness,
  rowOf: rowByModel(rows),
});

const comparedIn = memoize((catalog: Catalog) => ({
  boards: boardsOf(catalog).map(comparedBoard),
  proven: new Map<string, Proven[]>(),
}));

/** Models measured to be cheaper than `chosenId` on this kind of work; computed once for each model and kind. */
export function provenCheaper(catalog: Catalog, chosenId: string, kind: PresetId): readonly Proven[] {
  const { boards, proven } = comparedIn(catalog);
  const key = `${kind} ${chosenId}`;
  let found = proven.get(key);
  if (found === undefined) {
    found = provenOn(boards, chosenId, kind);
    proven.set(key, found);
  }
  return found;
}

/** The same for given boards. */
export function provenOn(boards: readonly ComparedBoard[], chosenId: string, kind: PresetId): Proven[] {
  const withChosen = boards.filter(({ rowOf }) => rowOf.has(chosenId));
  const others = new Set(withChosen.flatMap(({ rowOf }) => [...rowOf.keys()]));
  others.delete(chosenId);
  return [...others].flatMap((modelId) => {
    const shared = withChosen.flatMap((board) => compare(board, chosenId, modelId));
    const holds = shared.every(
      ({ solvedRatio, successRate, chosenSuccessRate }) =>
        solvedRatio <= provenBy.ratio && successRate >= chosenSuccessRate - provenBy.fewerSolved,
    );
    const measured = shared.filter(({ board }) => boards.find(({ id }) => id === board)?.domain === kind);
    return holds && measured.length >= provenBy.boards ? [{ modelId, measured }] : [];
  });
}

/** Compares two models on a board; empty if one is not on it. */
export function compare(board: ComparedBoard, chosenId: string, otherId: string): Comparison[] {
  const [chosen, other] = [board.rowOf.get(chosenId), board.rowOf.get(otherId)];
  if (chosen === undefined || other === undefined) return [];
  const [mine, theirs] = [chosen.usdPerSolvedTask as number, other.usdPerSolvedTask as number];
  const [perTask, otherPerTask] = [chosen.usdPerTask as number, other.usdPerTask as number];
  if (mine === 0 || perTask === 0) return [];
  return [
    {
      board: board.id,
      benchmark: board.benchmark,
      harness: board.harness,
      effort: other.effort,
      chosenEffort: chosen.effort,
      successRate: other.successRate,
      chosenSuccessRate: chosen.successRate,
      usdPerSolvedTask: theirs,
      chosenUsdPerSolvedTask: mine,
      taskRatio: ratio(otherPerTask / perTask),
      solvedRatio: ratio(theirs / mine),
    },
  ];
}

const ratio = (value: number): number => Math.round(value * 1e4) / 1e4;
