/** A measured goal. */
import { type Goal, goals, isReached, type RowId } from './goals.ts';
import { isCalm, type Quotient } from './stats.ts';

export interface Row extends Quotient {
  id: RowId;
  work: string;
  against: string;
  wanted: Goal['wanted'];
  /** The ceiling against itself; null without a ceiling to repeat. */
  control: number | null;
  /** null: no goal, or void. */
  reached: boolean | null;
  /** The control was outside its band, so the figure means nothing. */
  void: boolean;
  /** Absolute figures behind the ratio. */
  detail: string;
}

export function row(id: RowId, measured: Quotient, control: number | null, detail: string): Row {
  const goal: Goal = goals[id];
  const isVoid = control !== null && !isCalm(control);
  return {
    id,
    ...goal,
    ...measured,
    control,
    void: isVoid,
    reached: isVoid ? null : isReached(goal, measured.value),
    detail,
  };
}
