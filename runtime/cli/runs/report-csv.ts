/** The groups of a report as CSV, with every digit. */
import { printable } from '../../core/values/printable.ts';
import { usdDigits } from '../../logs/report/exact-usd.ts';
import type { ReportGroups, ReportSums, RunsReport } from '../../logs/report/report-shape.ts';
import { csvOf } from '../answer-forms.ts';

const counts = [
  'calls',
  'unpricedCalls',
  'input',
  'cachedInput',
  'cacheWrite',
  'cacheWrite1h',
  'output',
  'reasoning',
  'searches',
  'cachedPct',
] as const satisfies (keyof ReportSums)[];

const ofBill = ['by', 'key', 'groups', ...counts, 'usd'];

export const reportCsv = ({ groups }: RunsReport): string =>
  csvOf([...ofBill, 'loggedCalls', 'loggedUsd'], groups.flatMap(rowsOf));

/** The bill alone, without the logged dollars. */
export const totalsCsv = ({ groups }: RunsReport): string => csvOf(ofBill, groups.flatMap(rowsOf));

/** A row for each group; groups beyond the limit share one row, with their number. */
const rowsOf = ({ by, rows, others }: ReportGroups): object[] => [
  ...rows.map((row) => ({ ...row, by, key: row.key && printable(row.key), groups: 1, usd: digitsOf(row) })),
  ...(others === null ? [] : [{ ...others, by, key: null, usd: digitsOf(others) }]),
];

const digitsOf = ({ nanoUsd }: ReportSums): string | null => (nanoUsd === null ? null : usdDigits(BigInt(nanoUsd)));
