/** Every run of a board as a table: what the chart shows, and the list price. */
import { type Markup, markup } from '../../../runtime/core/values/markup.ts';
import type { BoardRow, BoardView } from '../../../runtime/site/boards/board-view.ts';
import { lookOf, swatch } from '../../../runtime/site/boards/looks.ts';
import { placeByList } from '../../../runtime/site/boards/orders.ts';
import { providerKey } from '../../../runtime/site/boards/shown.ts';
import {
  count,
  dollars,
  listPrice,
  ordinal,
  percent,
  rowName,
  successInterval,
  usdInterval,
} from '../../../runtime/site/boards/words.ts';
import { percentSign } from '../../../runtime/site/figures.ts';

/** @param modelLink address of a model's page, relative to this page; null: it has none */
export function rowsTable(view: BoardView, modelLink: (modelId: string) => string | null): Markup {
  const placeOf = placeByList(view);
  const alike = (row: BoardRow) => view.rows.filter((other) => rowName(other) === rowName(row)).length > 1;
  return markup`<section class="scroll" tabindex="0" aria-label="All runs"><table class="runs cards">
<caption>${view.rows.length} runs on ${view.benchmark} in ${view.harness}, cheapest per solved task first. ${view.pairs === null ? '' : `The last column compares one run of each model, at high effort or the nearest to it.`}</caption>
<thead><tr><th scope="col" class="needs-script no-print">Pin</th><th scope="col">Model and effort</th><th scope="col" class="num">Solved<br><span class="unit">95${percentSign} interval</span></th>
<th scope="col" class="num">$ per solved task<br><span class="unit">95${percentSign} interval</span></th><th scope="col" class="num">$ per task</th><th scope="col" class="num">Calls</th>
<th scope="col" class="num">List price<br><span class="unit">input / output</span></th><th scope="col" class="num">Same work<br><span class="unit">at list price</span></th><th scope="col">Place by list price, and measured</th></tr></thead>
<tbody>${view.rows.map((row) => tableRow(row, view, modelLink, placeOf(row), alike(row)))}</tbody>
</table></section>`;
}

type Places = ReturnType<ReturnType<typeof placeByList>>;

function tableRow(
  row: BoardRow,
  view: BoardView,
  modelLink: (modelId: string) => string | null,
  places: Places,
  isAlike: boolean,
): Markup {
  const link = row.modelId === null ? null : modelLink(row.modelId);
  const name = link === null ? row.name : markup`<a href="${link}">${row.name}</a>`;
  const details = [row.effort === null ? '' : `${row.effort} effort`, isAlike ? (row.config ?? row.on) : ''];
  const detail = details.filter((part) => part !== '').join(', ');
  return markup`
<tr data-key="${row.key}" data-provider="${providerKey(row.provider)}" data-solved="${row.successRate}"><td class="needs-script no-print pin" data-label="Pin"><input type="checkbox" data-pin="${row.key}" aria-label="Pin ${rowName(row)}${isAlike ? `, ${row.config ?? row.on}` : ''}"></td>
<th scope="row">${swatch(lookOf(row, view))} ${name}${detail === '' ? '' : markup` <span class="unit">${detail}</span>`}${row.onFront ? markup` <span class="tag">front</span>` : ''}</th>
<td class="num" data-label="Solved">${percent(row.successRate)}<br><span class="unit">${successInterval(row)}</span></td>
<td class="num" data-label="$ per solved task">${dollars(row.usdPerSolvedTask)}<br><span class="unit">${usdInterval(row)}</span></td>
<td class="num" data-label="$ per task">${dollars(row.usdPerTask)}${row.usdBasis === 'recorded' ? markup`<br><span class="unit">as recorded</span>` : ''}</td>
<td class="num" data-label="Calls">${count(row.calls)}</td>
<td class="num" data-label="List price">${row.listInput === null ? '–' : `${listPrice(row.listInput)} / ${listPrice(row.listOutput)}`}</td>
<td class="num" data-label="Same work">${dollars(row.sameWorkUsdPerTask)}</td>
<td data-label="Places">${placesInWords(places)}</td></tr>`;
}

/** The two places; tagged if they are at least a third of the models apart. */
function placesInWords(places: Places): Markup | string {
  if (places === null) return '–';
  const { list, measured, of } = places;
  const far = Math.abs(list - measured) * 3 >= of;
  const tag = !far ? '' : measured > list ? 'costlier than it looks' : 'cheaper than it looks';
  return markup`${ordinal(list)}, ${ordinal(measured)} of ${of}${tag === '' ? '' : markup` <span class="tag">${tag}</span>`}`;
}
