/** What could be done instead: another model of the same maker, of any maker; and what a budget leaves. */
import type { Advice } from '../../core/answers/schemas/advice-schema.ts';
import { holdsWork } from '../../core/model/limits.ts';
import type { List } from './models-for-work.ts';
import type { Listed } from './ranked-models.ts';

export type ModelMove = Advice['routes'][number] | Advice['nearMisses'][number];

/**
 * The model that advice names first: of any maker the suggestion of the estimate; of one maker a cheaper one, which may be
 * a near miss.
 * @param maker whose models; null: anyone's
 */
export function modelMove({ routes, nearMisses, costPerTask }: Advice, maker: string | null): ModelMove | null {
  const all: readonly ModelMove[] = [...routes, ...nearMisses];
  return all.find((one) => maker === null || (one.provider === maker && one.costPerTask < costPerTask)) ?? null;
}

/** Whether it takes this work in the region asked for, at a known price, and is not about to end. */
export const canBeUsed = ({ fits, lacksFee, lacksRegion, ends }: Listed): boolean =>
  holdsWork(fits) && !lacksFee && !lacksRegion && ends === null;

/** Of the models on the board, those within a budget by the estimate and by its upper quarter, and the nearest above it. */
export interface Affordable {
  measured: number;
  within: readonly Listed[];
  safe: number;
  /** The cheapest measured model; null: none was measured. */
  nearest: Listed | null;
}

/** @param upper factor of the upper quarter; null: unknown */
export function affordable({ whole }: Pick<List, 'whole'>, budget: number, upper: number | null): Affordable {
  const measured = whole.filter((row) => row.onBoard !== null && canBeUsed(row));
  const byCost = measured.toSorted((a, b) => a.monthlySpend - b.monthlySpend);
  return {
    measured: measured.length,
    within: byCost.filter(({ monthlySpend }) => monthlySpend <= budget),
    safe: upper === null ? 0 : byCost.filter(({ monthlySpend }) => monthlySpend * upper <= budget).length,
    nearest: byCost[0] ?? null,
  };
}
