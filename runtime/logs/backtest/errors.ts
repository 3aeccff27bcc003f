/** Errors of predictions against recorded numbers. */
import { median } from '../../core/values/median.ts';

/** A predicted number and the recorded one, which is above 0. */
export type Pair = readonly [predicted: number, recorded: number];

export interface ErrorFigures {
  /** Mean of the absolute relative errors, in percent. */
  meanAbsPctError: number;
  /** Their median, in percent. */
  medianAbsPctError: number;
  /** By how much the predictions add up to more than was recorded, in percent; below 0: to less. */
  biasPct: number;
}

/** null: there is nothing to compare. */
export const errorFigures = (pairs: readonly Pair[]): ErrorFigures | null =>
  pairs.length === 0
    ? null
    : {
        meanAbsPctError: percentOff(pairs),
        medianAbsPctError: median(pairs.map(offPct)),
        biasPct:
          100 * (sumOf(pairs.map(([predicted]) => predicted)) / sumOf(pairs.map(([, recorded]) => recorded)) - 1),
      };

/** Mean of the absolute relative errors, in percent. */
export function percentOff(pairs: readonly Pair[]): number {
  let sum = 0;
  for (const [predicted, recorded] of pairs) sum += Math.abs(predicted / recorded - 1);
  return (100 * sum) / pairs.length;
}

const offPct = ([predicted, recorded]: Pair): number => 100 * Math.abs(predicted / recorded - 1);

/** The sum, added up in order. */
export function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
