/**
 * Whether a measured route still pays at today's prices: its dollars worked out again from the recorded rows, and from
 * answers of the catalogs of both days.
 */
import { comparedWith } from '../../runtime/core/benchmarks/proven.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import type { Comparison } from '../../runtime/core/schemas/board-schemas.ts';
import type { MeasuredFile } from '../../runtime/core/schemas/data-files/measured-file.ts';
import { catalogOf } from '../support/core/dated.ts';
import { estimate } from '../support/core/made-up.ts';

export interface OldPrices {
  /** Measured routes, from every model on a board, by kind of work. */
  named: number;
  /** Those with a board on which, at today's prices, they cost more than three quarters per solved task. */
  dearer: number;
}

export function routesAtOldPrices(catalog: Catalog): OldPrices {
  const found: OldPrices = { named: 0, dearer: 0 };
  const today = usdToday(catalog);
  for (const kind of new Set(catalog.measured.map(({ domain }) => domain))) {
    for (const { id } of catalog.models) {
      for (const { modelId, measured, why } of comparedWith(catalog, id, catalog.preset(kind), null).values()) {
        if (why.length > 0) continue;
        found.named++;
        const dearer = (compared: Comparison): boolean => {
          const file = catalog.measured.find((one) => one.id === compared.board) as MeasuredFile;
          const theirs = today(file, modelId, compared.effort, compared.successRate);
          const mine = today(file, id, compared.chosenEffort, compared.chosenSuccessRate);
          if (theirs === null || mine === null) return compared.solvedRatio > 0.75;
          return theirs / compared.successRate / (mine / compared.chosenSuccessRate) > 0.7501;
        };
        if (measured.some(dearer)) found.dearer++;
      }
    }
  }
  return found;
}

/** USD of an attempt at today's prices where only dollars were recorded; null: tokens were, and are priced as they are. */
function usdToday(catalog: Catalog) {
  const { data } = catalog.file;
  const costs = new Map<string, number>();
  const costOn = (day: string, presetId: MeasuredFile['domain'], modelId: string): number => {
    const key = `${day} ${presetId} ${modelId}`;
    const cost = costs.get(key) ?? estimate(catalogOf(data, day), { presetId, modelId }).costPerTask;
    costs.set(key, cost);
    return cost;
  };
  return (file: MeasuredFile, modelId: string, effort: string | null, successRate: number): number | null => {
    const run = file.rows.find(
      (row) => row.modelId === modelId && row.effort === effort && row.successRate === successRate,
    );
    if (run === undefined) throw new Error(`no row of ${modelId} on ${file.id}`);
    if (run.inputTokens !== null && run.outputTokens !== null) return null;
    const ratio = costOn(catalog.asOf, file.domain, modelId) / costOn(run.on, file.domain, modelId);
    return (run.recordedUsd as number) * ratio;
  };
}
