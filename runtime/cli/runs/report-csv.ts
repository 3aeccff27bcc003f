/** The groups of a report as CSV, with every digit. */
import { csv, csvField } from '../../core/api/feeds.ts';
import { printable } from '../../core/api/printable.ts';
import { usdDigits } from '../../runs/report/exact-usd.ts';
import type { ReportSums, RunsReport } from '../../runs/report/report-shape.ts';

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

const header = ['by', 'key', 'groups', ...counts, 'usd', 'loggedCalls', 'loggedUsd'];

/** A row for each group; of groups that were too many to keep one for all, with how many they are. */
export const reportCsv = ({ groups }: RunsReport): string =>
  csv(
    header,
    groups.flatMap(({ by, rows, others }) => [
      ...rows.map((row) => [by, csvField(row.key && printable(row.key)), '1', ...fields(row)]),
      ...(others === null ? [] : [[by, '', String(others.groups), ...fields(others)]]),
    ]),
  );

const fields = (sums: ReportSums): string[] => [
  ...counts.map((name) => csvField(sums[name])),
  sums.nanoUsd === null ? '' : usdDigits(BigInt(sums.nanoUsd)),
  csvField(sums.loggedCalls),
  csvField(sums.loggedUsd),
];
