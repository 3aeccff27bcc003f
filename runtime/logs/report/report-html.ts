/** The report on a log as one HTML file: no script, nothing loaded, everything from the log escaped. */
import { markup as html, Markup } from '../../core/values/markup.ts';
import { printable } from '../../core/values/printable.ts';
import { usd, whole } from '../../core/values/rounded.ts';
import { type Dimension, isTime } from './dimensions.ts';
import type { LogReport, ReportGroups, ReportSums } from './log-report.ts';
import { reportStyle } from './report-style.ts';
import {
  cacheHead,
  cacheRow,
  cacheTotal,
  caveats,
  facts,
  gapHead,
  gapRow,
  groupHead,
  groupRow,
  headline,
  heads,
  lifetimeSentence,
  type ReportCell,
  savingHead,
  savingRow,
  seenCacheCauses,
  seenWaste,
  shownGroups,
  shownName,
  signed,
  taskRow,
  unpricedRow,
  wasteRow,
  wasteTotal,
  widestGaps,
} from './report-tables.ts';

/** What the page shows beside the report. */
export interface HtmlOptions {
  /** Names of the logs. */
  files: readonly string[];
  /** Maximum number of rows in each table. */
  top: number;
  /** The SHA-256 of a text in base64, for the policy of the page: only its own style may be loaded. */
  sha256: (text: string) => string;
}

/** @param plan what it is worth, in sentences */
export function reportHtml(
  report: LogReport,
  { files, top, sha256 }: HtmlOptions,
  plan: readonly string[] = [],
): string {
  const { from, until, datasetVersion } = report;
  return htmlPage({
    title: `Model calls${from === null ? '' : `, ${from} to ${until}`}`,
    header: html`<h1>${headline(report)}</h1>
<dl>${facts(report).map(
      ([name, text]) => html`
<dt>${name}</dt><dd>${text}</dd>`,
    )}
</dl>${caveats(report).map(
      (text) => html`
<p>${text}</p>`,
    )}`,
    main: html`${planSection(plan)}${reportSections(report, top)}`,
    ...{ datasetVersion, files, sha256 },
  });
}

const planSection = (lines: readonly string[]): Markup | '' =>
  lines.length === 0
    ? ''
    : html`
<section>
<h2>Plan</h2>${lines.map(
        (line) => html`
<p>${line}</p>`,
      )}
</section>`;

interface PageParts extends Pick<HtmlOptions, 'files' | 'sha256'> {
  title: string;
  header: Markup;
  main: Markup;
  datasetVersion: string;
}

/** A page of its own: no script, nothing loaded, only the style in it. */
export function htmlPage({ title, header, main, datasetVersion, files, sha256 }: PageParts): string {
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(sha256(reportStyle))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(reportStyle)}</style>
</head>
<body>
<header>
${header}
</header>
<main>${main}
</main>
<footer>
<p>Prices: dataset ${datasetVersion} of agent-cost. Amounts are rounded here; --json and --csv have every digit.</p>
<p>Logs: ${files.slice(0, 20).map(printable).join(', ')}${files.length > 20 ? ` and ${files.length - 20} more` : ''}.</p>
</footer>
</body>
</html>
`;
  return page.text;
}

const policy = (styleDigest: string): string =>
  `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'`;

/**
 * The tables of a report, each in a section with its heading: the main part of the file, and of the page that reads a
 * log in the browser.
 * @param top maximum number of rows in each table
 */
export const reportSections = (report: LogReport, top: number): Markup =>
  html`${report.groups.map((groups) => groupSection(groups, report.total, top))}${tasksSection(report, top)}${wasteSection(report)}${cacheSection(report)}${savingSection(report)}${unpricedSection(report, top)}${gapSection(report, top)}${notesSection(report)}`;

