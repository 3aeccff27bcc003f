/** The parts of a board's page that depend on the filters; drawn by the build, then redrawn by the script. */

import { isOnFront } from '../../core/benchmarks/front.ts';
import { type Markup, markup } from '../../core/values/markup.ts';
import { percentSign } from '../figures.ts';
import type { BoardRow, BoardView, OtherBoard } from './board-view.ts';
import { type ModelOrder, orderByListPrice, orderOnBoth, placesBy } from './orders.ts';
import { isDrawn, leastDrawn, picture } from './picture.ts';
import { cheapestOf, isShown, mostPinned, type Shown } from './shown.ts';
import { slopegraph } from './slopegraph.ts';
import { count, dollars, listPrice, percent, rowName, successInterval, usdInterval } from './words.ts';

const shownRows = (view: BoardView, shown: Shown): BoardRow[] => view.rows.filter((row) => isShown(row, shown));

/** One sentence: the cheapest row that solves the requested share. */
export function answer(view: BoardView, shown: Shown): Markup {
  const rows = shownRows(view, shown);
  const best = cheapestOf(rows);
  const asked = shown.solves > 0 ? `that solves at least ${shown.solves}${percentSign}` : 'per solved task';
  if (best !== null) {
    return markup`Cheapest ${asked} on this board: <strong>${rowName(best)}</strong>, <strong>${dollars(best.usdPerSolvedTask)}</strong> per solved task (95${percentSign} interval ${usdInterval(best)}); it solves ${percent(best.successRate)}.`;
  }
  const among = view.rows.filter((row) => row.usdPerSolvedTask !== null && isShown(row, { ...shown, solves: 0 }));
  const most = among.reduce<BoardRow | null>((a, b) => (a === null || b.successRate > a.successRate ? b : a), null);
  return most === null
    ? markup`No run by these providers has a known cost here.`
    : markup`No run with a known cost solves ${shown.solves}${percentSign} here: the best is ${percent(most.successRate)}, by ${rowName(most)}.`;
}

/** The picture in both sizes, and what it leaves out. */
export function figure(view: BoardView, shown: Shown): Markup {
  const wide = picture(view, shown, 'wide');
  if (wide === null) return markup`<p>Fewer than two runs have a known cost: too few for a chart.</p>`;
  const left = view.rows.filter((row) => !isDrawn(row));
  const few = left.filter(({ usdPerSolvedTask }) => usdPerSolvedTask !== null);
  const unpriced = left.length - few.length;
  const recorded = view.rows.some(({ usdBasis }) => usdBasis === 'recorded');
  const repriced = view.rows.some(({ usdBasis }) => usdBasis === 'repriced');
  return markup`${wide}
${picture(view, shown, 'narrow') ?? ''}
<p class="small muted">The stepped line is the front: no other run solves as much for as little. Crosses are 95${percentSign} intervals of the front and of pinned runs; a line joins one model's efforts.
${recorded && repriced ? 'Hollow marks are dollars as recorded, at the prices of the day; the others use the prices in force.' : recorded ? 'All dollars are as recorded, at the prices of the day.' : 'All dollars are recorded tokens at the prices in force.'}
${few.length > 0 ? `Not drawn, because ${few.length === 1 ? 'it solves' : 'they solve'} fewer than ${leastDrawn * 100}${percentSign} of the tasks: ${few.map(rowName).join('; ')}.` : ''}
${unpriced > 0 ? `Not drawn, because no dollars or tokens were recorded: ${unpriced} ${unpriced === 1 ? 'run' : 'runs'}.` : ''}</p>`;
}

/** The front as a table: what each higher share of solved tasks costs. */
export function frontTable(view: BoardView, shown: Shown): Markup {
  const rows = shownRows(view, shown);
  const front = rows.filter((row) => isOnFront(row, rows)).sort((a, b) => a.successRate - b.successRate);
  if (front.length === 0) return markup``;
  return markup`<section class="scroll" tabindex="0" aria-label="The front"><table>
<caption>The cheapest run for each share solved</caption>
<thead><tr><th scope="col" class="num">Solved</th><th scope="col">Model</th><th scope="col" class="num">$ per solved task</th><th scope="col" class="num">95${percentSign} interval</th></tr></thead>
<tbody>${front.map((row) => markup`<tr><td class="num">${percent(row.successRate)}</td><th scope="row">${rowName(row)}</th><td class="num">${dollars(row.usdPerSolvedTask)}</td><td class="num">${usdInterval(row)}</td></tr>`)}</tbody>
</table></section>`;
}

