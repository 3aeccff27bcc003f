/** This month so far and the last one, as text. */
import { percent, tokens, usd, whole } from '../../core/values/rounded.ts';
import { type Cell, fittedTable } from '../../core/values/text-table.ts';
import { promptOf } from '../call-record.ts';
import type { LogReport, ReportSums } from './log-report.ts';
import type { MonthRow, MonthSums, Months } from './month-comparison.ts';
import { heads } from './report-tables.ts';
import type { TextSize } from './report-text.ts';
import { callsText, priceBasis, shownName, unrecordedText } from './report-words.ts';

/** One entry per line; what is missing, and what dollars are at, as in the report on both months. */
export const monthsText = (
  months: Months,
  { unrecorded, overlay }: Pick<LogReport, 'unrecorded' | 'overlay'>,
  size: TextSize,
): string[] => [
  ...totalLines(months, priceBasis({ overlay })),
  ...(unrecorded === null || unrecorded.missingUsd.high === 0
    ? []
    : [`Missing in both months: ${unrecordedText(unrecorded)}.`]),
  ...months.groups.flatMap(({ by, rows }) =>
    // One agent is named above already.
    by === 'agent' && rows.length < 2 ? [] : ['', ...rowLines(heads[by], rows, months, size)],
  ),
];

function totalLines({ thisMonth, lastMonth, lastMonthToDate }: Months, basis: string): string[] {
  const name = `${monthName(thisMonth.month)} so far`;
  const last = monthName(lastMonth.month);
  const wide = Math.max(name.length, last.length) + 2;
  const line = (label: string, sums: MonthSums) =>
    `${label.padEnd(wide)}${amount(sums).padStart(12)}  ${callsText(sums.calls)}${sums.calls === 0 ? '' : ` ${basis}`}${noPrice(sums)}`;
  return [line(name, thisMonth), line(last, lastMonth), ...trendLines(thisMonth, lastMonthToDate)];
}

const amount = ({ usd: cost, calls }: ReportSums): string =>
  cost === null ? (calls === 0 ? '$0' : 'no price') : usd(cost);

const noPrice = ({ unpricedCalls }: ReportSums): string =>
  unpricedCalls === 0 ? '' : `, ${whole(unpricedCalls)} of them without a price`;

/** Compares equal parts of both months: a month that has just begun is cheaper than any whole one. */
function trendLines(now: MonthSums, before: MonthSums): string[] {
  if (!now.usd || !before.usd) return [];
  const change = (100 * now.usd) / before.usd - 100;
  const than = `${monthName(before.month)} had cost by the same time (${usd(before.usd)})`;
  if (Math.abs(change) < 0.05) return [`As much as ${than}.`];
  return [`${percent(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than ${than}.`];
}

function rowLines(head: string, rows: readonly MonthRow[], months: Months, { top, width }: TextSize): string[] {
  const [now, last] = [months.thisMonth, months.lastMonth];
  const total = (now.usd ?? 0) + (last.usd ?? 0);
  const cells = rows.slice(0, top).map(({ key, thisMonth, lastMonth }): Cell[] => {
    const both = (thisMonth.usd ?? 0) + (lastMonth.usd ?? 0);
    const prompt = promptOf(thisMonth) + promptOf(lastMonth);
    return [
      shownName(key),
      thisMonth.usd === null ? null : usd(thisMonth.usd),
      lastMonth.usd === null ? null : usd(lastMonth.usd),
      total === 0 ? null : percent((100 * both) / total),
      whole(thisMonth.calls + lastMonth.calls),
      tokens(prompt),
      prompt === 0 ? null : percent((100 * (thisMonth.cachedInput + lastMonth.cachedInput)) / prompt),
    ];
  });
  const header = [head, `${monthName(now.month)} so far`, monthName(last.month), 'share', 'calls', 'prompt', 'cached'];
  const hidden = rows.length - cells.length;
  return [
    ...fittedTable(header, cells, width).split('\n'),
    ...(hidden > 0 ? [`${whole(hidden)} more: --top shows more of them, --json all.`] : []),
  ];
}

const names = 'January February March April May June July August September October November December'.split(' ');

/** October 2026 of 2026-10. */
export const monthName = (month: string): string => `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
