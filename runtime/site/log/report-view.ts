/** The report on a log as HTML. */
import { type Markup, markup } from '../../core/values/markup.ts';
import type { LogReport, ReportGroups, ReportSums } from '../../logs/report/log-report.ts';
import { grouped, percent, usd } from '../figures.ts';
import type { LogRead } from './log-messages.ts';

/** At most this many groups get a row; the report as JSON has them all. */
const mostRows = 30;

export function reportView({ report, files, unread, seconds }: LogRead): Markup {
  const { total } = report;
  if (total.calls === 0)
    return markup`<p class="notice">No model calls were found in these files.</p>${filesView({ files, unread, seconds })}`;
  return markup`<div class="answer">
<p class="big">${amount(total.usd)}</p>
<p class="sentence">${calls(total.calls)}${span(report)}. ${cacheSentence(total)} ${unpricedSentence(total)}</p>
</div>
<div class="row no-print"><button type="button" class="button quiet" data-save="report">Download JSON</button></div>
${wasteView(report)}
${solvedView(report)}
${report.groups.map((groups) => groupsView(groups, total.usd ?? 0))}
${unpricedView(report)}
${loggedView(report)}
${report.notes.length === 0 ? '' : markup`<h2>Notes</h2><ul>${report.notes.map((note) => markup`<li>${note}</li>`)}</ul>`}
${filesView({ files, unread, seconds })}`;
}

const amount = (dollars: number | null): string => (dollars === null ? 'unknown' : usd(dollars));

const span = ({ from, until }: LogReport): string =>
  from === null || until === null ? '' : from === until ? ` on ${from}` : ` from ${from} to ${until}`;

const cacheSentence = ({ cachedPct }: ReportSums): string =>
  cachedPct === null ? '' : `${percent(cachedPct)} of the prompts came from the cache.`;

const unpricedSentence = ({ unpricedCalls }: ReportSums): string =>
  unpricedCalls === 0
    ? ''
    : `${calls(unpricedCalls)} ${unpricedCalls === 1 ? 'has' : 'have'} no price here and ${unpricedCalls === 1 ? 'is' : 'are'} not in the amount.`;

export const calls = (count: number): string => `${grouped(count)} ${count === 1 ? 'call' : 'calls'}`;

function wasteView({ waste, total }: LogReport): Markup {
  const seen = waste.causes.filter((one) => one.calls > 0);
  if (seen.length === 0) return markup``;
  const whole = total.usd ?? 0;
  return markup`<h2>Waste that the log shows</h2>
<p>${usd(waste.usd)}${waste.pct === null ? '' : `, ${percent(waste.pct)} of the bill`}, each dollar under the first cause that applies.</p>
<dl class="bars">${seen.map(
    ({ cause, calls: count, usd: wasted }) =>
      markup`<div><dt>${words(cause)} <span class="unit">${calls(count)}</span></dt><dd>${bar(wasted, whole)}<span class="value">${usd(wasted)}</span></dd></div>`,
  )}</dl>
<ul class="small muted">${seen.map(({ cause, meaning }) => markup`<li>${words(cause)}: ${meaning}</li>`)}</ul>`;
}

/** retriedCalls: Retried calls. */
const words = (name: string): string =>
  name
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/[A-Z]/g, (letter, at) => (at === 0 ? letter : ` ${letter.toLowerCase()}`));

const bar = (part: number, whole: number): Markup =>
  markup`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="hue-1" width="${whole <= 0 ? 0 : Math.round(Math.min(1, part / whole) * 1000) / 10}" height="8"/></svg>`;

function solvedView({ tasks }: LogReport): Markup {
  if (tasks.solved + tasks.failed === 0) return markup``;
  return markup`<h2>Solved tasks</h2>
<p>${grouped(tasks.solved)} solved, ${grouped(tasks.failed)} not${tasks.unknown > 0 ? `, ${grouped(tasks.unknown)} unknown` : ''}: <strong>${amount(tasks.usdPerSolved)}</strong> per solved task.</p>`;
}

const headings: Partial<Record<ReportGroups['by'], string>> = {
  model: 'By model',
  day: 'By day',
  project: 'By project',
  session: 'By session',
};

