/** The report on a log as one HTML file: no script, nothing loaded, everything from the log escaped. */
import { markup as html, Markup } from '../../core/values/markup.ts';
import { printable } from '../../core/values/printable.ts';
import { usd, whole } from '../../core/values/rounded.ts';
import type { Dimension } from './log-report.ts';
import type { LogReport, ReportGroups } from './report-of.ts';
import { type Section, type SectionCell, type SectionTable, sectionsOf } from './report-sections.ts';
import { caveats, facts, headline } from './report-words.ts';

/** What the page shows beside the report. */
export interface HtmlOptions {
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
</dl>${caveats(report).map(paragraph)}`,
    main: html`${planSection(plan)}${reportSections(report, top)}`,
    ...{ datasetVersion, files, sha256 },
  });
}

const planSection = (lines: readonly string[]): Markup | '' =>
  lines.length === 0
    ? ''
    : html`
<section>
<h2>Plan</h2>${lines.map(paragraph)}
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
  html`${sectionsOf(report, { top, tasks: top }).map(sectionHtml)}`;

export const sectionHtml = ({ title, words, chart, table, after, items }: Section): Markup => html`
<section>
<h2>${title}</h2>${words === undefined ? '' : paragraph(words)}${chart === undefined ? '' : chartOf(chart.by, chart.rows)}${
  table === undefined ? '' : tableHtml(table)
}${after === undefined ? '' : paragraph(after)}${
  items === undefined
    ? ''
    : html`
<ul>${items.map(
        (item) => html`
<li>${item}</li>`,
      )}
</ul>`
}
</section>`;

export const paragraph = (text: string): Markup => html`
<p>${text}</p>`;

const tableHtml = ({ label, head, rows, meaning, hidden }: SectionTable): Markup =>
  html`${htmlTable(
    label,
    meaning === null ? head : [...head, meaning.head],
    rows.map((cells, row) => [...cells.map(inHtml), ...(meaning === null ? [] : [meaning.texts[row] ?? null])]),
  )}${hidden === 0 ? '' : paragraph(`${whole(hidden)} more rows are not shown.`)}`;

const inHtml = (cell: SectionCell): HtmlCell =>
  typeof cell === 'object' && cell !== null && 'bar' in cell ? bar(cell.bar) : cell;

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

/** Numbers are right-aligned; markup is inserted as it is. */
type HtmlCell = Exclude<SectionCell, { bar: number }> | Markup;

/** A table whose first column names its rows. */
const htmlTable = (label: string, head: readonly string[], rows: readonly HtmlCell[][]): Markup => html`
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

/** Columns over time; the table below has their values. @param rows in order of time, all with a key */
function chartOf(by: Dimension, rows: ReportGroups['rows']): Markup {
  const costOf = new Map(rows.map(({ key, usd: cost }) => [key as string, cost ?? 0]));
  const [first = '', last = ''] = [rows[0]?.key ?? '', rows.at(-1)?.key ?? ''];
  const times = timesBetween(by, first, last);
  const values = times.map((time) => costOf.get(time) ?? 0);
  const largest = Math.max(...values);
  const label = `Cost from ${first} to ${last}, at most ${usd(largest)}`;
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

const reportStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #57606a; --line: #d0d7de; --ground: #ffffff; --bar: #0969da; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --dim: #9aa4ae; --line: #3d444d; --ground: #0d1117; --bar: #58a6ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; color: var(--ink); background: var(--ground); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
p, li { max-width: 50rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 1rem 0; }
dt { color: var(--dim); }
dd { margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.6rem 0.25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td, th { overflow-wrap: break-word; }
th { font-weight: 600; }
thead th { color: var(--dim); white-space: nowrap; }
tbody th { min-width: 8rem; font-weight: 400; }
.num { text-align: right; white-space: nowrap; }
svg { display: block; fill: var(--bar); }
.bar { width: 8rem; height: 1.5em; }
.days { width: 100%; height: 8rem; border-bottom: 1px solid var(--line); }
.ends { display: flex; max-width: none; justify-content: space-between; color: var(--dim); font-size: 0.85rem; margin: 0.2rem 0 1rem; }
footer { margin-top: 2rem; color: var(--dim); font-size: 0.85rem; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.4rem; } }
@media print {
  :root { --ink: #000000; --dim: #333333; --line: #999999; --ground: #ffffff; --bar: #555555; }
  body { max-width: none; font-size: 10pt; }
  .scroll { overflow: visible; }
  tr, svg { break-inside: avoid; }
  h2 { break-after: avoid; }
  svg { print-color-adjust: exact; }
}
`;
