/** The rows of a report's tables, the same in text and HTML. */

import { percent, tokens, usd, whole } from '../../core/values/rounded.ts';
import { promptOf } from '../call-record.ts';
import type { CacheCause } from './cache-ledger.ts';
import { type Dimension, isTime } from './dimensions.ts';
import type { LogReport, ReportGap, ReportGroup, ReportGroups, ReportSums, ReportTask } from './log-report.ts';
import type { GapCause } from './logged-gap.ts';
import { shownName } from './report-words.ts';
import type { SavingKind } from './savings.ts';
import type { WasteCause } from './visible-waste.ts';

/** Text, or a number as text; null: none. */
export type ReportCell = string | null | { number: string };

const number = (text: string): ReportCell => ({ number: text });
const dollars = (value: number | null): ReportCell => (value === null ? null : number(signed(value)));
const share = (value: number | null): ReportCell => (value === null ? null : number(percent(value)));

/** The groups to show, and how many are hidden. Of days and months the last ones are shown. */
export function shownGroups({ by, rows, others }: ReportGroups, top: number): { shown: ReportGroup[]; hidden: number } {
  const shown = isTime(by) ? rows.slice(-top) : rows.slice(0, top);
  return { shown, hidden: rows.length - shown.length + (others?.groups ?? 0) };
}

export const groupHead = ({ by }: ReportGroups): string[] => [
  ...[heads[by], 'cost', 'share', 'chart'],
  ...['calls', 'prompt', 'cached', 'output'],
];

export const groupRow = <Picture>(row: ReportGroup, total: ReportSums, picture: Picture): (ReportCell | Picture)[] => [
  shownName(row.key),
  dollars(row.usd),
  share(row.usd === null || !total.usd ? null : (100 * row.usd) / total.usd),
  picture,
  number(whole(row.calls)),
  number(tokens(promptOf(row))),
  share(row.cachedPct),
  number(tokens(row.output)),
];

/** Name, cost, calls and cached. */
export const taskRow = (one: ReportTask): ReportCell[] => [
  shownName(one.task ?? one.session),
  dollars(one.usd),
  number(whole(one.calls)),
  share(one.cachedPct),
];

type WasteCauses = LogReport['waste']['causes'];

export const seenWaste = ({ waste }: LogReport): WasteCauses => waste.causes.filter(({ tokens }) => tokens > 0);

/** Cause, cost, calls and tokens. */
export const wasteRow = ({ cause, usd, calls, tokens: count }: WasteCauses[number]): ReportCell[] => [
  wasteNames[cause],
  dollars(usd),
  number(whole(calls)),
  number(tokens(count)),
];

type CacheCauses = LogReport['cache']['causes'];

/** The causes that were seen, the dearest first; those that are inferred or unknown come last. */
export const seenCacheCauses = ({ cache }: LogReport): CacheCauses =>
  cache.causes
    .filter(({ tokens }) => tokens > 0)
    .sort(
      (a, b) => Number(isInferred(a)) - Number(isInferred(b)) || (b.usd ?? 0) - (a.usd ?? 0) || b.tokens - a.tokens,
    );

const isInferred = ({ cause }: CacheCauses[number]): boolean =>
  cause === 'compactionInferred' || cause === 'missed' || cause === 'unknown';

export const cacheHead = ['cause', 'cost', 'share', 'above a read', 'calls', 'tokens'];

/** Cause, cost, its share of all of them, what reading would have saved, calls and tokens. */
export const cacheRow = (one: CacheCauses[number], { cache }: LogReport): ReportCell[] => [
  cacheNames[one.cause],
  dollars(one.usd),
  share(!cache.usd || one.usd === null ? null : (100 * one.usd) / cache.usd),
  dollars(one.extraUsd),
  number(whole(one.calls)),
  number(tokens(one.tokens)),
];

export const savingHead = ['change', 'saves', 'share', 'of', 'calls'];

/** What, dollars, their share of the bill, what these calls cost, and calls. */
export const savingRow = (one: LogReport['savings'][number], { total }: LogReport): ReportCell[] => [
  savingText(one),
  dollars(one.saves),
  share(total.usd ? (100 * one.saves) / total.usd : null),
  dollars(one.usd),
  number(whole(one.calls)),
];

/** claude-opus-4-6 and 2 others on claude-sonnet-5-5 */
function savingText({ kind, model, insteadOf }: LogReport['savings'][number]): string {
  if (model === null || insteadOf === null) return savingNames[kind];
  const [first = '', ...others] = insteadOf;
  const more = others.length === 0 ? '' : others.length === 1 ? ` and ${others[0]}` : ` and ${others.length} others`;
  return `${kind === 'cheaperSubagents' ? 'subagents: ' : ''}${first}${more} on ${model}`;
}

export const savingNames: Record<SavingKind, string> = {
  cheaperModel: 'one model on another',
  cheaperSubagents: 'subagents',
  standardTier: 'without fast mode',
  hourCache: 'cache for an hour',
  fiveMinuteCache: 'cache for five minutes',
  noIdle: 'no call after long pauses',
  earlierCompaction: 'compaction at 100,000',
  batch: 'single calls in batches',
};

/** Model, calls, prompt and output. */
export const unpricedRow = (one: LogReport['unpriced'][number]): ReportCell[] => [
  one.reason === null ? '(others)' : shownName(one.model),
  number(whole(one.calls)),
  number(tokens(promptOf(one))),
  number(tokens(one.output)),
];

export const gapHead = ['cause', 'model', 'gap', 'in the log', 'ours', 'calls'];

export const gapRow = (gap: ReportGap): ReportCell[] => [
  gapNames[gap.cause],
  shownName(gap.model ?? 'other models'),
  dollars(gap.gapUsd),
  dollars(gap.loggedUsd),
  dollars(gap.ourUsd),
  number(whole(gap.calls)),
];

/** The widest first. */
export const widestGaps = (gaps: readonly ReportGap[]): ReportGap[] =>
  [...gaps].sort((a, b) => Math.abs(b.gapUsd) - Math.abs(a.gapUsd));

/** Dollars that may be negative. */
export const signed = (value: number): string => (value < 0 ? `-${usd(-value)}` : usd(value));

/** The header of the first column of a table. */
export const heads: Record<Dimension, string> = {
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  model: 'model',
  provider: 'provider',
  host: 'host',
  agent: 'agent',
  subagent: 'subagent',
  project: 'project',
  branch: 'branch',
  user: 'user',
  key: 'key',
  machine: 'machine',
  team: 'team',
  tag: 'tags',
  session: 'session',
  task: 'task',
};

export const wasteNames: Record<WasteCause, string> = {
  retriedCalls: 'retried calls',
  failedTasks: 'tasks not solved',
  resentPrompts: 'prompts resent',
};

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

const gapNames: Record<GapCause, string> = {
  unpriced: 'no price here',
  notLogged: 'no dollars logged',
  same: 'same',
  loggedZero: 'zero logged',
  cachedAtInputPrice: 'cache at full price',
  cacheNotCounted: 'cache not counted',
  otherPrice: 'other price',
};
