/** The report on a log as one HTML file: no script, nothing loaded, everything from the log escaped. */
import { markup as html, Markup } from '../../../core/values/markup.ts';
import { printable } from '../../../core/values/printable.ts';
import { isTime } from '../../../logs/report/dimensions.ts';
import type { ReportGroups, ReportSums, RunsReport } from '../../../logs/report/report-shape.ts';
import { usd, whole } from '../../rounded.ts';
import * as tables from '../report-tables.ts';
import { caveats, facts, headline, heads, shownName, signed, wasteTotal } from '../report-words.ts';
import { bar, columnsChart, type HtmlCell, htmlTable } from './report-parts.ts';
import { reportPolicy, reportStyle } from './report-style.ts';

/**
 * @param files names of the logs
 * @param top maximum number of rows in each table
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

function groupSection(groups: ReportGroups, total: ReportSums, top: number): Markup {
  const { by, rows } = groups;
  const { shown, hidden } = tables.shownGroups(groups, top);
  const largest = Math.max(0, ...shown.map((row) => row.usd ?? 0));
  const cells = shown.map((row) => tables.groupRow(row, total, bar(largest === 0 ? 0 : (row.usd ?? 0) / largest)));
  const days = isTime(by) ? rows.filter(({ key }) => key !== null) : [];
  return html`
<section>
<h2>By ${heads[by]}</h2>${days.length < 2 ? '' : chartOf(days)}${htmlTable(`Cost by ${heads[by]}`, tables.groupHead(groups, 'chart'), cells)}${more(hidden)}
</section>`;
}

/** @param rows in order of time, all with a key */
function chartOf(rows: ReportGroups['rows']): Markup {
  const costOf = new Map(rows.map(({ key, usd: cost }) => [key as string, cost ?? 0]));
  const [first = '', last = ''] = [rows[0]?.key ?? '', rows.at(-1)?.key ?? ''];
  const values = timesBetween(first, last).map((time) => costOf.get(time) ?? 0);
  const label = `Cost from ${first} to ${last}, at most ${usd(Math.max(...values))}`;
  return columnsChart(label, values, first, last);
}

/** Every day or month of the period, including those without calls. */
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

/** Maximum columns of a chart: only the beginning of a longer period is drawn; the table has all of it. */
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
      ...tables.taskRow(one),
      one.solved === null ? 'unknown' : one.solved ? 'yes' : 'no',
      shownName(one.project),
    ]);
  return html`
<section>
<h2>Dearest tasks</h2>${htmlTable('Dearest tasks', ['task', 'cost', 'calls', 'cached', 'solved', 'project'], rows)}
</section>`;
}

function wasteSection(report: RunsReport): Markup {
  const seen = tables.seenWaste(report);
  const rows = seen.map((one): HtmlCell[] => [...tables.wasteRow(one), one.meaning]);
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
    .map((one): HtmlCell[] => [...tables.unpricedRow(one), one.reason && printable(one.reason)]);
  return html`
<section>
<h2>Without a price, and in no sum above</h2>${htmlTable('Models without a price', ['model', 'calls', 'prompt', 'output', 'why'], rows)}${more(Math.max(0, unpriced.length - top))}
</section>`;
}

function gapSection({ logged }: RunsReport, top: number): Markup | string {
  if (logged === null) return '';
  const gaps = tables.widestGaps(logged.gaps);
  const rows = gaps.slice(0, top).map((gap): HtmlCell[] => [...tables.gapRow(gap), gap.meaning]);
  return html`
<section>
<h2>Dollars that the log recorded</h2>
<p>${usd(logged.usd)}: ${signed(logged.gapUsd)} against our prices.</p>${htmlTable('Dollars in the log against our prices', [...tables.gapHead, 'meaning'], rows)}${more(Math.max(0, gaps.length - top))}
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