function groupSection(groups: ReportGroups, total: ReportSums, top: number): Markup {
  const { by, rows } = groups;
  const { shown, hidden } = shownGroups(groups, top);
  const largest = Math.max(0, ...shown.map((row) => row.usd ?? 0));
  const cells = shown.map((row) => groupRow(row, total, bar(largest === 0 ? 0 : (row.usd ?? 0) / largest)));
  const days = isTime(by) ? rows.filter(({ key }) => key !== null) : [];
  return html`
<section>
<h2>By ${heads[by]}</h2>${days.length < 2 ? '' : chartOf(by, days)}${htmlTable(`Cost by ${heads[by]}`, groupHead(groups, 'chart'), cells)}${more(hidden)}
</section>`;
}

/** @param rows in order of time, all with a key */
function chartOf(by: Dimension, rows: ReportGroups['rows']): Markup {
  const costOf = new Map(rows.map(({ key, usd: cost }) => [key as string, cost ?? 0]));
  const [first = '', last = ''] = [rows[0]?.key ?? '', rows.at(-1)?.key ?? ''];
  const times = timesBetween(by, first, last);
  const values = times.map((time) => costOf.get(time) ?? 0);
  const label = `Cost from ${first} to ${last}, at most ${usd(Math.max(...values))}`;
  return columnsChart(label, values, times, first, last);
}

/** Every hour, day, week or month of the period, including those without calls. */
function timesBetween(by: Dimension, first: string, last: string): string[] {
  const times: string[] = [];
  const next = followers[by];
  for (let time = first; next !== undefined && time <= last && times.length < mostTimes; time = next(time))
    times.push(time);
  return times;
}

const after = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();

/** What follows on an hour, a day ... as their groups are named. Hours are counted as if in UTC. */
const followers: { [by in Dimension]?: (time: string) => string } = {
  hour: (hour) =>
    after(`${hour.replace(' ', 'T')}Z`, 3_600_000)
      .slice(0, 16)
      .replace('T', ' '),
  day: (day) => after(day, 86_400_000).slice(0, 10),
  week: (day) => after(day, 7 * 86_400_000).slice(0, 10),
  month: (month) => after(`${month}-01`, 31 * 86_400_000).slice(0, 7),
};

/** Maximum columns of a chart: only the beginning of a longer period is drawn; the table has all of it. */
const mostTimes = 4000;

const more = (hidden: number): Markup | string =>
  hidden === 0
    ? ''
    : html`
<p>${whole(hidden)} more rows are not shown.</p>`;

function tasksSection({ tasks: { dearest: mostExpensive } }: LogReport, top: number): Markup | string {
  if (mostExpensive.length < 2) return '';
  const rows = mostExpensive
    .slice(0, top)
    .map((one): HtmlCell[] => [
      ...taskRow(one),
      one.solved === null ? 'unknown' : one.solved ? 'yes' : 'no',
      shownName(one.project),
    ]);
  return html`
<section>
<h2>Dearest tasks</h2>${htmlTable('Dearest tasks', ['task', 'cost', 'calls', 'cached', 'solved', 'project'], rows)}
</section>`;
}

