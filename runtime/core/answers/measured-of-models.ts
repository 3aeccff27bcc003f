/** What was measured of each model of a ranking, and what a solved task costs on it. */

import { boardsFor, comparedWith, rowOn } from '../benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { billFor } from '../model/bill.ts';
import { knowsFees } from '../model/cost.ts';
import type { Work } from '../model/work.ts';
import { memoize, valueAt } from '../values/memoize.ts';
import { roundUsd } from '../values/money.ts';
import type { Ranking } from './schemas/ranking-schema.ts';

export type Measured = NonNullable<Ranking['ranking'][number]['measured']>;

/** The same objects each time, so that a writer prints each of them once. */
export type OfModels = ReadonlyMap<string, Measured>;

const keptIn = memoize((_: Catalog) => new Map<string, OfModels>());

const kept = (catalog: Catalog, key: string, make: () => Iterable<readonly [string, Measured]>): OfModels =>
  valueAt(keptIn(catalog), key, () => new Map(make()));

/** By model: its row on the preset's board or, where it is not on that, on another one of this kind of work. */
export const measuredOfModels = (catalog: Catalog, { preset, workflow: { reasoningEffort } }: Work): OfModels =>
  kept(catalog, `${preset.id} ${preset.board} ${reasoningEffort}`, function* () {
    for (const board of boardsFor(catalog, preset).toReversed()) {
      for (const id of board.rowOf.keys()) {
        const row = rowOn(board, id, reasoningEffort);
        if (row !== undefined) yield [id, { board: board.id, ...shownOf(row) }];
      }
    }
  });

/** The order by solved tasks. */
export interface SolvedOrder {
  /** The chosen model, and its cost of a successful task; null: it is on no board of this kind of work. */
  chosen: Ranking['chosen'];
  measured: OfModels;
  /** USD of a solved task of the caller's; undefined: no board has the model and the chosen one. */
  costPerSolvedTask(model: CatalogModel): number | undefined;
  /** USD that rows are ordered by; undefined: the model was not measured beside the others. */
  key(model: CatalogModel): number | undefined;
}

/**
 * A solved task on a model costs the estimate of the chosen model times the ratio that a board has for the two. Where no
 * board has the chosen model, rows have the dollars of the preset's board and no others.
 */
export function solvedOrder(catalog: Catalog, work: Work, chosen: CatalogModel): SolvedOrder {
  const { preset, workflow } = work;
  const { id } = chosen.facts;
  const own = measuredOfModels(catalog, work);
  const compared = comparedWith(catalog, id, preset, workflow.reasoningEffort);
  const cost = knowsFees(workflow, chosen) ? billFor(work, chosen).costPerSuccessfulTask : null;
  if (cost === null || compared.size === 0) {
    const [first] = boardsFor(catalog, preset);
    const key = (model: CatalogModel) => {
      const found = own.get(model.id);
      return found !== undefined && found.board === first?.id ? (found.usdPerSolvedTask ?? undefined) : undefined;
    };
    return { chosen: null, measured: own, costPerSolvedTask: () => undefined, key };
  }
  const key = (model: CatalogModel) => {
    if (model.facts.id === id) return cost;
    const ratio = compared.get(model.id)?.measured[0].solvedRatio;
    return ratio === undefined ? undefined : perSolvedTask(cost, ratio);
  };
  const measured = kept(catalog, `${preset.id} ${preset.board} ${workflow.reasoningEffort} ${id}`, function* () {
    yield* own;
    for (const { modelId, measured } of compared.values())
      yield [modelId, { board: measured[0].board, ...shownOf(measured[0]) }];
  });
  return { chosen: { modelId: chosen.id, costPerSuccessfulTask: cost }, measured, costPerSolvedTask: key, key };
}

/** USD of a solved task on a model: that of the chosen one times the ratio that a board has for the two. */
export const perSolvedTask = (costPerSuccessfulTask: number, solvedRatio: number): number =>
  roundUsd(costPerSuccessfulTask * solvedRatio, 1e9);

const shownOf = ({ effort, successRate, usdPerSolvedTask }: Omit<Measured, 'board'>) => ({
  effort,
  successRate,
  usdPerSolvedTask,
});
