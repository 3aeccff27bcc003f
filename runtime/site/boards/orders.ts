/** Orders of the models of a board: by list price, measured, and measured on another board. */
import { type Pairs, pairsInWrongOrder, rowByModel } from '../../core/benchmarks/pairs.ts';
import type { BoardRow, BoardView, OtherBoard } from './board-view.ts';

/** The models on both boards, and how many pairs of them differ in order by dollars per solved task. */
export function orderOnBoth(view: BoardView, other: OtherBoard): { models: ModelOrder[]; pairs: Pairs | null } {
  const rows = [...rowByModel(view.rows).values()].filter(({ modelId }) => (modelId as string) in other.usdPerSolved);
  const both = rows.map((row) => ({ ...row, sameWorkUsdPerTask: other.usdPerSolved[row.modelId as string] as number }));
  return { models: both.map(orderOf), pairs: pairsInWrongOrder(both) };
}

/** A model to rank: `right` is dollars per solved task on the board, `left` another measure. */
export interface ModelOrder {
  key: string;
  series: string;
  name: string;
  effort: BoardRow['effort'];
  providerIndex: number;
  left: number;
  right: number;
}

const orderOf = (row: BoardRow): ModelOrder => ({
  key: row.key,
  series: row.series,
  name: row.name,
  effort: row.effort,
  providerIndex: row.providerIndex,
  left: row.sameWorkUsdPerTask as number,
  right: row.usdPerSolvedTask as number,
});

/** The models of a board by the cost of the same work at list prices (left) and by dollars per solved task (right). */
export const orderByListPrice = (view: BoardView): ModelOrder[] => [...rowByModel(view.rows).values()].map(orderOf);

/** Place by key, 1 for the least. Equal values keep their input order. */
export function placesBy(models: readonly ModelOrder[], value: (model: ModelOrder) => number): Map<string, number> {
  const sorted = [...models].sort((a, b) => value(a) - value(b));
  return new Map(sorted.map(({ key }, index) => [key, index + 1]));
}

/** The place of a row's model on the board, by list price and as measured; null: it has none. */
export function placeByList(view: BoardView): (row: BoardRow) => { list: number; measured: number; of: number } | null {
  const models = orderByListPrice(view);
  const byKey = new Map(models.map((model) => [model.series, model]));
  const list = placesBy(models, (model) => model.left);
  const measured = placesBy(models, (model) => model.right);
  return (row) => {
    const model = byKey.get(row.series);
    if (model === undefined) return null;
    return { list: list.get(model.key) ?? 0, measured: measured.get(model.key) ?? 0, of: models.length };
  };
}
