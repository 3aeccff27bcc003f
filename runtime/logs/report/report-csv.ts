/** The groups of a report as CSV, with every digit. */

import { csvOf } from '../../core/values/csv.ts';
import { printable } from '../../core/values/printable.ts';
import { usdDigits } from './exact-usd.ts';
import type { LogReport, ReportGroups, ReportSums } from './log-report.ts';
import { countNames } from './sums-table.ts';

const ofBill = ['by', 'key', 'groups', ...countNames.filter((name) => name !== 'loggedCalls'), 'cachedPct', 'usd'];

/** @param more further rows below the groups, with columns of their own */
export const reportCsv = (
  { groups }: LogReport,
  more: { columns: readonly string[]; rows: readonly object[] } = { columns: [], rows: [] },
): string => csvOf([...ofBill, 'loggedCalls', 'loggedUsd', ...more.columns], [...rowsOf(groups), ...more.rows]);

/** The bill alone, without the logged dollars. */
export const totalsCsv = ({ groups }: LogReport): string => csvOf(ofBill, rowsOf(groups));

/** A row for each group; groups beyond the limit share one row, with their number. */
function* rowsOf(groups: readonly ReportGroups[]): Generator<object> {
  for (const { by, rows, others } of groups) {
    for (const row of rows) yield { ...row, by, key: row.key && printable(row.key), groups: 1, usd: digitsOf(row) };
    if (others !== null) yield { ...others, by, key: null, usd: digitsOf(others) };
  }
}

const digitsOf = ({ nanoUsd }: ReportSums): string | null => (nanoUsd === null ? null : usdDigits(BigInt(nanoUsd)));
