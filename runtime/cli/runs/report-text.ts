/** The report on a log for people: rounded, with what came from the log made safe to show. */
import type { Cell } from '../../common/text-table.ts';
import { printable } from '../../core/api/printable.ts';
import type { ReportGroups, ReportSums, RunsReport } from '../../runs/report/report-shape.ts';
import { table } from '../answer-forms.ts';
import { percent, tokens, usd, whole } from '../rounded.ts';
import { bars } from './bars.ts';
import {
  caveats,
  facts,
  gapNames,
  headline,
  heads,
  promptOf,
  shownName,
  signed,
  wasteNames,
  wasteTotal,
} from './report-words.ts';

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

const dollars = (value: number | null): Cell => (value === null ? null : signed(value));
const headLines = (report: RunsReport): string[] => [
  headline(report),
  '',
  ...facts(report).map(([name, text]) => `${name.padEnd(9)}${text}`),
  ...caveats(report),
];

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

function wasteLines(report: RunsReport): string[] {
  const seen = report.waste.causes.filter(({ calls }) => calls > 0);
  if (seen.length === 0) return ['', 'Waste: none that this log shows.'];
  const rows = seen.map(({ cause, calls, tokens: count, usd: cost }): Cell[] => [
    wasteNames[cause],
    dollars(cost),
    whole(calls),
    tokens(count),
  ]);
  return [
    '',
    `Waste that the log shows: ${wasteTotal(report)}`,
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
      dollars(gap.loggedUsd),
      dollars(gap.ourUsd),
      whole(gap.calls),
    ]);
  return [
    '',
    `The log recorded ${usd(logged.usd)}: ${signed(logged.gapUsd)} against our prices, by cause:`,
    ...table(['cause', 'model', 'gap', 'in the log', 'ours', 'calls'], rows),
    ...(gaps.length > top ? [`${whole(gaps.length - top)} more: --top shows more of them, --json all.`] : []),
  ];
}

const noteLines = ({ notes }: RunsReport): string[] =>
  notes.length === 0 ? [] : ['', ...notes.map((note) => `  - ${printable(note)}`)];
