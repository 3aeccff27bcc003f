/** A comparison of models on a log, for people: what had to change, and what boards measured of both. */
import { whole } from '../../core/values/rounded.ts';
import type { Repriced, SharedBoard } from './reprice.ts';

/** What had to change because the other model does not offer it, in sentences. */
export const repriceRemarks = ({ model, unpriced, tooLong, withoutCache, atStandard }: Repriced): string[] =>
  [
    [unpriced, 'have no price there and are left out'],
    [tooLong, `have prompts longer than the context window of ${model}: it could not have handled them`],
    [withoutCache, 'read from a cache, for which it has no price: those tokens are billed as uncached input'],
    [atStandard, 'use a level of service that it does not have: its standard one is used'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${whole(count as number)} calls ${what}.`]));

/** How a page or a terminal writes dollars and percentages. */
interface Written {
  usd: (value: number) => string;
  percent: (value: number) => string;
}

/** A board, the model of the log, and dollars per solved task and the share solved: of this model, and of the other. */
export const measuredCells = (row: SharedBoard, { usd, percent }: Written): string[] => [
  row.board,
  row.logged,
  usd(row.chosenUsdPerSolvedTask),
  percent(100 * row.chosenSuccessRate),
  usd(row.usdPerSolvedTask),
  percent(100 * row.successRate),
];

/** Where no board has both. */
export const notMeasured = (model: string): string => `No board has measured both ${model} and a model of this log.`;
