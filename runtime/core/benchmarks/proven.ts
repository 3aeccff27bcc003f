/** Which models were measured to be cheaper than another, and by how much. */
import type { Catalog } from '../dataset/catalog.ts';
import type { Board, Comparison, MeasuredRow } from '../schemas/board-schemas.ts';
import type { Effort } from '../schemas/levels.ts';
import type { PresetId } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';
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

export interface Proven {
  modelId: string;
  /** One for each board of this kind of work that both models are on. */
  measured: Comparison[];
}

/** A model that was cheaper per solved task on the middle board of this kind of work, and no measured route. */
export interface NearMiss extends Proven {
  /** What speaks against it, a sentence for each reason. */
  why: string[];
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

const comparedIn = memoize((catalog: Catalog) => ({
  boards: boardsOf(catalog).map(comparedBoard),
  judged: new Map<string, Judged>(),
}));

/** The other models on the boards of one: routes, near misses, and those that were measured to be dearer. */
export interface Judged {
  proven: Proven[];
  /** The nearest first. */
  near: NearMiss[];
  /** Ids of models that cost more per solved task on the middle board of this kind of work. */
  dearer: ReadonlySet<string>;
}

/**
 * What the boards of a kind of work say of routes from a model; computed once for each model, kind and effort.
 * @param effort the reasoning effort of the chosen model; null: as it stands for the preset
 */
export function judgedOnBoards(catalog: Catalog, chosenId: string, kind: PresetId, effort: Effort | null): Judged {
  const { boards, judged } = comparedIn(catalog);
  const key = `${kind} ${effort} ${chosenId}`;
  let found = judged.get(key);
  if (found === undefined) {
    found = judgedOn(boards, chosenId, kind, effort);
    judged.set(key, found);
  }
  return found;
}

/** The same for given boards. */
export function judgedOn(
  boards: readonly ComparedBoard[],
  chosenId: string,
  kind: PresetId,
  effort: Effort | null = null,
): Judged {
  const kindOf = new Map(boards.map(({ id, domain }) => [id, domain]));
  const others = new Set(boards.flatMap(({ rowOf }) => (rowOf.has(chosenId) ? [...rowOf.keys()] : [])));
  others.delete(chosenId);
  const proven: Proven[] = [];
  const near: (NearMiss & { middle: number })[] = [];
  const dearer = new Set<string>();
  for (const modelId of others) {
    const shared = boards.flatMap((board) => compare(board, chosenId, modelId, effort));
    const measured = shared.filter(({ board }) => kindOf.get(board) === kind);
    if (measured.length === 0) continue;
    const why = shared.flatMap(against);
    if (measured.length < provenBy.boards) {
      why.push(`It was measured beside the chosen model on one board of ${kind} work; ${provenBy.boards} are needed.`);
    }
    const middle = middleOf(measured);
    if (why.length === 0) proven.push({ modelId, measured });
    else if (middle < 1) near.push({ modelId, measured, why, middle });
    else dearer.add(modelId);
  }
  near.sort((a, b) => a.why.length - b.why.length || a.middle - b.middle || (a.modelId < b.modelId ? -1 : 1));
  return { proven, near: near.map(({ modelId, measured, why }) => ({ modelId, measured, why })), dearer };
}

/** Ratio of dollars per solved task on the middle board; of two in the middle, the larger. */
function middleOf(measured: readonly Comparison[]): number {
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
  { id, benchmark, harness, rowOf, rowsAt }: ComparedBoard,
  chosenId: string,
  otherId: string,
  effort: Effort | null = null,
): Comparison[] {
  const chosen = effort === null ? rowOf.get(chosenId) : rowsAt.get(atEffort(chosenId, effort));
  const other = (effort === null ? undefined : rowsAt.get(atEffort(otherId, effort))) ?? rowOf.get(otherId);
  if (chosen === undefined || other === undefined) return [];
  const [mine, theirs] = [chosen.usdPerSolvedTask as number, other.usdPerSolvedTask as number];
  const [perTask, otherPerTask] = [chosen.usdPerTask as number, other.usdPerTask as number];
  if (mine === 0 || perTask === 0 || chosen.usdBasis === 'recorded' || other.usdBasis === 'recorded') return [];
  return [
    {
      board: id,
      benchmark,
      harness,
      effort: other.effort,
      chosenEffort: chosen.effort,
      successRate: other.successRate,
      chosenSuccessRate: chosen.successRate,
      usdPerSolvedTask: theirs,
      chosenUsdPerSolvedTask: mine,
      priceRatio: other.priceRatio,
      chosenPriceRatio: chosen.priceRatio,
      taskRatio: ratio(otherPerTask / perTask),
      solvedRatio: ratio(theirs / mine),
    },
  ];
}

/** Whether a model was measured, with dollars, on any board of a kind of work. */
export const isMeasuredAt = (catalog: Catalog, modelId: string, kind: PresetId): boolean =>
  comparedIn(catalog).boards.some(({ domain, rowOf }) => domain === kind && rowOf.has(modelId));

/** Whether any board of a kind of work is known. */
export const isKindMeasured = (catalog: Catalog, kind: PresetId): boolean =>
  comparedIn(catalog).boards.some(({ domain }) => domain === kind);

const ratio = (value: number): number => Math.round(value * 1e4) / 1e4;
