/** Which model: what was measured on each board, in dollars per solved task. The picture is made by a script. */
import { markup as html, type Markup } from '../../runtime/core/api/markup.ts';
import { basePath } from '../../runtime/core/api/routes.ts';
import type { Board } from '../../runtime/core/measured/board-shapes.ts';
import { boardsOf } from '../../runtime/core/measured/facts.ts';
import { usd } from '../../runtime/page/figures.ts';
import { layout, scrolling } from './layout.ts';
import type { SiteContext } from './site-context.ts';

export function measuredPage(site: SiteContext): string {
  const boards = boardsOf(site.catalog);
  return layout({
    site,
    path: 'measured.html',
    title: 'Which model? Measured success and dollars per solved task',
    description: `What models really did on ${boards.length} benchmarks: share of solved tasks and dollars per solved task, every effort a row, recorded tokens at the prices in force.`,
    nav: 'measured',
    main: html`<h1>Which model?</h1>
<p class="lead">A cheap list price is often the dear task. What counts is dollars per <em>solved</em> task, measured on the same tasks in the same harness. Orders do not carry over from one board to another.</p>
<div id="boards">
<ul>${boards.map((board) => html`<li><a href="#${board.id}">${board.name}</a>: ${board.rows.length} rows</li>`)}</ul>
${boards.map(boardTable)}
</div>`,
  });
}

const boardTable = (board: Board): Markup => html`<h2 id="${board.id}">${board.name}</h2>
<p>${board.harness}; ${board.tasks === null ? '' : `${board.tasks} tasks; `}${board.runs}. <a href="${basePath.slice(1)}/measured/${board.id}.json">JSON</a></p>
${scrolling(
  board.name,
  html`<table class="cards">
<caption>Cheapest per solved task first. ● is on the front: nothing solves more for less.</caption>
<thead><tr><th scope="col">Model</th><th scope="col">Effort</th><th scope="col" class="num">Solved</th><th scope="col" class="num">A solved ${board.unit}</th><th scope="col" class="num">A ${board.unit}</th><th scope="col">Front</th></tr></thead>
<tbody>${board.rows.map(
    (row) => html`
<tr><th scope="row">${row.modelId === null ? row.model : html`<a href="models/${row.modelId}.html">${row.model}</a>`}</th><td data-label="Effort">${row.effort ?? '–'}</td><td class="num" data-label="Solved">${(row.successRate * 100).toFixed(1)} %</td><td class="num" data-label="A solved ${board.unit}">${row.usdPerSolvedTask === null ? '–' : usd(row.usdPerSolvedTask)}</td><td class="num" data-label="A ${board.unit}">${row.usdPerTask === null ? '–' : usd(row.usdPerTask)}</td><td data-label="Front">${row.onFront ? '●' : '–'}</td></tr>`,
  )}
</tbody></table>`,
)}`;
