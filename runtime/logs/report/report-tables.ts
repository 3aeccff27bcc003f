/** What a report tells people, the same in text and HTML: its headline, its facts and the rows of its tables. */

import { toolUnits } from '../../core/schemas/billable-units.ts';
import { printable } from '../../core/values/printable.ts';
import { percent, tokens, usd, whole } from '../../core/values/rounded.ts';
import { promptOf } from '../call-record.ts';
import type { CacheCause } from './cache-ledger.ts';
import { type Dimension, isTime } from './dimensions.ts';
import type { LogReport, ReportGap, ReportGroup, ReportGroups, ReportSums, ReportTask } from './log-report.ts';
import type { GapCause } from './logged-gap.ts';
import type { SavingKind } from './savings.ts';
import type { Unrecorded } from './unrecorded-output.ts';
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

/** $12 of the bill: 3,400,000 prompt tokens that were not read from the cache. Reads $5, output and tools $3. */
export const cacheTotal = ({ cache }: LogReport): string =>
  cache.usd === null || cache.readUsd === null || cache.otherUsd === null
    ? `not priced: ${tokens(cache.tokens)} prompt tokens that were not read from the cache`
    : `${usd(cache.usd)} for ${tokens(cache.tokens)} prompt tokens that were not read from the cache; the rest of the bill is ${usd(cache.readUsd)} for reads and ${usd(cache.otherUsd)} for output and tools`;

/** Which lifetime of cache writes costs less; null: no call chose. */
export function lifetimeSentence({ cache: { lifetime } }: LogReport): string | null {
  if (lifetime === null) return null;
  const { calls5m, calls1h, usd5m, usd1h, hourSaves } = lifetime;
  const used = calls1h === 0 ? 'five minutes' : calls5m === 0 ? 'an hour' : 'both';
  const between = (low: number, high: number) => `(${usd(low)} to ${usd(high)} in 19 of 20 cases, over its sessions)`;
  const verdict =
    hourSaves === null
      ? 'no difference that your log can show, of one session'
      : hourSaves.low > 0
        ? `an hour costs ${usd(usd5m - usd1h)} less ${between(hourSaves.low, hourSaves.high)}`
        : hourSaves.high < 0
          ? `five minutes cost ${usd(usd1h - usd5m)} less ${between(-hourSaves.high, -hourSaves.low)}`
          : `no difference that your log can show (an hour: from ${usd(-hourSaves.low)} more to ${usd(hourSaves.high)} less, in 19 of 20 cases)`;
  return `5 minutes or 1 hour? With the pauses of these calls, and a cold cache as often as there is one after such pauses, the reads and writes of the cache cost ${usd(usd5m)} with writes for five minutes and ${usd(usd1h)} with writes for an hour: ${verdict} (used: ${used}).`;
}

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

/** A name from a log, shortened for a table; null: unknown. */
export function shownName(name: string | null): string {
  if (name === null) return '(none)';
  const text = printable(name);
  return text.length > 48 ? `${text.slice(0, 47)}…` : text;
}

/** Dollars that may be negative. */
export const signed = (value: number): string => (value < 0 ? `-${usd(-value)}` : usd(value));

/** 1 call, 1,200 calls */
export const callsText = (count: number): string => `${whole(count)} call${count === 1 ? '' : 's'}`;

/** $12.50 at list price for 100 calls, 2026-11-01 to 2026-11-20; 3 more without a price, 2 without counts of tokens */
export function headline(report: LogReport): string {
  const { total, from, until, callsWithoutCounts } = report;
  const days = from === null ? '' : from === until ? `, ${from}` : `, ${from} to ${until}`;
  const priced = total.calls - total.unpricedCalls - callsWithoutCounts;
  const lacks = [
    ...(total.unpricedCalls === 0 ? [] : [[total.unpricedCalls, 'without a price'] as const]),
    ...(callsWithoutCounts === 0 ? [] : [[callsWithoutCounts, 'without counts of tokens'] as const]),
  ];
  if (priced <= 0) {
    const all = lacks.map(([count, what]) => `${callsText(count)} ${what}`).join(', ');
    return `No dollars ${priceBasis(report)}: ${all === '' ? callsText(total.calls) : all}${days}`;
  }
  const others = lacks.map(([count, what], index) => `${whole(count)}${index === 0 ? ' more' : ''} ${what}`).join(', ');
  return `${usd(total.usd ?? 0)} ${priceBasis(report)} for ${callsText(priced)}${days}${others === '' ? '' : `; ${others}`}`;
}

