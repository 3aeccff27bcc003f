/** How the models on boards compare with a chosen one: which are a cheaper route, and what speaks against the others. */
import type { Catalog } from '../dataset/catalog.ts';
import type { Board, Comparison, MeasuredRow } from '../schemas/board-schemas.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import type { Effort } from '../schemas/levels.ts';
import type { PresetId } from '../schemas/request-fields.ts';
import { memoize, valueAt } from '../values/memoize.ts';
import { boardsOf } from './facts.ts';
import { isComparable, rowByModel } from './pairs.ts';

/**
 * When a route counts as measured. With one board left out, the best route found on the others was cheaper on it in nine
 * of ten cases, and any route in eight of ten, at today's prices. `npm run evidence` prints it.
 */
export const provenBy = {
  /** Minimum number of boards of the same kind of work that both models are on. */
  boards: 2,
  /** Maximum ratio of dollars per solved task to those of the chosen model, on every board that both are on. */
  ratio: 0.75,
  /** How much lower its success rate may be, on every such board. */
  fewerSolved: 0.05,
} as const;

/** A model that ran the same tasks as the chosen one. */
export interface Compared {
  modelId: string;
  /** One for each board of this kind of work that both are on. The first is the one that rankings and advice take. */
  measured: readonly [Comparison, ...Comparison[]];
  /** What speaks against it as a measured route, a sentence for each reason; empty: nothing does. */
  why: readonly string[];
}

/** A board with the row that represents each model, and those of its efforts. */
export interface ComparedBoard extends Pick<Board, 'id' | 'domain' | 'benchmark' | 'harness'> {
  rowOf: ReadonlyMap<string, MeasuredRow>;
  rowsAt: ReadonlyMap<string, MeasuredRow>;
}

export const comparedBoard = ({ id, domain, benchmark, harness, rows }: Board): ComparedBoard => ({
  id,
  domain,
  benchmark,
  harness,
  rowOf: rowByModel(rows),
  // Of several runs of a model at one effort, the first stays: the cheapest, as in `rowByModel`.
  rowsAt: new Map(
    rows
      .filter(isComparable)
      .reverse()
      .map((row) => [atEffort(row.modelId as string, row.effort), row]),
  ),
});

const atEffort = (modelId: string, effort: string | null): string => `${modelId} ${effort}`;

/** The row of a model on a board: at the effort asked for if it was run at it, else the one that represents it. */
export const rowOn = ({ rowOf, rowsAt }: ComparedBoard, modelId: string, effort: Effort | null) =>
  (effort === null ? undefined : rowsAt.get(atEffort(modelId, effort))) ?? rowOf.get(modelId);

const comparedIn = memoize((catalog: Catalog) => ({
  boards: boardsOf(catalog).map(comparedBoard),
  ofPreset: new Map<string, readonly ComparedBoard[]>(),
  compared: new Map<string, ReadonlyMap<string, Compared>>(),
}));

/** Of a preset, what says which boards are about such work. */
type Kind = Pick<Preset, 'id' | 'board'>;

/** The kind of work that was measured for a preset: that of its own board, or its own where it has none. */
export const kindMeasured = (catalog: Catalog, { id, board }: Kind): PresetId =>
  comparedIn(catalog).boards.find((one) => one.id === board)?.domain ?? id;

/** The boards of a preset's kind of work: its default first, then those with most models. */
export function boardsFor(catalog: Catalog, preset: Kind): readonly ComparedBoard[] {
  const { boards, ofPreset } = comparedIn(catalog);
  return valueAt(ofPreset, `${preset.id} ${preset.board}`, () => {
    const kind = kindMeasured(catalog, preset);
    const isDefault = ({ id }: ComparedBoard) => Number(id === preset.board);
    return boards
      .filter(({ domain }) => domain === kind)
      .sort((a, b) => isDefault(b) - isDefault(a) || b.rowOf.size - a.rowOf.size || (a.id < b.id ? -1 : 1));
  });
}

/**
 * The models that ran the same tasks as the chosen one, by id; computed once for each model, preset and effort.
 * @param effort the reasoning effort of the chosen model; null: as it stands for the preset
 */
