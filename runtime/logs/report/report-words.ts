/** What a report says in sentences, the same in text and HTML: its headline, its facts and what its totals mean. */
import { toolUnits } from '../../core/schemas/billable-units.ts';
import { printable } from '../../core/values/printable.ts';
import { percent, tokens, usd, whole } from '../../core/values/rounded.ts';
import { promptOf } from '../call-record.ts';
import type { LogReport, ReportSums } from './report-of.ts';
import type { Unrecorded } from './unrecorded-output.ts';

/** Dollars that may be negative. */
export const signed = (value: number): string => (value < 0 ? `-${usd(-value)}` : usd(value));

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

/** `$5, 3.1 % of the bill`; with `at most` if a part of it is an upper bound. */
export function wasteTotal({ waste }: LogReport): string {
  const isBound = waste.causes.some(({ cause, tokens }) => cause === 'resentPrompts' && tokens > 0);
  if (waste.usd === null) return 'not priced';
  return `${isBound ? 'at most ' : ''}${usd(waste.usd)}${waste.pct === null ? '' : `, ${percent(waste.pct)} of the bill`}`;
}

/** A name from a log, shortened for a table; null: unknown. */
export function shownName(name: string | null): string {
  if (name === null) return '(none)';
  const text = printable(name);
  return text.length > 48 ? `${text.slice(0, 47)}…` : text;
}
