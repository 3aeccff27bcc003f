/** What boards measured of the model of a log and of another one, for people. */
import type { SharedBoard } from './reprice.ts';

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
