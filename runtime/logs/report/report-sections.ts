/** The report on a log as one tree of sections: what text and HTML show, each in its form. */
import { printable } from '../../core/values/printable.ts';
import { usd } from '../../core/values/rounded.ts';
import { type Dimension, isTime } from './dimensions.ts';
import type { LogReport, ReportGroup, ReportGroups, ReportSums } from './log-report.ts';
import {
  cacheHead,
  cacheRow,
  gapHead,
  gapRow,
  groupHead,
  groupRow,
  heads,
  type ReportCell,
  savingHead,
  savingNames,
  savingRow,
  seenCacheCauses,
  seenWaste,
  shownGroups,
  signed,
  taskRow,
  unpricedRow,
  wasteNames,
  wasteRow,
  widestGaps,
} from './report-tables.ts';
import { cacheTotal, lifetimeSentence, shownName, wasteTotal } from './report-words.ts';

/** A cell, or a bar as a part of the longest one, from 0 to 1. */
export type SectionCell = ReportCell | { bar: number };

export interface SectionTable {
  /** What it is called where it is read aloud. */
  label: string;
  head: readonly string[];
  /** The header of the first column in a terminal, where it also says what the table is. */
  first: string;
  rows: SectionCell[][];
  /** What each row means: a last column of a page. */
  meaning: { head: string; texts: readonly (string | null)[] } | null;
  /** How many rows are not shown. */
  hidden: number;
}

export interface Section {
  id: 'groups' | 'tasks' | 'waste' | 'cache' | 'savings' | 'unpriced' | 'logged' | 'notes' | 'reconciled';
  /** The heading on a page. */
  title: string;
  /** The paragraph below it. */
  words?: string;
  /** The line above the table in a terminal. */
  line?: string;
  /** Columns over time, in order of time, all with a key. */
  chart?: { by: Dimension; rows: ReportGroup[] };
  table?: SectionTable;
  /** Below the table in a terminal: what its rows mean. */
  meanings?: readonly string[];
  /** Below the table. */
  after?: string;
  /** A list. */
  items?: readonly string[];
}

/** How many rows each table shows at most. */
export interface MostRows {
  top: number;
  tasks: number;
}

/** The sections that have something to tell, in order. */
export const sectionsOf = (report: LogReport, most: MostRows): Section[] => [
  ...report.groups.map((groups) => groupSection(groups, report.total, most)),
  ...tasksSection(report, most),
  wasteSection(report),
  ...cacheSection(report),
  ...savingSection(report),
  ...unpricedSection(report, most),
  ...loggedSection(report, most),
  ...(report.notes.length === 0
    ? []
    : [{ id: 'notes', title: 'Notes', items: report.notes.map(printable) } satisfies Section]),
];

/** A table, by default with nothing hidden and no column that says what its rows mean. */
export const table = (
  label: string,
  head: readonly string[],
  rows: SectionCell[][],
  more: Partial<SectionTable> = {},
) => ({
  ...{ label, head, rows, first: head[0] ?? '', meaning: null, hidden: 0 },
  ...more,
});

function groupSection(groups: ReportGroups, total: ReportSums, { top }: MostRows): Section {
  const { by, rows } = groups;
  const { shown, hidden } = shownGroups(groups, top);
  const largest = Math.max(0, ...shown.map((row) => row.usd ?? 0));
  const cells = shown.map((row) => groupRow(row, total, { bar: largest === 0 ? 0 : (row.usd ?? 0) / largest }));
  const times = isTime(by) ? rows.filter(({ key }) => key !== null) : [];
  return {
    ...{ id: 'groups', title: `By ${heads[by]}` },
    ...(times.length > 1 && { chart: { by, rows: times } }),
    table: table(`Cost by ${heads[by]}`, groupHead(groups), cells, { hidden }),
  };
}

