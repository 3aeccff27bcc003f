/** This month so far beside the last one: what each model and each project cost in both. */
import { monthName } from '../../core/values/day.ts';
import { percent, usd, whole } from '../../core/values/rounded.ts';
import { type CallRecord, promptOf } from '../call-record.ts';
import { type Dimension, dimensions } from './log-report.ts';
import type { RecordPrice } from './price-record.ts';
import type { RecordTariff } from './record-tariffs.ts';
import { type LogReport, type ReportSums, reportSums } from './report-of.ts';
import { count, dollars, headOf, shareOf, table, tokenCount } from './report-sections.ts';
import { sectionLines, type TextSize } from './report-text.ts';
import { callsText, priceBasis, shownName, unrecordedText } from './report-words.ts';
import { shortNames } from './short-names.ts';
import { noSums, type Sums, SumsTable, SumsTables } from './sums-table.ts';
import type { TimeZone } from './time-zone.ts';

/** What is compared, in the order in which it is shown. */
const compared: readonly Dimension[] = ['agent', 'model', 'project'];

export type Months = ReturnType<MonthComparison['months']>;
type MonthSums = Months['thisMonth'];
type MonthRow = Months['groups'][number]['rows'][number];

interface Tables {
  thisMonth: SumsTable;
  lastMonth: SumsTable;
}

const emptyTables = (): Tables => ({ thisMonth: new SumsTable(), lastMonth: new SumsTable() });

export class MonthComparison {
  /** First day of the last month: calls before it are not compared. */
  readonly since: string;
  private readonly total = emptyTables();
  private readonly toDate = new SumsTable();
  private readonly groups = compared.map((by) => ({ by, tables: emptyTables() }));
  /** The one for the last month to date, then both of each pair. */
  private readonly sums = new SumsTables([
    this.toDate,
    ...[this.total, ...this.groups.map(({ tables }) => tables)].flatMap((one) => [one.thisMonth, one.lastMonth]),
  ]);
  private readonly month: string;
  private readonly start: number;
  private readonly startOfLast: number;

  /** @param now in milliseconds since 1970 */
  constructor(
    private readonly zone: TimeZone,
    private readonly now: number,
  ) {
    this.month = (zone.dayOf(now) as string).slice(0, 7);
    this.start = zone.startOf(`${this.month}-01`);
    this.since = `${(zone.dayOf(this.start - 1) as string).slice(0, 7)}-01`;
    this.startOfLast = zone.startOf(this.since);
  }

  add(record: CallRecord, tariff: RecordTariff, price: RecordPrice): void {
    const { at } = record;
    if (at === null || at < this.startOfLast) return;
    const { sums } = this;
    const isNow = at >= this.start;
    sums.under(0, at < this.sameTime() ? null : undefined);
    sums.under(1, isNow ? null : undefined);
    sums.under(2, isNow ? undefined : null);
    for (let index = 0; index < compared.length; index++) {
      const key = dimensions[compared[index] as Dimension](record, tariff, this.zone);
      sums.under(3 + 2 * index, isNow ? key : undefined);
      sums.under(4 + 2 * index, isNow ? undefined : key);
    }
    sums.add(record, price);
  }

  /** @param fullNames as for `reportOf` */
  months(fullNames = false) {
    this.sums.flush();
    const { zone, now, start, startOfLast } = this;
    const { thisMonth, lastMonth } = this.total;
    const sumsOf = (table: SumsTable, from: number, last: number) => {
      const day = zone.dayOf(from) as string;
      // YYYY-MM, and the first and last day that is counted (YYYY-MM-DD).
      return { month: day.slice(0, 7), from: day, until: zone.dayOf(last) as string, ...reportSums(onlyRow(table)) };
    };
    return {
      /** Up to now. */
      thisMonth: sumsOf(thisMonth, start, now),
      lastMonth: sumsOf(lastMonth, startOfLast, start - 1),
      /** The last month up to the same day and time as now in this one. */
      lastMonthToDate: sumsOf(this.toDate, startOfLast, this.sameTime() - 1),
      groups: this.groups.map(({ by, tables }) => ({ by, rows: rowsOf(tables, fullNames) })),
    };
  }

  /** The time in the last month that is as far from its start as now is from that of this month. */
  private sameTime(): number {
    return Math.min(this.startOfLast + (this.now - this.start), this.start);
  }
}

const onlyRow = (table: SumsTable): Sums => table.rows()[0]?.sums ?? noSums;

/** The dearest of both months together first; `key` null: not logged. */
function rowsOf({ thisMonth, lastMonth }: Tables, fullNames: boolean) {
  const keyed = (table: SumsTable) => new Map(table.rows().map(({ key, sums }) => [key, sums]));
  const [now, before] = [keyed(thisMonth), keyed(lastMonth)];
  const nanoOf = (key: string | null) => (now.get(key)?.nano ?? 0n) + (before.get(key)?.nano ?? 0n);
  const keys = [...new Set([...now.keys(), ...before.keys()])];
  const short = shortNames(fullNames ? [] : keys);
  return keys
    .map((key) => ({ key, nano: nanoOf(key) }))
    .sort((a, b) => (a.nano < b.nano ? 1 : a.nano > b.nano ? -1 : 0))
    .map(({ key }) => ({
      key: key === null ? null : (short.get(key) ?? key),
      thisMonth: reportSums(now.get(key) ?? noSums),
      lastMonth: reportSums(before.get(key) ?? noSums),
    }));
}

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
