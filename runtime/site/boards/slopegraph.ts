/** Two orders of the same models side by side: lines cross where the orders disagree. */
import { type Markup, markup } from '../../core/values/markup.ts';
import type { BoardView } from './board-view.ts';
import { at, hueClass, lookOf } from './looks.ts';
import { type ModelOrder, placesBy } from './orders.ts';
import { dollars } from './words.ts';

const width = 510;
const row = 19;
const top = 42;
const sides = { left: 200, right: 290 };

/** The title of one side, in one or two short lines. */
export type OrderTitle = readonly [string, string];

/** The cheapest is at the top of both sides. */
export function slopegraph(
  id: string,
  models: readonly ModelOrder[],
  view: BoardView,
  titles: { left: OrderTitle; right: OrderTitle },
): Markup {
  const left = placesBy(models, (model) => model.left);
  const right = placesBy(models, (model) => model.right);
  const y = (place: number | undefined): number => top + 10 + ((place ?? 1) - 1) * row;
  return markup`<svg class="slopegraph" viewBox="0 0 ${width} ${top + models.length * row + 6}" role="img" aria-labelledby="${id}">
<title id="${id}">The order of ${models.length} models: ${titles.left.join(', ')}, and ${titles.right.join(', ')}. The table below has the places.</title>
${titles.left.map((line, index) => markup`<text class="tick" x="${sides.left}" y="${14 + 14 * index}" text-anchor="end">${line}</text>`)}${titles.right.map((line, index) => markup`<text class="tick" x="${sides.right}" y="${14 + 14 * index}">${line}</text>`)}
${models.map((model) => {
  const [from, to] = [left.get(model.key), right.get(model.key)];
  const far = Math.abs((from ?? 0) - (to ?? 0)) * 3 >= models.length;
  return markup`<g class="slope ${hueClass(lookOf(model, view))}${far ? ' far' : ''}"><path class="line" d="M${sides.left + 8} ${at(y(from))}L${sides.right - 8} ${at(y(to))}"/>
<text x="${sides.left}" y="${at(y(from) + 4)}" text-anchor="end">${model.name} <tspan class="tick">${dollars(model.left)}</tspan></text>
<text x="${sides.right}" y="${at(y(to) + 4)}"><tspan class="tick">${dollars(model.right)}</tspan> ${model.name}</text></g>
`;
})}</svg>`;
}
