/** The report on a log as one tree of sections: what text and HTML show, each in its form. */
import { printable } from '../../core/values/printable.ts';
import { percent, tokens, usd, whole } from '../../core/values/rounded.ts';
import { promptOf } from '../call-record.ts';
import type { CacheCause } from './cache-ledger.ts';
import { type Dimension, isTime } from './log-report.ts';
import type { GapCause } from './logged-gap.ts';
import type { LogReport, ReportGroup, ReportGroups, ReportSums } from './report-of.ts';
import { cacheTotal, lifetimeSentence, shownName, signed, wasteTotal } from './report-words.ts';
import type { SavingKind } from './savings.ts';
import type { WasteCause } from './visible-waste.ts';

/** Text, a number as text, or a bar as a part of the longest one, from 0 to 1; null: none. */
export type SectionCell = string | null | { number: string } | { bar: number };

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
  id: 'groups' | 'tasks' | 'waste' | 'cache' | 'savings' | 'unpriced' | 'logged' | 'notes' | 'months' | 'reconciled';
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
  items?: readonly string[];
}

/** How many rows each table shows at most. */
interface MostRows {
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

export const dollars = (value: number | null) => (value === null ? null : { number: signed(value) });
const share = (value: number | null) => (value === null ? null : { number: percent(value) });
/** The share of a whole; null: there is no whole, or the part has no price. */
export const shareOf = (part: number | null, of: number | null) =>
  share(!of || part === null ? null : (100 * part) / of);
export const count = (value: number) => ({ number: whole(value) });
export const tokenCount = (value: number) => ({ number: tokens(value) });

/** Of days and months the last ones are shown. */
function groupSection({ by, rows, others }: ReportGroups, total: ReportSums, { top }: MostRows): Section {
  const shown = isTime(by) ? rows.slice(-top) : rows.slice(0, top);
  const largest = Math.max(0, ...shown.map((row) => row.usd ?? 0));
  const cells = shown.map((row) => [
    ...[shownName(row.key), dollars(row.usd), shareOf(row.usd, total.usd)],
    { bar: largest === 0 ? 0 : (row.usd ?? 0) / largest },
    ...[count(row.calls), tokenCount(promptOf(row)), share(row.cachedPct), tokenCount(row.output)],
  ]);
  const times = isTime(by) ? rows.filter(({ key }) => key !== null) : [];
  const head = [headOf(by), 'cost', 'share', 'chart', 'calls', 'prompt', 'cached', 'output'];
  const hidden = rows.length - shown.length + (others?.groups ?? 0);
  return {
    ...{ id: 'groups', title: `By ${headOf(by)}` },
    ...(times.length > 1 && { chart: { by, rows: times } }),
    table: table(`Cost by ${headOf(by)}`, head, cells, { hidden }),
  };
}

/** The header of the first column of a table. */
export const headOf = (by: Dimension): string => (by === 'tag' ? 'tags' : by);

function tasksSection({ tasks: { dearest } }: LogReport, { tasks }: MostRows): Section[] {
  if (dearest.length < 2) return [];
  const rows = dearest
    .slice(0, tasks)
    .map(({ task, session, usd: cost, calls, cachedPct, solved, project }) => [
      ...[shownName(task ?? session), dollars(cost), count(calls), share(cachedPct)],
      ...[solved === null ? null : solved ? 'yes' : 'no', project === null ? null : shownName(project)],
    ]);
  const title = 'Dearest tasks';
  const head = ['task', 'cost', 'calls', 'cached', 'solved', 'project'];
  return [{ id: 'tasks', title, table: table(title, head, rows, { first: 'dearest tasks' }) }];
}

function wasteSection(report: LogReport): Section {
  const section = { id: 'waste', title: 'Waste that the log shows' } as const;
  const seen = report.waste.causes.filter((one) => one.tokens > 0);
  if (seen.length === 0) return { ...section, words: 'None.', line: 'Waste: none that this log shows.' };
  const rows = seen.map((one) => [wasteNames[one.cause], dollars(one.usd), count(one.calls), tokenCount(one.tokens)]);
  const meaning = { head: 'what is counted', texts: seen.map((one) => one.meaning) };
  return {
    ...section,
    words: `Together ${wasteTotal(report)}.`,
    line: `${section.title}: ${wasteTotal(report)}`,
    table: table('Waste', ['cause', 'cost', 'calls', 'tokens'], rows, { first: '', meaning }),
    meanings: seen.map((one) => `${wasteNames[one.cause]}: ${one.meaning}`),
  };
}

const wasteNames: Record<WasteCause, string> = {
  retriedCalls: 'retried calls',
  failedTasks: 'tasks not solved',
  resentPrompts: 'prompts resent',
};

/** The dearest cause first; those that are inferred or unknown come last. */
function cacheSection(report: LogReport): Section[] {
  const isInferred = ({ cause }: { cause: CacheCause }) =>
    Number(cause === 'compactionInferred' || cause === 'missed' || cause === 'unknown');
  const seen = report.cache.causes
    .filter((one) => one.tokens > 0)
    .sort((a, b) => isInferred(a) - isInferred(b) || (b.usd ?? 0) - (a.usd ?? 0) || b.tokens - a.tokens);
  if (seen.length === 0) return [];
  const rows = seen.map((one) => [
    ...[cacheNames[one.cause], dollars(one.usd), shareOf(one.usd, report.cache.usd)],
    ...[dollars(one.extraUsd), count(one.calls), tokenCount(one.tokens)],
  ]);
  const head = ['cause', 'cost', 'share', 'above a read', 'calls', 'tokens'];
  const meaning = { head: 'what is counted', texts: seen.map((one) => one.meaning) };
  const after = lifetimeSentence(report);
  return [
    {
      ...{ id: 'cache', title: 'Why prompts were not read from the cache' },
      words: `${cacheTotal(report)}.`,
      line: `Cache: ${cacheTotal(report)}`,
      table: table('Causes', head, rows, { first: '', meaning }),
      ...(after !== null && { after }),
    },
  ];
}

const cacheNames: Record<CacheCause, string> = {
  belowMinimum: 'below the minimum',
  firstPrompt: 'first prompt',
  compaction: 'compaction',
  compactionInferred: 'compaction (inferred)',
  modelSwitch: 'model switch',
  idle: 'idle too long',
  resumed: 'resumed another day',
  growth: 'growth',
  prefixChanged: 'prefix changed',
  missed: 'missed (inferred)',
  unknown: 'unknown',
};

function savingSection({ savings, total }: LogReport): Section[] {
  if (savings.length === 0) return [];
  const rows = savings.map((one) => [
    savingText(one),
    dollars(one.saves),
    shareOf(one.saves, total.usd),
    dollars(one.usd),
    count(one.calls),
  ]);
  const head = ['change', 'saves', 'share', 'of', 'calls'];
  const meaning = { head: 'assumes', texts: savings.map((one) => one.assumes) };
  const kinds = [...new Map(savings.map((one) => [one.kind, one.assumes]))];
  return [
    {
      ...{ id: 'savings', title: 'What would have cost less' },
      words: 'Each line alone, from these calls: the lines overlap.',
      table: table('Savings', head, rows, { first: 'would have cost less', meaning }),
      meanings: kinds.map(([kind, assumes]) => `${savingNames[kind]}: ${assumes}`),
    },
  ];
}

/** claude-opus-4-6 and 2 others on claude-sonnet-5-5 */
function savingText({ kind, model, insteadOf }: LogReport['savings'][number]): string {
  if (model === null || insteadOf === null) return savingNames[kind];
  const [first = '', ...others] = insteadOf;
  const more = others.length === 0 ? '' : others.length === 1 ? ` and ${others[0]}` : ` and ${others.length} others`;
  return `${kind === 'cheaperSubagents' ? 'subagents: ' : ''}${first}${more} on ${model}`;
}

const savingNames: Record<SavingKind, string> = {
  cheaperModel: 'one model on another',
  cheaperSubagents: 'subagents',
  standardTier: 'without fast mode',
  hourCache: 'cache for an hour',
  fiveMinuteCache: 'cache for five minutes',
  noIdle: 'no call after long pauses',
  earlierCompaction: 'compaction at 100,000',
  batch: 'single calls in batches',
};

function unpricedSection({ unpriced }: LogReport, { top }: MostRows): Section[] {
  if (unpriced.length === 0) return [];
  const shown = unpriced.slice(0, top);
  const rows = shown.map((one) => [
    ...[one.reason === null ? '(others)' : shownName(one.model), count(one.calls)],
    ...[tokenCount(promptOf(one)), tokenCount(one.output)],
  ]);
  const texts = shown.map(({ reason }) => reason && printable(reason));
  const title = 'Without a price, and in no sum above';
  const more = { meaning: { head: 'why', texts }, hidden: unpriced.length - shown.length };
  return [
    {
      ...{ id: 'unpriced', title, line: `${title}:` },
      table: table('Models without a price', ['model', 'calls', 'prompt', 'output'], rows, more),
      meanings: texts.filter((text) => text !== null),
    },
  ];
}

/** The widest gap first. */
function loggedSection({ logged }: LogReport, { top }: MostRows): Section[] {
  if (logged === null) return [];
  const shown = [...logged.gaps].sort((a, b) => Math.abs(b.gapUsd) - Math.abs(a.gapUsd)).slice(0, top);
  const rows = shown.map((gap) => [
    ...[gapNames[gap.cause], shownName(gap.model ?? 'other models')],
    ...[dollars(gap.gapUsd), dollars(gap.loggedUsd), dollars(gap.ourUsd), count(gap.calls)],
  ]);
  const head = ['cause', 'model', 'gap', 'in the log', 'ours', 'calls'];
  const meaning = { head: 'meaning', texts: shown.map((gap) => gap.meaning) };
  const against = `${usd(logged.usd)}: ${signed(logged.gapUsd)} against our prices`;
  const more = { meaning, hidden: logged.gaps.length - shown.length };
  return [
    {
      ...{ id: 'logged', title: 'Dollars that the log recorded', words: `${against}.` },
      line: `The log recorded ${against}, by cause:`,
      table: table('Dollars in the log against our prices', head, rows, more),
    },
  ];
}

const gapNames: Record<GapCause, string> = {
  unpriced: 'no price here',
  notLogged: 'no dollars logged',
  same: 'same',
  loggedZero: 'zero logged',
  cachedAtInputPrice: 'cache at full price',
  cacheNotCounted: 'cache not counted',
  otherPrice: 'other price',
};
