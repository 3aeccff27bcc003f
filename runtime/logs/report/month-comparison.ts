/** This month so far beside the last one: what each model and each project cost in both. */
import type { CallRecord } from '../call-record.ts';
import { type Dimension, dimensions } from './dimensions.ts';
import type { ReportSums } from './log-report.ts';
import type { RecordPrice } from './price-record.ts';
import type { RecordTariff } from './record-tariffs.ts';
import { reportSums } from './report-of.ts';
import { shortNames } from './short-names.ts';
import { noSums, type Sums, SumsTable, SumsTables } from './sums-table.ts';
import type { TimeZone } from './time-zone.ts';

/** What is compared, in the order in which it is shown. */
const compared: readonly Dimension[] = ['agent', 'model', 'project'];

export interface MonthSums extends ReportSums {
  /** YYYY-MM */
  month: string;
  /** First and last day that is counted (YYYY-MM-DD). */
  from: string;
  until: string;
}

export interface MonthRow {
  /** null: not logged. */
  key: string | null;
  thisMonth: ReportSums;
  lastMonth: ReportSums;
}

export interface Months {
  /** Up to now. */
  thisMonth: MonthSums;
  lastMonth: MonthSums;
  /** The last month up to the same day and time as now in this one. */
  lastMonthToDate: MonthSums;
  /** The dearest of both months together first. */
  groups: { by: Dimension; rows: MonthRow[] }[];
}

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
  months(fullNames = false): Months {
    this.sums.flush();
    const { zone, now, start, startOfLast } = this;
    const { thisMonth, lastMonth } = this.total;
    const sumsOf = (table: SumsTable, from: number, last: number): MonthSums => {
      const day = zone.dayOf(from) as string;
      return { month: day.slice(0, 7), from: day, until: zone.dayOf(last) as string, ...reportSums(onlyRow(table)) };
    };
    return {
      thisMonth: sumsOf(thisMonth, start, now),
      lastMonth: sumsOf(lastMonth, startOfLast, start - 1),
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

function rowsOf({ thisMonth, lastMonth }: Tables, fullNames: boolean): MonthRow[] {
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
