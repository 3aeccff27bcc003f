/** What could be done instead: another model of the same maker, of any maker, the same model used otherwise. */
import { holdsWork } from '../../core/model/limits.ts';
import type { List, Listed } from './models-for-work.ts';

/** A model that solves no less on the board for fewer dollars of this work; or, where none does, the nearest to that. */
export interface ModelMove {
  row: Listed;
  /** Whether it was measured to solve no less than the chosen model, or that was not measured. */
  isNoWorse: boolean;
}

/**
 * @param whole the models that were asked for
 * @param chosen the chosen model
 * @param maker whose models; null: anyone's
 */
export function modelMove({ whole }: Pick<List, 'whole'>, chosen: Listed, maker: string | null): ModelMove | null {
  const own = chosen.measured?.successRate ?? null;
  const cheaper = whole.filter(
    (row) =>
      row.measured !== null &&
      row.model !== chosen.model &&
      row.monthlySpend < chosen.monthlySpend &&
      (maker === null || row.model.provider.id === maker) &&
      canBeUsed(row),
  );
  const solved = ({ measured }: Listed): number => measured?.successRate ?? 0;
  const byCost = (a: Listed, b: Listed): number => a.monthlySpend - b.monthlySpend || a.rank - b.rank;
  const bySolved = (a: Listed, b: Listed): number => solved(b) - solved(a) || byCost(a, b);
  const noWorse = own === null ? [] : cheaper.filter((row) => solved(row) >= own).sort(byCost);
  const row = noWorse[0] ?? cheaper.sort(bySolved)[0];
  return row === undefined ? null : { row, isNoWorse: noWorse.length > 0 || own === null };
}

/** Whether it takes this work in the region asked for, at a known price, and is not about to end. */
export const canBeUsed = ({ fits, lacksFee, lacksRegion, ends }: Listed): boolean =>
  holdsWork(fits) && !lacksFee && !lacksRegion && ends === null;

/** Of the measured models, those within a budget by the estimate and by its upper quarter, and the nearest above it. */
export interface Affordable {
  measured: number;
  within: readonly Listed[];
  safe: number;
  /** The cheapest measured model; null: none was measured. */
  nearest: Listed | null;
}

/** @param upper factor of the upper quarter; null: unknown */
export function affordable({ whole }: Pick<List, 'whole'>, budget: number, upper: number | null): Affordable {
  const measured = whole.filter((row) => row.measured !== null && canBeUsed(row));
  const byCost = measured.toSorted((a, b) => a.monthlySpend - b.monthlySpend);
  return {
    measured: measured.length,
    within: byCost.filter(({ monthlySpend }) => monthlySpend <= budget),
    safe: upper === null ? 0 : byCost.filter(({ monthlySpend }) => monthlySpend * upper <= budget).length,
    nearest: byCost[0] ?? null,
  };
}
