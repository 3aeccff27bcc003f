/** The report on a log for people: rounded, with what came from the log made safe to show. */
import type { Cell } from '../../common/text-table.ts';
import { printable } from '../../core/api/printable.ts';
import type { Dimension } from '../../runs/report/dimensions.ts';
import type { ReportGroups, ReportSums, RunsReport } from '../../runs/report/report-shape.ts';
import { table } from '../answer-forms.ts';
import { percent, tokens, usd, whole } from '../rounded.ts';
import { bars } from './bars.ts';

/** @param top rows of each table at the most */
export const reportText = (report: RunsReport, top: number): string[] => [
  ...headLines(report),
  ...report.groups.flatMap((groups) => groupLines(groups, report.total, top)),
  ...taskLines(report, Math.min(top, 10)),
  ...wasteLines(report),
  ...unpricedLines(report, top),
  ...loggedLines(report, top),
  ...noteLines(report),
];

/** A name from a log: what no one says, and what is too long for a table. */
function shownName(name: string | null): string {
  if (name === null) return '(not said)';
  const text = printable(name);
  return text.length > 48 ? `${text.slice(0, 47)}…` : text;
}

const dollars = (value: number | null): Cell => (value === null ? null : signed(value));
const signed = (value: number): string => (value < 0 ? `-${usd(-value)}` : usd(value));

const promptOf = ({ input, cachedInput, cacheWrite, cacheWrite1h }: ReportSums): number =>
  input + cachedInput + cacheWrite + cacheWrite1h;

