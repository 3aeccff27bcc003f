/** The report on a log as text: rounded, with text from the log escaped. */
import { printable } from '../../core/values/printable.ts';
import { usd, whole } from '../../core/values/rounded.ts';
import { type Cell, fittedTable } from '../../core/values/text-table.ts';
import type { LogReport, ReportGroups, ReportSums } from './log-report.ts';
import {
  cacheHead,
  cacheRow,
  cacheTotal,
  caveats,
  facts,
  gapHead,
  gapRow,
  groupHead,
  groupRow,
  headline,
  lifetimeSentence,
  type ReportCell,
  savingHead,
  savingNames,
  savingRow,
  seenCacheCauses,
  seenWaste,
  shownGroups,
  shownName,
  signed,
  taskRow,
  unpricedRow,
  wasteNames,
  wasteRow,
  wasteTotal,
  widestGaps,
} from './report-tables.ts';

/** Limits of the tables: their rows, and the characters of a line. */
export interface TextSize {
  top: number;
  width: number;
}

/** One entry per line. */
export const reportText = (report: LogReport, size: TextSize): string[] => [
  ...headLines(report),
  ...groupsText(report, size),
  ...detailsText(report, size),
];

export const groupsText = (report: LogReport, size: TextSize): string[] =>
  report.groups.flatMap((groups) => groupLines(groups, report.total, size));

/** What follows on the bill and its groups: tasks, waste, and what could not be priced. */
export const detailsText = (report: LogReport, size: TextSize): string[] => [
  ...taskLines(report, { ...size, top: Math.min(size.top, 10) }),
  ...wasteLines(report, size),
  ...cacheLines(report, size),
  ...savingLines(report, size),
  ...unpricedLines(report, size),
  ...loggedLines(report, size),
  ...noteLines(report),
];

/** The bill alone: a report without tasks, waste and logged dollars. */
export const totalsText = (report: LogReport, size: TextSize): string[] => [
  ...headLines(report),
  ...groupsText(report, size),
  ...unpricedLines(report, size),
  ...noteLines(report),
];

const table = (head: readonly string[], rows: readonly Cell[][], { width }: TextSize): string[] =>
  fittedTable(head, rows, width).split('\n');

/** The text table recognizes numbers by their form. */
const inText = (cells: readonly ReportCell[]): Cell[] =>
  cells.map((cell) => (typeof cell === 'object' && cell !== null ? cell.number : cell));

const headLines = (report: LogReport): string[] => [
  headline(report),
  '',
  ...facts(report).map(([name, text]) => `${name.padEnd(9)}${text}`),
  ...caveats(report),
];

function groupLines(groups: ReportGroups, total: ReportSums, size: TextSize): string[] {
  const { shown, hidden } = shownGroups(groups, size.top);
  const pictures = bars(shown.map((row) => row.usd ?? 0));
  const rows = shown.map((row, index) => inText(groupRow(row, total, pictures[index] as string)));
  return [
    '',
    ...table(groupHead(groups, ''), rows, size),
    ...(hidden === 0 ? [] : [`${whole(hidden)} more: --top shows more of them, --csv and --json all.`]),
  ];
}

function taskLines({ tasks: { dearest: mostExpensive }, groups }: LogReport, size: TextSize): string[] {
  if (mostExpensive.length < 2 || groups.some(({ by }) => by === 'task' || by === 'session')) return [];
  const rows = mostExpensive
    .slice(0, size.top)
    .map((one): Cell[] => [
      ...inText(taskRow(one)),
      one.solved === null ? null : one.solved ? 'yes' : 'no',
      one.project === null ? null : shownName(one.project),
    ]);
  return ['', ...table(['dearest tasks', 'cost', 'calls', 'cached', 'solved', 'project'], rows, size)];
}

function wasteLines(report: LogReport, size: TextSize): string[] {
  const seen = seenWaste(report);
  if (seen.length === 0) return ['', 'Waste: none that this log shows.'];
  const rows = seen.map((one) => inText(wasteRow(one)));
  return [
    '',
    `Waste that the log shows: ${wasteTotal(report)}`,
    ...table(['', 'cost', 'calls', 'tokens'], rows, size),
    ...seen.map(({ cause, meaning }) => `  - ${wasteNames[cause]}: ${meaning}`),
  ];
}

function cacheLines(report: LogReport, size: TextSize): string[] {
  const seen = seenCacheCauses(report);
  if (seen.length === 0) return [];
  const lifetime = lifetimeSentence(report);
  return [
    '',
    `Cache: ${cacheTotal(report)}`,
    ...table(
      cacheHead,
      seen.map((one) => inText(cacheRow(one, report))),
      size,
    ),
    ...(lifetime === null ? [] : [lifetime]),
  ];
}

function savingLines(report: LogReport, size: TextSize): string[] {
  const { savings } = report;
  if (savings.length === 0) return [];
  const kinds = [...new Map(savings.map((one) => [one.kind, one.assumes]))];
  return [
    '',
    ...table(
      savingHead,
      savings.map((one) => inText(savingRow(one, report))),
      size,
    ),
    ...kinds.map(([kind, assumes]) => `  - ${savingNames[kind]}: ${assumes}`),
  ];
}

function unpricedLines({ unpriced }: LogReport, size: TextSize): string[] {
  if (unpriced.length === 0) return [];
  const shown = unpriced.slice(0, size.top);
  const rows = shown.map((one) => inText(unpricedRow(one)));
  return [
    '',
    'Without a price, and in no sum above:',
    ...table(['model', 'calls', 'prompt', 'output'], rows, size),
    ...shown.flatMap(({ reason }) => (reason === null ? [] : [`  - ${printable(reason)}`])),
    ...moreLines(unpriced.length - size.top),
  ];
}

function loggedLines({ logged }: LogReport, size: TextSize): string[] {
  if (logged === null) return [];
  const gaps = widestGaps(logged.gaps);
  const rows = gaps.slice(0, size.top).map((gap) => inText(gapRow(gap)));
  return [
    '',
    `The log recorded ${usd(logged.usd)}: ${signed(logged.gapUsd)} against our prices, by cause:`,
    ...table(gapHead, rows, size),
    ...moreLines(gaps.length - size.top),
  ];
}

const moreLines = (hidden: number): string[] =>
  hidden > 0 ? [`${whole(hidden)} more: --top shows more of them, --json all.`] : [];

const noteLines = ({ notes }: LogReport): string[] =>
  notes.length === 0 ? [] : ['', ...notes.map((note) => `  - ${printable(note)}`)];

/** Characters of the longest bar. */
const barWidth = 20;

/** A bar for each value, the longest for the largest; positive values have at least half a block. */
function bars(values: readonly number[]): string[] {
  const largest = Math.max(0, ...values);
  return values.map((value) => {
    if (largest === 0 || value <= 0) return '';
    const halves = Math.max(1, Math.round((value / largest) * 2 * barWidth));
    return `${'█'.repeat(Math.floor(halves / 2))}${halves % 2 === 1 ? '▌' : ''}`;
  });
}