/** What dollars are at, known or not; a plan or a contract is billed otherwise. */
export const priceBasis = ({ overlay }: Pick<LogReport, 'overlay'>): string =>
  overlay === null ? 'at list price' : `at the prices of "${shownName(overlay)}"`;

/** The facts below the headline, each with a label. */
export function facts({ total, tasks, ...report }: LogReport): [string, string][] {
  const judged = tasks.solved + tasks.failed;
  return [
    ['prompt', `${tokens(promptOf(total))} tokens, ${percent(total.cachedPct ?? 0)} of them from the cache`],
    ['output', `${tokens(total.output)} tokens${reasoningText(total)}`],
    ...toolUnits.flatMap(({ count }) => (total[count] === 0 ? [] : [[count, whole(total[count])] as [string, string]])),
    ...(judged === 0 ? [] : [['tasks', solvedText(tasks)] as [string, string]]),
    ...(report.timeZone === 'UTC' ? [] : [['days', `of ${report.timeZone}`] as [string, string]]),
    ['prices', pricesText(report)],
    ...(report.unrecorded === null ? [] : [['missing', unrecordedText(report.unrecorded)] as [string, string]]),
  ];
}

/** What a reader might otherwise misread. */
export const caveats = ({ callsWithoutTime, callsLeftOut, pricedOn }: LogReport): string[] => [
  ...(callsWithoutTime === 0 || pricedOn !== null
    ? []
    : [`Without a time, priced on the day of the dataset: ${callsText(callsWithoutTime)}.`]),
  ...(callsLeftOut === 0 ? [] : [`Outside of --since and --until: ${callsText(callsLeftOut)}.`]),
];

/** about $84 ($61 to $112) of output never recorded: ... */
export function unrecordedText({ calls, finalCalls, missingUsd: { low, middle, high } }: Unrecorded): string {
  const basis =
    finalCalls === 0
      ? 'at the rate of recorded sessions'
      : `at the rate of ${whole(finalCalls)} calls of this log that have it`;
  return `about ${usd(middle)} (${usd(low)} to ${usd(high)}) of output that was never recorded: ${callsText(calls)} without a final count, reckoned from what is visible ${basis}`;
}

const reasoningText = ({ reasoning, output }: ReportSums): string =>
  reasoning === 0 ? '' : `, ${percent((100 * reasoning) / output)} of them reasoning`;

function solvedText({ solved, failed, usdPerSolved }: LogReport['tasks']): string {
  const rate = `${whole(solved)} of ${whole(solved + failed)} solved`;
  return usdPerSolved === null ? rate : `${rate}, ${usd(usdPerSolved)} for each that was`;
}

const pricesText = ({ pricedOn, host, overlay }: Pick<LogReport, 'pricedOn' | 'host' | 'overlay'>): string =>
  [
    overlay === null ? 'list prices' : `list prices with the overlay "${shownName(overlay)}"`,
    host === null ? '' : ` at ${shownName(host)}`,
    pricedOn === null ? ' of the day of each call' : ` of ${pricedOn} for all calls`,
  ].join('');

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

/** `$5, 3.1 % of the bill`; with `at most` if a part of it is an upper bound. */
export function wasteTotal({ waste }: LogReport): string {
  const isBound = waste.causes.some(({ cause, tokens }) => cause === 'resentPrompts' && tokens > 0);
  if (waste.usd === null) return 'not priced';
  return `${isBound ? 'at most ' : ''}${usd(waste.usd)}${waste.pct === null ? '' : `, ${percent(waste.pct)} of the bill`}`;
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