function groupsView({ by, rows, others }: ReportGroups, whole: number): Markup {
  const [only] = rows;
  // A single group adds nothing to the total.
  if (only === undefined || (by !== 'model' && rows.length === 1)) return markup``;
  const shown = by === 'day' ? rows.slice(-mostRows) : rows.slice(0, mostRows);
  const left = rows.length - shown.length + (others?.groups ?? 0);
  return markup`<h2>${headings[by] ?? by}</h2>
<section class="scroll" tabindex="0" aria-label="${headings[by] ?? by}"><table>
<thead><tr><th scope="col">${words(by)}</th><th scope="col" class="num">Cost</th><th scope="col" class="no-print">Share of the bill</th><th scope="col" class="num">Calls</th><th scope="col" class="num">Input</th><th scope="col" class="num">Cached</th><th scope="col" class="num">Output</th></tr></thead>
<tbody>${shown.map(
    (row) =>
      markup`<tr><th scope="row">${row.key ?? 'not logged'}</th><td class="num">${amount(row.usd)}</td><td class="no-print">${bar(row.usd ?? 0, whole)}</td><td class="num">${grouped(row.calls)}</td><td class="num">${grouped(row.input + row.cachedInput + row.cacheWrite + row.cacheWrite1h)}</td><td class="num">${row.cachedPct === null ? '–' : percent(row.cachedPct)}</td><td class="num">${grouped(row.output)}</td></tr>`,
  )}</tbody></table></section>
${left > 0 ? markup`<p class="small muted">${grouped(left)} more in the JSON.</p>` : ''}`;
}

function unpricedView({ unpriced }: LogReport): Markup {
  if (unpriced.length === 0) return markup``;
  return markup`<h2>Without a price</h2>
<section class="scroll" tabindex="0" aria-label="Without a price"><table>
<thead><tr><th scope="col">Model as logged</th><th scope="col" class="num">Calls</th><th scope="col">Why</th></tr></thead>
<tbody>${unpriced.slice(0, mostRows).map((row) => markup`<tr><th scope="row">${row.model ?? 'others'}</th><td class="num">${grouped(row.calls)}</td><td>${row.reason ?? '–'}</td></tr>`)}</tbody></table></section>`;
}

function loggedView({ logged }: LogReport): Markup {
  if (logged === null) return markup``;
  return markup`<h2>What the log itself recorded</h2>
<p>${usd(logged.usd)} for calls that cost ${usd(logged.ourUsd)} at list prices: a difference of ${usd(logged.gapUsd)}.</p>
${
  logged.gaps.length === 0
    ? ''
    : markup`<section class="scroll" tabindex="0" aria-label="Differences"><table>
<thead><tr><th scope="col">Cause</th><th scope="col">Model</th><th scope="col" class="num">Calls</th><th scope="col" class="num">Logged</th><th scope="col" class="num">At list prices</th><th scope="col" class="num">Difference</th></tr></thead>
<tbody>${logged.gaps.slice(0, mostRows).map((gap) => markup`<tr><th scope="row">${gap.meaning}</th><td>${gap.model ?? '–'}</td><td class="num">${grouped(gap.calls)}</td><td class="num">${amount(gap.loggedUsd)}</td><td class="num">${amount(gap.ourUsd)}</td><td class="num">${amount(gap.gapUsd)}</td></tr>`)}</tbody></table></section>`
}`;
}

/** How each file was read, including everything that was not understood. */
function filesView({ files, unread, seconds }: Pick<LogRead, 'files' | 'unread' | 'seconds'>): Markup {
  const broken = files.flatMap((file) => file.brokenLines.map((line) => ({ file: file.name, ...line })));
  const all = files.reduce((sum, file) => sum + file.broken, 0);
  return markup`<h2>How it was read</h2>
<p class="small muted">In this browser, in ${seconds.toFixed(1)} seconds. Nothing was sent anywhere.</p>
${unread.map(({ name, reason }) => markup`<div class="notice bad"><p>${name} was not read.</p><pre>${reason}</pre></div>`)}
<section class="scroll" tabindex="0" aria-label="Files"><table>
<thead><tr><th scope="col">File</th><th scope="col">Format</th><th scope="col" class="num">Records</th><th scope="col" class="num">Logged twice</th><th scope="col" class="num">Not understood</th></tr></thead>
<tbody>${files.slice(0, mostRows).map((file) => markup`<tr><th scope="row">${file.name}</th><td>${file.format ?? 'empty'}</td><td class="num">${grouped(file.records)}</td><td class="num">${grouped(file.duplicates)}</td><td class="num">${grouped(file.broken)}</td></tr>`)}</tbody></table></section>
${files.length > mostRows ? markup`<p class="small muted">And ${grouped(files.length - mostRows)} more files.</p>` : ''}
${all === 0 ? '' : markup`<details><summary>${grouped(all)} ${all === 1 ? 'place' : 'places'} not understood</summary><ul>${broken.slice(0, mostRows).map(({ file, line, reason }) => markup`<li>${file}, line ${grouped(line)}: ${reason}</li>`)}</ul></details>`}`;
}
