/** A budget against an estimate and against its upper quarter. */
import type { Figures } from '../../core/answers/figures.ts';
import { numberIn } from '../typed-numbers.ts';
import type { ListTyped } from './link-state.ts';

/** USD a month; null: none is typed, or it is no number. */
export function budgetOf({ budget = '' }: ListTyped): number | null {
  const amount = numberIn(budget.replace(/[$\s]/g, ''));
  return amount !== null && amount >= 0 ? amount : null;
}

/**
 * How far above an estimate a quarter of recorded owners lie, as a factor; where only the error of given inputs is known,
 * one and that error; null: nothing is known.
 */
export function upperOf({ range: { modelError } }: Pick<Figures, 'range'>): number | null {
  if (modelError === null) return null;
  if (modelError.factor !== null) return modelError.factor;
  return modelError.dollarsPct === null ? null : 1 + modelError.dollarsPct / 100;
}