function tasksSection({ tasks: { dearest } }: LogReport, { tasks }: MostRows): Section[] {
  if (dearest.length < 2) return [];
  const rows = dearest
    .slice(0, tasks)
    .map((one) => [
      ...taskRow(one),
      one.solved === null ? null : one.solved ? 'yes' : 'no',
      one.project === null ? null : shownName(one.project),
    ]);
  const title = 'Dearest tasks';
  const head = ['task', 'cost', 'calls', 'cached', 'solved', 'project'];
  return [{ id: 'tasks', title, table: table(title, head, rows, { first: 'dearest tasks' }) }];
}

function wasteSection(report: LogReport): Section {
  const section = { id: 'waste', title: 'Waste that the log shows' } as const;
  const seen = seenWaste(report);
  if (seen.length === 0) return { ...section, words: 'None.', line: 'Waste: none that this log shows.' };
  const meaning = { head: 'what is counted', texts: seen.map((one) => one.meaning) };
  return {
    ...section,
    words: `Together ${wasteTotal(report)}.`,
    line: `${section.title}: ${wasteTotal(report)}`,
    table: table('Waste', ['cause', 'cost', 'calls', 'tokens'], seen.map(wasteRow), { first: '', meaning }),
    meanings: seen.map((one) => `${wasteNames[one.cause]}: ${one.meaning}`),
  };
}

function cacheSection(report: LogReport): Section[] {
  const seen = seenCacheCauses(report);
  if (seen.length === 0) return [];
  const rows = seen.map((one) => cacheRow(one, report));
  const meaning = { head: 'what is counted', texts: seen.map((one) => one.meaning) };
  const after = lifetimeSentence(report);
  return [
    {
      ...{ id: 'cache', title: 'Why prompts were not read from the cache' },
      words: `${cacheTotal(report)}.`,
      line: `Cache: ${cacheTotal(report)}`,
      table: table('Causes', cacheHead, rows, { first: '', meaning }),
      ...(after !== null && { after }),
    },
  ];
}

function savingSection(report: LogReport): Section[] {
  const { savings } = report;
  if (savings.length === 0) return [];
  const rows = savings.map((one) => savingRow(one, report));
  const meaning = { head: 'assumes', texts: savings.map((one) => one.assumes) };
  const kinds = [...new Map(savings.map((one) => [one.kind, one.assumes]))];
  return [
    {
      ...{ id: 'savings', title: 'What would have cost less' },
      words: 'Each line alone, from these calls: the lines overlap.',
      table: table('Savings', savingHead, rows, { first: 'would have cost less', meaning }),
      meanings: kinds.map(([kind, assumes]) => `${savingNames[kind]}: ${assumes}`),
    },
  ];
}

function unpricedSection({ unpriced }: LogReport, { top }: MostRows): Section[] {
  if (unpriced.length === 0) return [];
  const shown = unpriced.slice(0, top);
  const texts = shown.map(({ reason }) => reason && printable(reason));
  const title = 'Without a price, and in no sum above';
  const more = { meaning: { head: 'why', texts }, hidden: unpriced.length - shown.length };
  const head = ['model', 'calls', 'prompt', 'output'];
  return [
    {
      ...{ id: 'unpriced', title, line: `${title}:` },
      table: table('Models without a price', head, shown.map(unpricedRow), more),
      meanings: texts.filter((text) => text !== null),
    },
  ];
}

function loggedSection({ logged }: LogReport, { top }: MostRows): Section[] {
  if (logged === null) return [];
  const shown = widestGaps(logged.gaps).slice(0, top);
  const meaning = { head: 'meaning', texts: shown.map((gap) => gap.meaning) };
  const against = `${usd(logged.usd)}: ${signed(logged.gapUsd)} against our prices`;
  const more = { meaning, hidden: logged.gaps.length - shown.length };
  return [
    {
      ...{ id: 'logged', title: 'Dollars that the log recorded', words: `${against}.` },
      line: `The log recorded ${against}, by cause:`,
      table: table('Dollars in the log against our prices', gapHead, shown.map(gapRow), more),
    },
  ];
}
