/** Whether a run is worse than an earlier one. */
import type { Row } from './goals.ts';

/** Ratios vary by some percent from run to run. */
const mostWorse = 0.1;
/** They are printed to two decimals. */
const rounding = 0.005;

/**
 * The rows with a goal whose ratio is more than a tenth worse than in the results of an earlier run, a line for each.
 * @param earlier the text of RESULTS.md; rows that were or are void are not compared
 */
export function stepsBack(rows: readonly Row[], earlier: string): string[] {
  const before = new Map(
    earlier
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.slice(2).split(' | '))
      .filter(([, , , , , reached]) => reached?.trim() !== 'void')
      .map(([work, against, ratio]) => [`${work} ${against}`, Number(ratio)]),
  );
  return rows.flatMap(({ work, against, value, wanted, void: isVoid }) => {
    const was = before.get(`${work} ${against}`);
    if (was === undefined || !(was > 0) || wanted === null || isVoid) return [];
    const isWorse =
      'atMost' in wanted ? value > (was + rounding) * (1 + mostWorse) : value < (was - rounding) * (1 - mostWorse);
    return isWorse ? [`- ${work}, against ${against}: ${value.toFixed(2)}, was ${was.toFixed(2)}`] : [];
  });
}