function headLines({ total, from, until, tasks, callsWithoutTime, callsLeftOut, ...report }: RunsReport): string[] {
  const days = from === null ? '' : from === until ? `, ${from}` : `, ${from} to ${until}`;
  const cost = total.usd === null ? 'No price' : usd(total.usd);
  const priced = whole(total.calls - total.unpricedCalls);
  const judged = tasks.solved + tasks.failed;
  return [
    `${cost} for ${priced} calls${days}${total.unpricedCalls === 0 ? '' : `; ${whole(total.unpricedCalls)} more have no price`}`,
    '',
    ...[
      ['prompt', `${tokens(promptOf(total))} tokens, ${percent(total.cachedPct ?? 0)} of them from the cache`],
      ['output', `${tokens(total.output)} tokens${reasoningText(total)}`],
      ...(total.searches === 0 ? [] : [['searches', whole(total.searches)]]),
      ...(judged === 0 ? [] : [['tasks', solvedText(tasks)]]),
      ['prices', pricesText(report)],
    ].map(([name = '', text]) => `${name.padEnd(9)}${text}`),
    ...(callsWithoutTime === 0
      ? []
      : [`${whole(callsWithoutTime)} calls have no time: they are priced on the day of the dataset.`]),
    ...(callsLeftOut === 0 ? [] : [`${whole(callsLeftOut)} calls are outside of --since and --until.`]),
  ];
}

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
const heads: Record<Dimension, string> = {
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

function groupLines({ by, rows, others }: ReportGroups, total: ReportSums, top: number): string[] {
  // Of many days the last ones count.
  const isTime = by === 'day' || by === 'month';
  const shown = isTime ? rows.slice(-top) : rows.slice(0, top);
  const pictures = bars(shown.map((row) => row.usd ?? 0));
  const cells = shown.map((row, index): Cell[] => [
    shownName(row.key),
    dollars(row.usd),
    row.usd === null || !total.usd ? null : percent((100 * row.usd) / total.usd),
    pictures[index] as string,
    whole(row.calls),
    tokens(promptOf(row)),
    row.cachedPct === null ? null : percent(row.cachedPct),
    tokens(row.output),
  ]);
  const hidden = rows.length - shown.length + (others?.groups ?? 0);
  return [
    '',
    ...table([heads[by], 'cost', 'share', '', 'calls', 'prompt', 'cached', 'output'], cells),
    ...(hidden === 0 ? [] : [`${whole(hidden)} more: --top shows more of them, --csv and --json all.`]),
  ];
}

function taskLines({ tasks: { dearest }, groups }: RunsReport, top: number): string[] {
  if (dearest.length < 2 || groups.some(({ by }) => by === 'task' || by === 'session')) return [];
  const rows = dearest
    .slice(0, top)
    .map((one): Cell[] => [
      shownName(one.task ?? one.session),
      dollars(one.usd),
      whole(one.calls),
      one.cachedPct === null ? null : percent(one.cachedPct),
      one.solved === null ? null : one.solved ? 'yes' : 'no',
      one.project === null ? null : shownName(one.project),
    ]);
  return ['', ...table(['dearest tasks', 'cost', 'calls', 'cached', 'solved', 'project'], rows)];
}

const wasteNames = {
  retriedCalls: 'retried calls',
  failedTasks: 'tasks not solved',
  resentPrompts: 'prompts resent',
} as const;

function wasteLines({ waste }: RunsReport): string[] {
  const seen = waste.causes.filter(({ calls }) => calls > 0);
  if (seen.length === 0) return ['', 'Waste: none that this log shows.'];
  const rows = seen.map(({ cause, calls, tokens: count, usd: cost }): Cell[] => [
    wasteNames[cause],
    dollars(cost),
    whole(calls),
    tokens(count),
  ]);
  return [
    '',
    `Waste that the log shows: ${usd(waste.usd)}${waste.pct === null ? '' : `, ${percent(waste.pct)} of the bill`}`,
    ...table(['', 'cost', 'calls', 'tokens'], rows),
    ...seen.map(({ cause, meaning }) => `  - ${wasteNames[cause]}: ${meaning}`),
  ];
}

function unpricedLines({ unpriced }: RunsReport, top: number): string[] {
  if (unpriced.length === 0) return [];
  const rows = unpriced
    .slice(0, top)
    .map((one): Cell[] => [
      one.reason === null ? '(others)' : shownName(one.model),
      whole(one.calls),
      tokens(promptOf(one)),
      tokens(one.output),
    ]);
  return [
    '',
    'Without a price, and in no sum above:',
    ...table(['model', 'calls', 'prompt', 'output'], rows),
    ...unpriced.slice(0, top).flatMap(({ reason }) => (reason === null ? [] : [`  - ${printable(reason)}`])),
    ...(unpriced.length > top ? [`${whole(unpriced.length - top)} more: --top shows more of them, --json all.`] : []),
  ];
}

function loggedLines({ logged }: RunsReport, top: number): string[] {
  if (logged === null) return [];
  const gaps = [...logged.gaps].sort((a, b) => Math.abs(b.gapUsd) - Math.abs(a.gapUsd));
  const rows = gaps
    .slice(0, top)
    .map((gap): Cell[] => [
      gapNames[gap.cause],
      shownName(gap.model ?? 'other models'),
      signed(gap.gapUsd),
      usd(gap.loggedUsd),
      usd(gap.ourUsd),
      whole(gap.calls),
    ]);
  return [
    '',
    `The log recorded ${usd(logged.usd)}: ${signed(logged.gapUsd)} against our prices, by cause:`,
    ...table(['cause', 'model', 'gap', 'in the log', 'ours', 'calls'], rows),
    ...(gaps.length > top ? [`${whole(gaps.length - top)} more: --top shows more of them, --json all.`] : []),
  ];
}

const gapNames = {
  unpriced: 'no price here',
  notLogged: 'no dollars logged',
  same: 'same',
  loggedZero: 'zero logged',
  cachedAtInputPrice: 'cache at full price',
  otherPrice: 'other price',
} as const;

const noteLines = ({ notes }: RunsReport): string[] =>
  notes.length === 0 ? [] : ['', ...notes.map((note) => `  - ${printable(note)}`)];
