/** The report on a log as one HTML file: no script, nothing loaded, everything from the log escaped. */
import { markup as html, Markup } from '../../../core/api/markup.ts';
import { printable } from '../../../core/api/printable.ts';
import { isTime } from '../../../runs/report/dimensions.ts';
import type { ReportGroups, ReportSums, RunsReport } from '../../../runs/report/report-shape.ts';
import { percent, tokens, usd, whole } from '../../rounded.ts';
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
} from '../report-words.ts';
import { bar, columnsChart, type HtmlCell, htmlTable } from './report-parts.ts';
import { reportPolicy, reportStyle } from './report-style.ts';

/**
 * @param files names of the logs
 * @param top rows of each table at the most
 */
export function reportHtml(report: RunsReport, files: readonly string[], top: number): string {
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${reportPolicy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Model calls${report.from === null ? '' : `, ${report.from} to ${report.until}`}</title>
<style>${new Markup(reportStyle)}</style>
</head>
<body>
<header>
<h1>${headline(report)}</h1>
<dl>${facts(report).map(
    ([name, text]) => html`
<dt>${name}</dt><dd>${text}</dd>`,
  )}
</dl>${caveats(report).map(
    (text) => html`
<p>${text}</p>`,
  )}
</header>
<main>${report.groups.map((groups) => groupSection(groups, report.total, top))}${tasksSection(report, top)}${wasteSection(report)}${unpricedSection(report, top)}${gapSection(report, top)}${notesSection(report)}
</main>
<footer>
<p>Prices: dataset ${report.datasetVersion} of agent-cost. Amounts are rounded here; --json and --csv have every digit.</p>
<p>Logs: ${files.slice(0, 20).map(printable).join(', ')}${files.length > 20 ? ` and ${files.length - 20} more` : ''}.</p>
</footer>
</body>
</html>
`;
  return page.text;
}

const number = (text: string): HtmlCell => ({ number: text });
const dollars = (value: number | null): HtmlCell => (value === null ? null : number(signed(value)));

function groupSection({ by, rows, others }: ReportGroups, total: ReportSums, top: number): Markup {
  const shown = isTime(by) ? rows.slice(-top) : rows.slice(0, top);
  const largest = Math.max(0, ...shown.map((row) => row.usd ?? 0));
  const cells = shown.map((row): HtmlCell[] => [
    shownName(row.key),
    dollars(row.usd),
    row.usd === null || !total.usd ? null : number(percent((100 * row.usd) / total.usd)),
    bar(largest === 0 ? 0 : (row.usd ?? 0) / largest),
    number(whole(row.calls)),
    number(tokens(promptOf(row))),
    row.cachedPct === null ? null : number(percent(row.cachedPct)),
    number(tokens(row.output)),
  ]);
  const days = isTime(by) ? rows.filter(({ key }) => key !== null) : [];
  const hidden = rows.length - shown.length + (others?.groups ?? 0);
  return html`
<section>
<h2>By ${heads[by]}</h2>${days.length < 2 ? '' : chartOf(days)}${htmlTable(`Cost by ${heads[by]}`, [heads[by], 'cost', 'share', 'chart', 'calls', 'prompt', 'cached', 'output'], cells)}${more(hidden)}
</section>`;
}

/** @param rows in the order of time, all with a key */
function chartOf(rows: ReportGroups['rows']): Markup {
  const costOf = new Map(rows.map(({ key, usd: cost }) => [key as string, cost ?? 0]));
  const [first = '', last = ''] = [rows[0]?.key ?? '', rows.at(-1)?.key ?? ''];
  const values = timesBetween(first, last).map((time) => costOf.get(time) ?? 0);
  const label = `Cost from ${first} to ${last}, at most ${usd(Math.max(...values))}`;
  return columnsChart(label, values, first, last);
}

/** Every day, or every month, from one to another: a time without calls has its place too. */
function timesBetween(first: string, last: string): string[] {
  const times: string[] = [];
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number);
  for (let step = 0; times.at(-1) !== last && step < mostTimes; step++) {
    const isMonth = first.length === 7;
    const time = new Date(Date.UTC(year, month - 1 + (isMonth ? step : 0), isMonth ? 1 : day + step));
    times.push(time.toISOString().slice(0, first.length));
  }
  return times;
}

/** Columns of a chart: of a longer time only the beginning can be drawn, and the table has it all. */
const mostTimes = 4000;

const more = (hidden: number): Markup | string =>
  hidden === 0
    ? ''
    : html`
<p>${whole(hidden)} more rows are not shown.</p>`;

function tasksSection({ tasks: { dearest } }: RunsReport, top: number): Markup | string {
  if (dearest.length < 2) return '';
  const rows = dearest
    .slice(0, top)
    .map((one): HtmlCell[] => [
      shownName(one.task ?? one.session),
      dollars(one.usd),
      number(whole(one.calls)),
      one.cachedPct === null ? null : number(percent(one.cachedPct)),
      one.solved === null ? 'not said' : one.solved ? 'yes' : 'no',
      shownName(one.project),
    ]);
  return html`
<section>
<h2>Dearest tasks</h2>${htmlTable('Dearest tasks', ['task', 'cost', 'calls', 'cached', 'solved', 'project'], rows)}
</section>`;
}

function wasteSection(report: RunsReport): Markup {
  const seen = report.waste.causes.filter(({ calls }) => calls > 0);
  const rows = seen.map(({ cause, usd: cost, calls, tokens: count, meaning }): HtmlCell[] => [
    wasteNames[cause],
    dollars(cost),
    number(whole(calls)),
    number(tokens(count)),
    meaning,
  ]);
  return html`
<section>
<h2>Waste that the log shows</h2>${
    seen.length === 0
      ? html`
<p>None.</p>`
      : html`
<p>Together ${wasteTotal(report)}.</p>${htmlTable('Waste', ['cause', 'cost', 'calls', 'tokens', 'what is counted'], rows)}`
  }
</section>`;
}

function unpricedSection({ unpriced }: RunsReport, top: number): Markup | string {
  if (unpriced.length === 0) return '';
  const rows = unpriced
    .slice(0, top)
    .map((one): HtmlCell[] => [
      one.reason === null ? '(others)' : shownName(one.model),
      number(whole(one.calls)),
      number(tokens(promptOf(one))),
      number(tokens(one.output)),
      one.reason && printable(one.reason),
    ]);
  return html`
<section>
<h2>Without a price, and in no sum above</h2>${htmlTable('Models without a price', ['model', 'calls', 'prompt', 'output', 'why'], rows)}${more(Math.max(0, unpriced.length - top))}
</section>`;
}

function gapSection({ logged }: RunsReport, top: number): Markup | string {
  if (logged === null) return '';
  const gaps = [...logged.gaps].sort((a, b) => Math.abs(b.gapUsd) - Math.abs(a.gapUsd));
  const rows = gaps
    .slice(0, top)
    .map((gap): HtmlCell[] => [
      gapNames[gap.cause],
      shownName(gap.model ?? 'other models'),
      dollars(gap.gapUsd),
      dollars(gap.loggedUsd),
      dollars(gap.ourUsd),
      number(whole(gap.calls)),
      gap.meaning,
    ]);
  return html`
<section>
<h2>Dollars that the log recorded</h2>
<p>${usd(logged.usd)}: ${signed(logged.gapUsd)} against our prices.</p>${htmlTable('Dollars in the log against our prices', ['cause', 'model', 'gap', 'in the log', 'ours', 'calls', 'meaning'], rows)}${more(Math.max(0, gaps.length - top))}
</section>`;
}

const notesSection = ({ notes }: RunsReport): Markup | string =>
  notes.length === 0
    ? ''
    : html`
<section>
<h2>Notes</h2>
<ul>${notes.map(
        (note) => html`
<li>${printable(note)}</li>`,
      )}
</ul>
</section>`;
