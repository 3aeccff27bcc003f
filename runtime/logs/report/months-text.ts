/** This month so far and the last one, as text. */
import { percent, usd, whole } from '../../core/values/rounded.ts';
import { promptOf } from '../call-record.ts';
import type { Dimension } from './dimensions.ts';
import type { LogReport, ReportSums } from './log-report.ts';
import type { MonthRow, MonthSums, Months } from './month-comparison.ts';
import { count, dollars, headOf, shareOf, table, tokenCount } from './report-sections.ts';
import { sectionLines, type TextSize } from './report-text.ts';
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
    by === 'agent' && rows.length < 2 ? [] : rowLines(by, rows, months, size),
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

function rowLines(by: Dimension, rows: readonly MonthRow[], months: Months, { top, width }: TextSize): string[] {
  const [now, last] = [months.thisMonth, months.lastMonth];
  const total = (now.usd ?? 0) + (last.usd ?? 0);
  const cells = rows.slice(0, top).map(({ key, thisMonth, lastMonth }) => {
    const both = (thisMonth.usd ?? 0) + (lastMonth.usd ?? 0);
    const prompt = promptOf(thisMonth) + promptOf(lastMonth);
    return [
      shownName(key),
      dollars(thisMonth.usd),
      dollars(lastMonth.usd),
      shareOf(both, total),
      count(thisMonth.calls + lastMonth.calls),
      tokenCount(prompt),
      shareOf(thisMonth.cachedInput + lastMonth.cachedInput, prompt),
    ];
  });
  const head = [headOf(by), `${monthName(now.month)} so far`, monthName(last.month)];
  const hidden = rows.length - cells.length;
  const made = table('Months', [...head, 'share', 'calls', 'prompt', 'cached'], cells, { hidden });
  return sectionLines({ id: 'months', title: 'Months', table: made }, { width });
}

const names = 'January February March April May June July August September October November December'.split(' ');

/** October 2026 of 2026-10. */
export const monthName = (month: string): string => `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