function wasteSection(report: LogReport): Markup {
  const seen = seenWaste(report);
  const rows = seen.map((one): HtmlCell[] => [...wasteRow(one), one.meaning]);
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

function cacheSection(report: LogReport): Markup | string {
  const seen = seenCacheCauses(report);
  if (seen.length === 0) return '';
  const lifetime = lifetimeSentence(report);
  const rows = seen.map((one): HtmlCell[] => [...cacheRow(one, report), one.meaning]);
  return html`
<section>
<h2>Why prompts were not read from the cache</h2>
<p>${cacheTotal(report)}.</p>${htmlTable('Causes', ['cause', ...cacheHead.slice(1), 'what is counted'], rows)}${
    lifetime === null
      ? ''
      : html`
<p>${lifetime}</p>`
  }
</section>`;
}

function savingSection(report: LogReport): Markup | string {
  if (report.savings.length === 0) return '';
  const rows = report.savings.map((one): HtmlCell[] => [...savingRow(one, report), one.assumes]);
  return html`
<section>
<h2>What would have cost less</h2>
<p>Each line alone, from these calls: the lines overlap.</p>${htmlTable('Savings', ['change', ...savingHead.slice(1), 'assumes'], rows)}
</section>`;
}

function unpricedSection({ unpriced }: LogReport, top: number): Markup | string {
  if (unpriced.length === 0) return '';
  const rows = unpriced
    .slice(0, top)
    .map((one): HtmlCell[] => [...unpricedRow(one), one.reason && printable(one.reason)]);
  return html`
<section>
<h2>Without a price, and in no sum above</h2>${htmlTable('Models without a price', ['model', 'calls', 'prompt', 'output', 'why'], rows)}${more(Math.max(0, unpriced.length - top))}
</section>`;
}

function gapSection({ logged }: LogReport, top: number): Markup | string {
  if (logged === null) return '';
  const gaps = widestGaps(logged.gaps);
  const rows = gaps.slice(0, top).map((gap): HtmlCell[] => [...gapRow(gap), gap.meaning]);
  return html`
<section>
<h2>Dollars that the log recorded</h2>
<p>${usd(logged.usd)}: ${signed(logged.gapUsd)} against our prices.</p>${htmlTable('Dollars in the log against our prices', [...gapHead, 'meaning'], rows)}${more(Math.max(0, gaps.length - top))}
</section>`;
}

const notesSection = ({ notes }: LogReport): Markup | string =>
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

/** Numbers are right-aligned; markup is inserted as it is. */
export type HtmlCell = ReportCell | Markup;

/** A table whose first column names its rows. */
export const htmlTable = (label: string, head: readonly string[], rows: readonly HtmlCell[][]): Markup => html`
<section class="scroll" aria-label="${label}" tabindex="0">
<table>
<thead><tr>${head.map((name, column) => headCell(name, isNumber(rows[0]?.[column])))}</tr></thead>
<tbody>${rows.map(
  ([name = null, ...cells]) => html`
<tr><th scope="row">${name ?? '–'}</th>${cells.map(bodyCell)}</tr>`,
)}
</tbody>
</table>
</section>`;

const isNumber = (cell: HtmlCell | undefined): boolean => typeof cell === 'object' && cell !== null && 'number' in cell;

const headCell = (name: string, toTheRight: boolean): Markup =>
  toTheRight ? html`<th scope="col" class="num">${name}</th>` : html`<th scope="col">${name}</th>`;

function bodyCell(cell: HtmlCell): Markup {
  if (cell === null) return html`<td class="num">–</td>`;
  if (typeof cell === 'object' && 'number' in cell) return html`<td class="num">${cell.number}</td>`;
  return html`<td>${cell}</td>`;
}

/** A bar next to its value: the value is in the table, so the picture needs no label. */
const bar = (part: number): Markup =>
  html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect y="2" width="${percentOf(part)}" height="6"/></svg>`;

/** Columns over time; the table below has their values. */
function columnsChart(
  label: string,
  values: readonly number[],
  times: readonly string[],
  first: string,
  last: string,
): Markup {
  const largest = Math.max(...values);
  const bars = values.map((value, index) => {
    const height = largest === 0 ? 0 : percentOf(value / largest);
    const said = `${times[index]}\n${usd(value)}`;
    return html`<g><title>${said}</title><rect x="${index * 10 + 1}" y="${100 - height}" width="8" height="${height}"/></g>`;
  });
  return html`
<svg class="days" viewBox="0 0 ${values.length * 10} 100" preserveAspectRatio="none" role="img" aria-label="${label}">${bars}</svg>
<p class="ends"><span>${first}</span><span>${last}</span></p>`;
}

/** With two decimals; positive values are large enough to see. */
const percentOf = (part: number): number => (part > 0 ? Math.max(0.5, Math.round(part * 10_000) / 100) : 0);
