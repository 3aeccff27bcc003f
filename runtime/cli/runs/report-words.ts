/** The words of a report for people, in text and in HTML. */
import { printable } from '../../core/values/printable.ts';
import { promptOf } from '../../logs/call-record.ts';
import type { Dimension } from '../../logs/report/dimensions.ts';
import type { GapCause } from '../../logs/report/logged-gap.ts';
import type { ReportSums, RunsReport } from '../../logs/report/report-shape.ts';
import type { WasteCause } from '../../logs/report/visible-waste.ts';
import { percent, tokens, usd, whole } from '../rounded.ts';

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

/** $12.50 for 100 calls, 2026-11-01 to 2026-11-20; 3 more without a price */
export function headline({ total, from, until }: RunsReport): string {
  const days = from === null ? '' : from === until ? `, ${from}` : `, ${from} to ${until}`;
  const priced = `${total.usd === null ? 'No price' : usd(total.usd)} for ${callsText(total.calls - total.unpricedCalls)}`;
  const others = total.unpricedCalls === 0 ? '' : `; ${whole(total.unpricedCalls)} more without a price`;
  return `${priced}${days}${others}`;
}

/** The facts below the headline, each with a label. */
export function facts({ total, tasks, ...report }: RunsReport): [string, string][] {
  const judged = tasks.solved + tasks.failed;
  return [
    ['prompt', `${tokens(promptOf(total))} tokens, ${percent(total.cachedPct ?? 0)} of them from the cache`],
    ['output', `${tokens(total.output)} tokens${reasoningText(total)}`],
    ...(total.searches === 0 ? [] : [['searches', whole(total.searches)] as [string, string]]),
    ...(judged === 0 ? [] : [['tasks', solvedText(tasks)] as [string, string]]),
    ['prices', pricesText(report)],
  ];
}

/** What a reader might otherwise misread. */
export const caveats = ({ callsWithoutTime, callsLeftOut, pricedOn }: RunsReport): string[] => [
  ...(callsWithoutTime === 0 || pricedOn !== null
    ? []
    : [`Without a time, priced on the day of the dataset: ${callsText(callsWithoutTime)}.`]),
  ...(callsLeftOut === 0 ? [] : [`Outside of --since and --until: ${callsText(callsLeftOut)}.`]),
];

const reasoningText = ({ reasoning, output }: ReportSums): string =>
  reasoning === 0 ? '' : `, ${percent((100 * reasoning) / output)} of them reasoning`;

function solvedText({ solved, failed, usdPerSolved }: RunsReport['tasks']): string {
  const rate = `${whole(solved)} of ${whole(solved + failed)} solved`;
  return usdPerSolved === null ? rate : `${rate}, ${usd(usdPerSolved)} for each that was`;
}

const pricesText = ({ pricedOn, host, overlay }: Pick<RunsReport, 'pricedOn' | 'host' | 'overlay'>): string =>
  [
    overlay === null ? 'list prices' : `list prices with the overlay "${shownName(overlay)}"`,
    host === null ? '' : ` at ${shownName(host)}`,
    pricedOn === null ? ' of the day of each call' : ` of ${pricedOn} for all calls`,
  ].join('');

/** The header of the first column of a table. */
export const heads: Record<Dimension, string> = {
  day: 'day',
  month: 'month',
  model: 'model',
  provider: 'provider',
  host: 'host',
  project: 'project',
  tag: 'tags',
  session: 'session',
  task: 'task',
};

export const wasteNames: Record<WasteCause, string> = {
  retriedCalls: 'retried calls',
  failedTasks: 'tasks not solved',
  resentPrompts: 'prompts resent',
};

/** `$5, 3.1 % of the bill`; with `at most` if a part of it is an upper bound. */
export function wasteTotal({ waste }: RunsReport): string {
  const isBound = waste.causes.some(({ cause, calls }) => cause === 'resentPrompts' && calls > 0);
  return `${isBound ? 'at most ' : ''}${usd(waste.usd)}${waste.pct === null ? '' : `, ${percent(waste.pct)} of the bill`}`;
}

export const gapNames: Record<GapCause, string> = {
  unpriced: 'no price here',
  notLogged: 'no dollars logged',
  same: 'same',
  loggedZero: 'zero logged',
  cachedAtInputPrice: 'cache at full price',
  otherPrice: 'other price',
};
