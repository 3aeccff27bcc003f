/** The report on a log as text: rounded, with text from the log escaped. */
import { csvOf } from '../../core/values/csv.ts';
import { printable } from '../../core/values/printable.ts';
import { whole } from '../../core/values/rounded.ts';
import { type Cell, fittedTable } from '../../core/values/text-table.ts';
import { usdDigits } from './exact-usd.ts';
import type { LogReport, ReportGroups, ReportSums } from './report-of.ts';
import { type Section, type SectionCell, type SectionTable, sectionsOf } from './report-sections.ts';
import { caveats, facts, headline } from './report-words.ts';
import { countNames } from './sums-table.ts';

/** Limits of the tables: their rows, and the characters of a line. */
export interface TextSize {
  top: number;
  width: number;
}

export const reportText = (report: LogReport, size: TextSize): string[] => [
  ...headLines(report),
  ...groupsText(report, size),
  ...detailsText(report, size),
];

export const groupsText = (report: LogReport, size: TextSize): string[] =>
  linesOf(report, size, ({ id }) => id === 'groups');

/** What follows on the bill and its groups: tasks, waste, and what could not be priced. */
export function detailsText(report: LogReport, size: TextSize): string[] {
  const showsTasks = report.groups.some(({ by }) => by === 'task' || by === 'session');
  return linesOf(report, size, ({ id }) => id !== 'groups' && !(id === 'tasks' && showsTasks));
}

/** The bill alone: a report without tasks, waste and logged dollars. */
export const totalsText = (report: LogReport, size: TextSize): string[] => [
  ...headLines(report),
  ...linesOf(report, size, ({ id }) => id === 'groups' || id === 'unpriced' || id === 'notes'),
];

const headLines = (report: LogReport): string[] => [
  headline(report),
  '',
  ...facts(report).map(([name, text]) => `${name.padEnd(9)}${text}`),
  ...caveats(report),
];

const linesOf = (report: LogReport, size: TextSize, isShown: (section: Section) => boolean): string[] =>
  sectionsOf(report, { top: size.top, tasks: Math.min(size.top, 10) })
    .filter(isShown)
    .flatMap((section) => sectionLines(section, size));

/** A section in a terminal, after an empty line. */
export const sectionLines = (
  { id, line, table, meanings = [], after, items = [] }: Section,
  { width }: Pick<TextSize, 'width'>,
): string[] => [
  '',
  ...(line === undefined ? [] : [line]),
  ...(table === undefined ? [] : tableLines(table, width)),
  ...[...meanings, ...items].map((text) => `  - ${text}`),
  ...(after === undefined ? [] : [after]),
  ...(table === undefined || table.hidden === 0
    ? []
    : [
        `${whole(table.hidden)} more: --top shows more of them, ${id === 'groups' ? '--csv and --json' : '--json'} all.`,
      ]),
];

function tableLines({ first, head: [, ...head], rows }: SectionTable, width: number): string[] {
  const names = [first, ...head.map((name) => (name === 'chart' ? '' : name))];
  return fittedTable(
    names,
    rows.map((cells) => cells.map(inText)),
    width,
  ).split('\n');
}

/** The text table recognizes numbers by their form. */
function inText(cell: SectionCell): Cell {
  if (typeof cell !== 'object' || cell === null) return cell;
  return 'bar' in cell ? barText(cell.bar) : cell.number;
}

/** Characters of the longest bar. */
const barWidth = 20;

/** A part of the longest bar; positive ones have at least half a block. */
function barText(part: number): string {
  if (part <= 0) return '';
  const halves = Math.max(1, Math.round(part * 2 * barWidth));
  return `${'█'.repeat(Math.floor(halves / 2))}${halves % 2 === 1 ? '▌' : ''}`;
}

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
