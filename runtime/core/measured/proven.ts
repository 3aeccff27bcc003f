/** Which models were measured to be cheaper than another. */
import type { Catalog } from '../dataset/catalog.ts';
import { once } from '../memoize.ts';
import type { MeasuredRow } from './board-shapes.ts';
import { boardsOf } from './facts.ts';
import { rowByModel } from './pairs.ts';

/** By how much of all tasks a cheaper model may solve fewer. */
const fewerSolved = 0.05;

const comparedIn = once((catalog: Catalog) =>
  boardsOf(catalog).map(({ name, harness, rows }) => ({ name: `${name}, ${harness}`, rowOf: rowByModel(rows) })),
);

/**
 * Why `otherId` is known to be cheaper: measured beside `chosenId` on at least one board, cheaper per solved task on every
 * board that they share, and solving at most five points fewer. Null where that is not so. One sentence for each board.
 */
export function measuredCheaper(catalog: Catalog, chosenId: string, otherId: string): string | null {
  const shared: string[] = [];
  for (const { name, rowOf } of comparedIn(catalog)) {
    const [chosen, other] = [rowOf.get(chosenId), rowOf.get(otherId)];
    if (chosen === undefined || other === undefined) continue;
    const cheaper = (other.usdPerSolvedTask as number) < (chosen.usdPerSolvedTask as number);
    if (!cheaper || other.successRate < chosen.successRate - fewerSolved) return null;
    shared.push(`Measured on ${name}: ${figures(other)}, against ${figures(chosen)}.`);
  }
  return shared.length === 0 ? null : shared.join(' ');
}

const figures = ({ usdPerSolvedTask, successRate, effort }: MeasuredRow): string =>
  `$${usdPerSolvedTask} per solved task, ${Math.round(successRate * 1000) / 10} % solved${effort === null ? '' : ` at ${effort} effort`}`;
