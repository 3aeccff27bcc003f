/** How often a ranking that assumes the same work of every model disagrees with measurements. */
import type { Board, MeasuredRow } from '../schemas/board-schemas.ts';
import { efforts } from '../schemas/levels.ts';

type Row = Pick<MeasuredRow, 'modelId' | 'effort' | 'usdPerSolvedTask' | 'sameWorkUsdPerTask'>;

/**
 * Pairs of models whose order by the cost of the same work differs from their order by measured dollars per solved
 * task. One row per model: its effort `high`, else its default, else the lowest. Null if there is no pair.
 */
export function pairsInWrongOrder(rows: readonly Row[]): Board['pairs'] {
  const ofModel = rowByModel(rows);
  const models = [...ofModel.values()];
  let pairs = 0;
  let wrongOrder = 0;
  models.forEach((a, i) => {
    for (const b of models.slice(i + 1)) {
      const assumed = (a.sameWorkUsdPerTask as number) - (b.sameWorkUsdPerTask as number);
      const measured = (a.usdPerSolvedTask as number) - (b.usdPerSolvedTask as number);
      if (assumed === 0 || measured === 0) continue;
      pairs++;
      if (assumed > 0 !== measured > 0) wrongOrder++;
    }
  });
  if (pairs === 0) return null;
  return { models: models.length, pairs, wrongOrder, wrongOrderPct: Math.round((wrongOrder / pairs) * 1000) / 10 };
}

/** The row that represents each model: at high effort, else at its default, else at the lowest that has dollars. */
export function rowByModel<R extends Row>(rows: readonly R[]): Map<string, R> {
  const ofModel = new Map<string, R>();
  for (const row of rows) {
    if (!isComparable(row)) continue;
    const modelId = row.modelId as string;
    const known = ofModel.get(modelId);
    if (known === undefined || preference(row) < preference(known)) ofModel.set(modelId, row);
  }
  return ofModel;
}

/** Whether a row is of a model of this dataset, with dollars per solved task. */
export const isComparable = ({ modelId, usdPerSolvedTask, sameWorkUsdPerTask }: Row): boolean =>
  modelId !== null && usdPerSolvedTask !== null && sameWorkUsdPerTask !== null;

const preference = ({ effort }: Row): number =>
  effort === 'high' ? 0 : effort === null ? 1 : 2 + efforts.indexOf(effort);
