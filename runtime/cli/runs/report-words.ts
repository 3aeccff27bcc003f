/** The words of a report for people, in text and in HTML. */
import { printable } from '../../core/api/printable.ts';
import type { Dimension } from '../../runs/report/dimensions.ts';
import type { GapCause } from '../../runs/report/logged-gap.ts';
import type { ReportSums, RunsReport } from '../../runs/report/report-shape.ts';
import type { WasteCause } from '../../runs/report/visible-waste.ts';
import { percent, tokens, usd, whole } from '../rounded.ts';

/** A name from a log: what no one says, and what is too long for a table. */
export function shownName(name: string | null): string {
  if (name === null) return '(not said)';
  const text = printable(name);
  return text.length > 48 ? `${text.slice(0, 47)}…` : text;
}

/** Dollars that may be less than nothing. */
export const signed = (value: number): string => (value < 0 ? `-${usd(-value)}` : usd(value));

export const promptOf = ({ input, cachedInput, cacheWrite, cacheWrite1h }: ReportSums): number =>
  input + cachedInput + cacheWrite + cacheWrite1h;

/** $12.50 for 100 calls, 2026-11-01 to 2026-11-20; 3 more have no price */
export function headline({ total, from, until }: RunsReport): string {
  const days = from === null ? '' : from === until ? `, ${from}` : `, ${from} to ${until}`;
  const priced = `${total.usd === null ? 'No price' : usd(total.usd)} for ${whole(total.calls - total.unpricedCalls)} calls`;
  const others = total.unpricedCalls === 0 ? '' : `; ${whole(total.unpricedCalls)} more have no price`;
  return `${priced}${days}${others}`;
}

/** The facts below the headline: what, and how much of it. */
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

/** What is not as a reader would take it to be. */
export const caveats = ({ callsWithoutTime, callsLeftOut, pricedOn }: RunsReport): string[] => [
  ...(callsWithoutTime === 0 || pricedOn !== null
    ? []
    : [`${whole(callsWithoutTime)} calls have no time: they are priced on the day of the dataset.`]),
  ...(callsLeftOut === 0 ? [] : [`${whole(callsLeftOut)} calls are outside of --since and --until.`]),
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

/** What the first column of a table is called. */
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

export const gapNames: Record<GapCause, string> = {
  unpriced: 'no price here',
  notLogged: 'no dollars logged',
  same: 'same',
  loggedZero: 'zero logged',
  cachedAtInputPrice: 'cache at full price',
  otherPrice: 'other price',
};