/** The order by list price against the measured order. */
export function listPriceOrder(view: BoardView): Markup {
  const models = orderByListPrice(view);
  if (view.pairs === null || models.length < 2)
    return markup`<p>Too few models of the price list were measured here to compare orders.</p>`;
  const { pairs, wrongOrder, wrongOrderPct } = view.pairs;
  return markup`<p class="measure">Of ${pairs} pairs of models, <strong>${wrongOrder} (${wrongOrderPct}${percentSign})</strong> are in the wrong order by list price: the model that is cheaper for the same work costs more per solved task.</p>
<figure class="chart"><section class="scroll plain" tabindex="0" aria-label="Orders by list price and as measured">${slopegraph('list-order', models, view, { left: ['By list price,', 'the same work assumed'], right: ['Measured,', 'per solved task'] })}</section></figure>
${orderTable(models, 'By list price', 'Measured')}`;
}

export function otherBoardOrder(view: BoardView, shown: Shown): Markup {
  const other = againstOf(view, shown);
  if (other === null) return markup`<p>No other board has three of these models.</p>`;
  const { models, pairs } = orderOnBoth(view, other);
  return markup`<p class="measure">${models.length} models are also on ${other.name} in ${other.harness}. ${pairs === null ? '' : markup`Of ${pairs.pairs} pairs of them, <strong>${pairs.wrongOrder} (${pairs.wrongOrderPct}${percentSign})</strong> are in another order there.`}</p>
<figure class="chart"><section class="scroll plain" tabindex="0" aria-label="Orders on two boards">${slopegraph('other-order', models, view, { left: [other.name, other.harness], right: [view.benchmark, view.harness] })}</section></figure>
${orderTable(models, other.name, view.benchmark)}`;
}

export const againstOf = (view: BoardView, { against }: Shown): OtherBoard | null =>
  view.others.find(({ id }) => id === against) ?? view.others[0] ?? null;

function orderTable(models: readonly ModelOrder[], left: string, right: string): Markup {
  const from = placesBy(models, (model) => model.left);
  const to = placesBy(models, (model) => model.right);
  const sorted = [...models].sort((a, b) => (to.get(a.key) ?? 0) - (to.get(b.key) ?? 0));
  return markup`<details><summary>As a table</summary><section class="scroll" tabindex="0" aria-label="Places: ${left}, ${right}"><table>
<thead><tr><th scope="col">Model</th><th scope="col" class="num">${left}</th><th scope="col" class="num">Place</th><th scope="col" class="num">${right}</th><th scope="col" class="num">Place</th></tr></thead>
<tbody>${sorted.map((model) => markup`<tr><th scope="row">${rowName(model)}</th><td class="num">${dollars(model.left)}</td><td class="num">${from.get(model.key) ?? ''}</td><td class="num">${dollars(model.right)}</td><td class="num">${to.get(model.key) ?? ''}</td></tr>`)}</tbody>
</table></section></details>`;
}

/** The rows of the comparison of pinned runs. */
const compared: readonly (readonly [string, (row: BoardRow) => string])[] = [
  ['Solved', (row) => percent(row.successRate)],
  [`95${percentSign} interval`, successInterval],
  ['$ per solved task', (row) => dollars(row.usdPerSolvedTask)],
  [`95${percentSign} interval`, usdInterval],
  ['$ per task, solved or not', (row) => dollars(row.usdPerTask)],
  ['List price, input / output', (row) => `${listPrice(row.listInput)} / ${listPrice(row.listOutput)}`],
  ['Same work at list price', (row) => dollars(row.sameWorkUsdPerTask)],
  ['Calls', (row) => count(row.calls)],
  ['Input tokens', (row) => count(row.inputTokens)],
  ['of which cached', (row) => count(row.cachedTokens)],
  ['Output tokens', (row) => count(row.outputTokens)],
  ['Run on', (row) => row.on],
];

/** Pinned runs side by side. */
export function pinnedTable(view: BoardView, { pinned }: Shown): Markup {
  const rows = pinned.flatMap((key) => view.rows.find((row) => row.key === key) ?? []);
  if (rows.length === 0)
    return markup`<p class="muted">Nothing is pinned. Pin up to ${mostPinned} runs in the table below, or click their points.</p>`;
  return markup`<section class="scroll" tabindex="0" aria-label="Pinned runs"><table class="pinned-runs">
<thead><tr><th scope="col">Run</th>${rows.map((row) => markup`<th scope="col" class="num">${rowName(row)}<br><button type="button" class="button link no-print" data-unpin="${row.key}" aria-label="Unpin ${rowName(row)}">Unpin</button></th>`)}</tr></thead>
<tbody>${compared.map(([label, value]) => markup`<tr><th scope="row">${label}</th>${rows.map((row) => markup`<td class="num">${value(row)}</td>`)}</tr>`)}</tbody>
</table></section>`;
}