export function comparedWith(
  catalog: Catalog,
  chosenId: string,
  preset: Kind,
  effort: Effort | null,
): ReadonlyMap<string, Compared> {
  const { boards, compared } = comparedIn(catalog);
  return valueAt(compared, `${preset.id} ${preset.board} ${effort} ${chosenId}`, () =>
    comparedOn(boardsFor(catalog, preset), boards, chosenId, effort),
  );
}

/**
 * The same for given boards.
 * @param own boards of the kind of work, in order of preference
 * @param all every board: what another kind of work says against a route counts too
 */
export function comparedOn(
  own: readonly ComparedBoard[],
  all: readonly ComparedBoard[],
  chosenId: string,
  effort: Effort | null = null,
): ReadonlyMap<string, Compared> {
  const ids = new Set(own.flatMap(({ rowOf }) => (rowOf.has(chosenId) ? [...rowOf.keys()] : [])));
  ids.delete(chosenId);
  const others = all.filter((board) => !own.includes(board));
  const found = new Map<string, Compared>();
  for (const modelId of ids) {
    const [first, ...more] = own.flatMap((board) => compare(board, chosenId, modelId, effort));
    if (first === undefined) continue;
    const measured = [first, ...more] as const;
    const elsewhere = others.flatMap((board) => compare(board, chosenId, modelId, effort));
    const why = [...measured, ...elsewhere].flatMap(against);
    if (measured.length < provenBy.boards) {
      why.push(`It was measured beside the chosen model on one such board; ${provenBy.boards} are needed.`);
    }
    found.set(modelId, { modelId, measured, why });
  }
  return found;
}

/** Ratio of dollars per solved task on the middle board; of two in the middle, the larger. */
export function middleRatio({ measured }: Compared): number {
  const ratios = measured.map(({ solvedRatio }) => solvedRatio).sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] as number;
}

/** What speaks against a route on one board, in sentences; empty: nothing. */
function against({ board, solvedRatio, successRate, chosenSuccessRate }: Comparison): string[] {
  const why: string[] = [];
  if (solvedRatio > provenBy.ratio) {
    why.push(
      `On ${board} it cost ${upTo(solvedRatio, 100)} times as much per solved task; ${provenBy.ratio} is the most that counts.`,
    );
  }
  if (successRate < chosenSuccessRate - provenBy.fewerSolved) {
    const points = upTo(100 * (chosenSuccessRate - successRate), 10);
    why.push(`On ${board} it solved ${points} points fewer; ${100 * provenBy.fewerSolved} are the most that count.`);
  }
  return why;
}

/** A figure beyond a limit, rounded up to tenths or hundredths so that it stays beyond it: 0.7504 is 0.76. */
const upTo = (value: number, steps: 10 | 100): number => Math.ceil(value * steps - 1e-6) / steps;

/**
 * Compares two models on a board at today's prices. Empty if one is not on it, only with dollars of another day, or the
 * chosen one not at `effort`; the other one is taken at that effort too, if it was run at it.
 */
export function compare(
  board: ComparedBoard,
  chosenId: string,
  otherId: string,
  effort: Effort | null = null,
): Comparison[] {
  const chosen = effort === null ? board.rowOf.get(chosenId) : board.rowsAt.get(atEffort(chosenId, effort));
  const other = rowOn(board, otherId, effort);
  if (chosen === undefined || other === undefined) return [];
  const [mine, theirs] = [chosen.usdPerSolvedTask as number, other.usdPerSolvedTask as number];
  if (mine === 0 || chosen.usdPerTask === 0 || chosen.usdBasis === 'recorded' || other.usdBasis === 'recorded')
    return [];
  return [
    {
      board: board.id,
      effort: other.effort,
      chosenEffort: chosen.effort,
      successRate: other.successRate,
      chosenSuccessRate: chosen.successRate,
      usdPerSolvedTask: theirs,
      chosenUsdPerSolvedTask: mine,
      solvedRatio: ratio(theirs / mine),
    },
  ];
}

/** Whether a model was measured, with dollars, on any board of a preset's kind of work. */
export const isMeasuredAt = (catalog: Catalog, modelId: string, preset: Kind): boolean =>
  boardsFor(catalog, preset).some(({ rowOf }) => rowOf.has(modelId));

const ratio = (value: number): number => Math.round(value * 1e4) / 1e4;
