/** How far predictions are from what was recorded. */

/** A predicted number and the recorded one, which is above 0. */
export type Pair = readonly [predicted: number, recorded: number];

export interface ErrorFigures {
  /** Mean of the absolute relative errors, in percent. */
  meanAbsPctError: number;
  /** Their median, in percent. */
  medianAbsPctError: number;
  /** By how much the sum of the predictions is above what was recorded, in percent; below 0: it is lower. */
  biasPct: number;
}

/** null: there is nothing to compare. */
export const errorFigures = (pairs: readonly Pair[]): ErrorFigures | null =>
  pairs.length === 0
    ? null
    : {
        meanAbsPctError: percentOff(pairs),
        medianAbsPctError: medianOf(pairs.map(offPct)),
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

/** The middle of some numbers; of an even count the mean of the two in the middle. */
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] as number) + (sorted[Math.ceil(half)] as number)) / 2;
}

/** Added up in order. */
export function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
