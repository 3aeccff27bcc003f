/** The rows of the tables of a report, the same in text and HTML. */
import { promptOf } from '../../logs/call-record.ts';
import { isTime } from '../../logs/report/dimensions.ts';
import type {
  ReportGap,
  ReportGroup,
  ReportGroups,
  ReportSums,
  ReportTask,
  RunsReport,
} from '../../logs/report/report-shape.ts';
import { percent, tokens, whole } from '../rounded.ts';
import { gapNames, heads, shownName, signed, wasteNames } from './report-words.ts';

/** Text, or a number as text; null: none. */
export type ReportCell = string | null | { number: string };

const number = (text: string): ReportCell => ({ number: text });
const dollars = (value: number | null): ReportCell => (value === null ? null : number(signed(value)));
const share = (value: number | null): ReportCell => (value === null ? null : number(percent(value)));

/** The groups to show, and how many are hidden. Of days and months the last ones are shown. */
export function shownGroups({ by, rows, others }: ReportGroups, top: number): { shown: ReportGroup[]; hidden: number } {
  const shown = isTime(by) ? rows.slice(-top) : rows.slice(0, top);
  return { shown, hidden: rows.length - shown.length + (others?.groups ?? 0) };
}

/** @param chart name of the column of bars */
export const groupHead = ({ by }: ReportGroups, chart: string): string[] => [
  ...[heads[by], 'cost', 'share', chart],
  ...['calls', 'prompt', 'cached', 'output'],
];

export const groupRow = <Picture>(row: ReportGroup, total: ReportSums, picture: Picture): (ReportCell | Picture)[] => [
  shownName(row.key),
  dollars(row.usd),
  share(row.usd === null || !total.usd ? null : (100 * row.usd) / total.usd),
  picture,
  number(whole(row.calls)),
  number(tokens(promptOf(row))),
  share(row.cachedPct),
  number(tokens(row.output)),
];

/** Name, cost, calls and cached. */
export const taskRow = (one: ReportTask): ReportCell[] => [
  shownName(one.task ?? one.session),
  dollars(one.usd),
  number(whole(one.calls)),
  share(one.cachedPct),
];

type WasteCauses = RunsReport['waste']['causes'];

export const seenWaste = ({ waste }: RunsReport): WasteCauses => waste.causes.filter(({ calls }) => calls > 0);

/** Cause, cost, calls and tokens. */
export const wasteRow = ({ cause, usd, calls, tokens: count }: WasteCauses[number]): ReportCell[] => [
  wasteNames[cause],
  dollars(usd),
  number(whole(calls)),
  number(tokens(count)),
];

/** Model, calls, prompt and output. */
export const unpricedRow = (one: RunsReport['unpriced'][number]): ReportCell[] => [
  one.reason === null ? '(others)' : shownName(one.model),
  number(whole(one.calls)),
  number(tokens(promptOf(one))),
  number(tokens(one.output)),
];

export const gapHead = ['cause', 'model', 'gap', 'in the log', 'ours', 'calls'];

export const gapRow = (gap: ReportGap): ReportCell[] => [
  gapNames[gap.cause],
  shownName(gap.model ?? 'other models'),
  dollars(gap.gapUsd),
  dollars(gap.loggedUsd),
  dollars(gap.ourUsd),
  number(whole(gap.calls)),
];

/** The widest first. */
export const widestGaps = (gaps: readonly ReportGap[]): ReportGap[] =>
  [...gaps].sort((a, b) => Math.abs(b.gapUsd) - Math.abs(a.gapUsd));
