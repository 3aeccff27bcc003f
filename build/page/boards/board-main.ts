/** The content of a board's page, readable without JavaScript. */

import { basePath } from '../../../runtime/api/routes.ts';
import { type Markup, markup } from '../../../runtime/core/values/markup.ts';
import type { BoardView } from '../../../runtime/site/boards/board-view.ts';
import { swatch } from '../../../runtime/site/boards/looks.ts';
import {
  againstOf,
  answer,
  figure,
  frontTable,
  listPriceOrder,
  otherBoardOrder,
  pinnedTable,
} from '../../../runtime/site/boards/parts.ts';
import { everything, mostPinned, providerKey } from '../../../runtime/site/boards/shown.ts';
import { unbroken } from '../../../runtime/site/figures.ts';
import { rowsTable } from './rows-table.ts';

export interface BoardLinks {
  /** Addresses from this page. */
  board(id: string): string;
  model(modelId: string): string | null;
  /** Root of the site, '' or '../'. */
  root: string;
}

export function boardMain(view: BoardView, boards: readonly BoardView[], links: BoardLinks): Markup {
  const against = againstOf(view, everything);
  return markup`<h1>Which model?</h1>
<p class="lead">Cheap tokens can make an expensive task. What counts is the measured cost of a <em>solved</em> task; a ranking holds for its own board only.</p>
<nav class="boards-nav no-print" aria-label="Boards"><ul>${boards.map(
    ({ id, name }) =>
      markup`<li><a href="${links.board(id)}"${id === view.id ? markup` aria-current="page"` : ''}>${name}</a></li>`,
  )}</ul></nav>
<section aria-labelledby="board-name">
<h2 id="board-name">${view.name}</h2>
<p class="muted">${view.harness}. ${view.tasks === null ? '' : `${view.tasks} tasks, `}${view.runs}.</p>
<p class="sentence" id="cheapest" aria-live="polite">${answer(view, everything)}</p>
<div class="filters needs-script no-print">
<div class="field"><label for="solves">Solves at least</label><div class="box"><input type="text" id="solves" inputmode="decimal" autocomplete="off" value="0" aria-describedby="solves-help"><span class="unit">% of tasks</span></div><p class="help" id="solves-help">0 to 100</p></div>
<details class="more"><summary>Only some providers</summary><fieldset><legend class="visually-hidden">Only these providers</legend><div class="chips">${view.providers.map(
    ({ id, name, look }) =>
      markup`<label class="chip"><input type="checkbox" data-filter="provider" value="${providerKey(id)}"> ${swatch(look)} ${name}</label>`,
  )}</div></fieldset></details>
</div>
<figure class="chart"><figcaption>Success against dollars per solved task</figcaption>
<ul class="legend">${view.providers.map(({ name, look }) => markup`<li>${swatch(look)} ${name}</li>`)}</ul>
<div id="picture">${figure(view, everything)}</div></figure>
<div id="front">${frontTable(view, everything)}</div>
</section>
<section class="needs-script" aria-labelledby="side-by-side"><h2 id="side-by-side">Side by side</h2><div id="pinned">${pinnedTable(view, everything)}</div></section>
<div class="orders"><section aria-labelledby="list-price"><h2 id="list-price">List price against what was paid</h2>
${listPriceOrder(view)}</section>
<section aria-labelledby="elsewhere"><h2 id="elsewhere">The same models elsewhere</h2>
${against === null ? '' : markup`<div class="field needs-script no-print"><label for="against">Other board</label><select id="against">${view.others.map(({ id, name, harness }) => markup`<option value="${id}"${id === against.id ? markup` selected` : ''}>${name}, ${harness}</option>`)}</select></div>`}
<div id="other-board">${otherBoardOrder(view, everything)}</div></section></div>
<section aria-labelledby="all-runs"><h2 id="all-runs">Every run</h2>
<p class="small muted needs-script no-print">Pin up to ${mostPinned} to compare them.</p>
${rowsTable(view, links.model)}</section>
<section aria-labelledby="board-sources"><h2 id="board-sources">Sources and notes</h2>
<ul class="measure">${view.notes.map((note) => markup`<li>${unbroken(note)}</li>`)}</ul>
<ul class="measure">${view.sources.map(({ name, on, note }) => markup`<li>${name}, read ${on}${note ? markup`: ${note}` : ''}</li>`)}</ul>
<p class="small">The same data: <a href="${links.root}${basePath.slice(1)}/measured/${view.id}.json">JSON of this board</a>, <a href="${links.root}${basePath.slice(1)}/measured.csv">CSV of all</a>.</p></section>`;
}
