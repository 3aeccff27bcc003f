/** The report on a log as text: rounded, with text from the log escaped. */

import { printable } from '../../core/values/printable.ts';
import type { Cell } from '../../io/text-table.ts';
import type { ReportGroups, ReportSums, RunsReport } from '../../logs/report/report-shape.ts';
import { table } from '../answer-forms.ts';
import { usd, whole } from '../rounded.ts';
import { bars } from './bars.ts';
import * as tables from './report-tables.ts';
import { caveats, facts, headline, shownName, signed, wasteNames, wasteTotal } from './report-words.ts';

/** @param top maximum number of rows in each table */
export const reportText = (report: RunsReport, top: number): string[] => [
  ...headLines(report),
  ...report.groups.flatMap((groups) => groupLines(groups, report.total, top)),
  ...taskLines(report, Math.min(top, 10)),
  ...wasteLines(report),
  ...unpricedLines(report, top),
  ...loggedLines(report, top),
  ...noteLines(report),
];

/** The bill alone: a report without tasks, waste and logged dollars. */
export const totalsText = (report: RunsReport, top: number): string[] => [
  ...headLines(report),
  ...report.groups.flatMap((groups) => groupLines(groups, report.total, top)),
  ...unpricedLines(report, top),
  ...noteLines(report),
];

/** The text table recognizes numbers by their form. */
const inText = (cells: readonly tables.ReportCell[]): Cell[] =>
  cells.map((cell) => (typeof cell === 'object' && cell !== null ? cell.number : cell));

const headLines = (report: RunsReport): string[] => [
  headline(report),
  '',
  ...facts(report).map(([name, text]) => `${name.padEnd(9)}${text}`),
  ...caveats(report),
];

function groupLines(groups: ReportGroups, total: ReportSums, top: number): string[] {
  const { shown, hidden } = tables.shownGroups(groups, top);
  const pictures = bars(shown.map((row) => row.usd ?? 0));
  const rows = shown.map((row, index) => inText(tables.groupRow(row, total, pictures[index] as string)));
  return [
    '',
    ...table(tables.groupHead(groups, ''), rows),
    ...(hidden === 0 ? [] : [`${whole(hidden)} more: --top shows more of them, --csv and --json all.`]),
  ];
}

function taskLines({ tasks: { dearest }, groups }: RunsReport, top: number): string[] {
  if (dearest.length < 2 || groups.some(({ by }) => by === 'task' || by === 'session')) return [];
  const rows = dearest
    .slice(0, top)
    .map((one): Cell[] => [
      ...inText(tables.taskRow(one)),
      one.solved === null ? null : one.solved ? 'yes' : 'no',
      one.project === null ? null : shownName(one.project),
    ]);
  return ['', ...table(['dearest tasks', 'cost', 'calls', 'cached', 'solved', 'project'], rows)];
}

function wasteLines(report: RunsReport): string[] {
  const seen = tables.seenWaste(report);
  if (seen.length === 0) return ['', 'Waste: none that this log shows.'];
  const rows = seen.map((one) => inText(tables.wasteRow(one)));
  return [
    '',
    `Waste that the log shows: ${wasteTotal(report)}`,
    ...table(['', 'cost', 'calls', 'tokens'], rows),
    ...seen.map(({ cause, meaning }) => `  - ${wasteNames[cause]}: ${meaning}`),
  ];
}

function unpricedLines({ unpriced }: RunsReport, top: number): string[] {
  if (unpriced.length === 0) return [];
  const shown = unpriced.slice(0, top);
  const rows = shown.map((one) => inText(tables.unpricedRow(one)));
  return [
    '',
    'Without a price, and in no sum above:',
    ...table(['model', 'calls', 'prompt', 'output'], rows),
    ...shown.flatMap(({ reason }) => (reason === null ? [] : [`  - ${printable(reason)}`])),
    ...moreLines(unpriced.length - top),
  ];
}

function loggedLines({ logged }: RunsReport, top: number): string[] {
  if (logged === null) return [];
  const gaps = tables.widestGaps(logged.gaps);
  const rows = gaps.slice(0, top).map((gap) => inText(tables.gapRow(gap)));
  return [
    '',
    `The log recorded ${usd(logged.usd)}: ${signed(logged.gapUsd)} against our prices, by cause:`,
    ...table(tables.gapHead, rows),
    ...moreLines(gaps.length - top),
  ];
}

const moreLines = (hidden: number): string[] =>
  hidden > 0 ? [`${whole(hidden)} more: --top shows more of them, --json all.`] : [];

const noteLines = ({ notes }: RunsReport): string[] =>
  notes.length === 0 ? [] : ['', ...notes.map((note) => `  - ${printable(note)}`)];
