/** The chart of a board: success against dollars per solved task, a line for each model through its efforts. */

import { isOnFront } from '../../core/benchmarks/front.ts';
import { efforts } from '../../core/schemas/efforts.ts';
import { type Markup, markup } from '../../core/values/markup.ts';
import { percentSign } from '../figures.ts';
import type { BoardRow, BoardView } from './board-view.ts';
import { at, hueClass, lookOf, mark } from './looks.ts';
import { placeLabels, type Spot, type Wanted } from './place-labels.ts';
import { linearScale, logScale, type Scale } from './scales.ts';
import { isShown, type Shown } from './shown.ts';
import { dollars, percent, rowName, successInterval, tickText, usdInterval } from './words.ts';

/** Two sizes, so that text stays readable on a phone. */
export type PictureSize = 'wide' | 'narrow';

const frames = {
  wide: { width: 960, height: 560, left: 46, right: 16, top: 28, bottom: 46, apart: 44, mark: 1 },
  narrow: { width: 340, height: 420, left: 42, right: 8, top: 28, bottom: 46, apart: 32, mark: 0.75 },
} as const;

/** Font size of all text, as in the style sheet. */
const fontSize = 12;

/** Rows that solve less are in the table only: their dollars per solved task would squeeze all others. */
export const leastDrawn = 0.05;

/** A row with dollars that solves enough to be drawn. */
export const isDrawn = ({ usdPerSolvedTask, successRate }: BoardRow): boolean =>
  usdPerSolvedTask !== null && successRate >= leastDrawn;

/** Null if fewer than two rows have dollars. The axes fit all rows, not only those shown. */
export function picture(view: BoardView, shown: Shown, size: PictureSize): Markup | null {
  const drawn = view.rows.filter(isDrawn);
  if (drawn.length < 2) return null;
  const frame = frames[size];
  const [x, y] = scalesOf(drawn, size);
  const spot = (row: BoardRow): Spot => ({ x: x.at(row.usdPerSolvedTask as number), y: y.at(row.successRate) });
  const rows = drawn.filter((row) => isShown(row, shown));
  const front = rows.filter((row) => isOnFront(row, rows)).sort((a, b) => a.successRate - b.successRate);
  const strong = rows.filter((row) => front.includes(row) || shown.pinned.includes(row.key));
  const labels = placeLabels(
    labelsWanted(rows, strong, size, spot),
    [...rows.map(spot), ...alongFront(front.map(spot), frame)],
    { left: frame.left + 2, right: frame.width - frame.right, top: frame.top, bottom: frame.height - frame.bottom },
    fontSize,
  );
  const clip = `plot-${size}`;
  return markup`<svg class="board-picture ${size}" viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-labelledby="picture-${size}">
<title id="picture-${size}">${view.name}: share of tasks solved against dollars per solved task, ${rows.length} runs. The table below has every value.</title>
<clipPath id="${clip}"><rect x="${frame.left}" y="${frame.top}" width="${frame.width - frame.left - frame.right}" height="${frame.height - frame.top - frame.bottom}"/></clipPath>
${axes(frame, x, y)}
<g clip-path="url(#${clip})">${shown.solves > 0 ? floorLine(frame, y.at(shown.solves / 100)) : ''}${frontLine(front.map(spot), frame)}
${strong.map((row) => intervals(row, view, x, y))}</g>
${seriesOf(rows).map((series) => seriesMarks(series, view, spot, shown, frame.mark))}
<g class="labels">${labels.map(
    ({ text, x: left, y: base, leader }) =>
      markup`${leader ? markup`<path class="leader" d="M${at(leader.x)} ${at(leader.y)}L${at(nearestEnd(leader.x, left, text))} ${at(base - fontSize * 0.35)}"/>` : ''}<text x="${at(left)}" y="${at(base)}">${text}</text>`,
  )}</g>
</svg>`;
}

type Frame = (typeof frames)[PictureSize];

function scalesOf(rows: readonly BoardRow[], size: PictureSize): [Scale, Scale] {
  const { width, height, left, right, top, bottom, apart } = frames[size];
  const usd = rows.map(({ usdPerSolvedTask }) => usdPerSolvedTask as number);
  const rates = rows.map(({ successRate }) => successRate);
  const highest = rows.map(({ successRate, successInterval }) => successInterval?.high ?? successRate);
  const low = Math.max(0, Math.floor((Math.min(...rates) - 0.02) * 20) / 20);
  const high = Math.min(1, Math.ceil(Math.max(...highest) * 20) / 20);
  return [
    logScale([Math.min(...usd) / 1.3, Math.max(...usd) * 1.3], [left, width - right], apart),
    linearScale([low, high], [height - bottom, top], 0.1),
  ];
}

const axes = (
  { width, height, left, right, top, bottom }: Frame,
  x: Scale,
  y: Scale,
): Markup => markup`<g class="scale">
${y.ticks.map((tick) => markup`<path class="gridline" d="M${left} ${at(y.at(tick))}H${width - right}"/><text class="tick" x="${left - 6}" y="${at(y.at(tick) + 4)}" text-anchor="end">${Math.round(tick * 100)}${percentSign}</text>`)}
${x.ticks.map((tick) => markup`<path class="gridline" d="M${at(x.at(tick))} ${top}V${height - bottom}"/><text class="tick" x="${at(x.at(tick))}" y="${height - bottom + 16}" text-anchor="middle">${tickText(tick)}</text>`)}
<text class="tick" x="${left}" y="14">Tasks solved. Better is up and to the left</text>
<text class="tick" x="${width - right}" y="${height - 8}" text-anchor="end">Dollars per solved task (log scale)</text>
</g>`;

/** Steps: from each row of the front on, its share is solved for its dollars or less. */
function frontLine(spots: readonly Spot[], frame: Frame): Markup | '' {
  const [first, ...rest] = spots;
  if (first === undefined) return '';
  const steps = rest.map(({ x, y }) => `H${at(x)}V${at(y)}`).join('');
  return markup`<path class="front" d="M${at(first.x)} ${frame.height - frame.bottom}V${at(first.y)}${steps}H${frame.width - frame.right}"/>`;
}

/** Points along the front, so close together that no name fits between them. */
function alongFront(spots: readonly Spot[], frame: Frame): Spot[] {
  return spots.flatMap(({ x, y }, index) => {
    const next = spots[index + 1]?.x ?? frame.width - frame.right;
    const below = spots[index - 1]?.y ?? frame.height - frame.bottom;
    return [...between(x, next).map((at) => ({ x: at, y })), ...between(y, below).map((at) => ({ x, y: at }))];
  });
}

const between = (from: number, to: number): number[] =>
  Array.from({ length: Math.floor(Math.abs(to - from) / 8) }, (_, index) => from + Math.sign(to - from) * 8 * index);

const floorLine = ({ width, left, right }: Frame, y: number): Markup =>
  markup`<path class="floor" d="M${left} ${at(y)}H${width - right}"/>`;

/** The 95 % interval of success and of dollars, as a cross. */
function intervals(row: BoardRow, view: BoardView, x: Scale, y: Scale): Markup | '' {
  const { successInterval: success, usdPerSolvedInterval: usd, usdPerSolvedTask, successRate } = row;
  if (success === null || usd === null) return '';
  const [cx, cy] = [x.at(usdPerSolvedTask as number), y.at(successRate)];
  const to = usd.high === null ? 1e6 : x.at(usd.high);
  return markup`<path class="interval ${hueOf(row, view)}" d="M${at(cx)} ${at(y.at(success.low))}V${at(y.at(success.high))}M${at(x.at(usd.low))} ${at(cy)}H${at(to)}"/>`;
}

const hueOf = (row: BoardRow, view: BoardView): string => hueClass(lookOf(row, view));

/** Rows of one model, least effort first. */
function seriesOf(rows: readonly BoardRow[]): BoardRow[][] {
  const found = new Map<string, BoardRow[]>();
  for (const row of rows) found.set(row.series, [...(found.get(row.series) ?? []), row]);
  const place = ({ effort }: BoardRow): number => (effort === null ? -1 : efforts.indexOf(effort));
  return [...found.values()].map((series) => series.sort((a, b) => place(a) - place(b)));
}

/** Rows without an effort are other runs of the model, not a step: the line leaves them out. */
function seriesMarks(
  series: readonly BoardRow[],
  view: BoardView,
  spot: (row: BoardRow) => Spot,
  shown: Shown,
  size: number,
): Markup {
  const first = series[0] as BoardRow;
  const steps = series.filter(({ effort }) => effort !== null).map(spot);
  const line = steps.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${at(x)} ${at(y)}`).join('');
  return markup`<g class="series ${hueOf(first, view)}">${steps.length > 1 ? markup`<path class="line" d="${line}"/>` : ''}${series.map(
    (row) => {
      const { x, y } = spot(row);
      const pinned = shown.pinned.includes(row.key);
      return markup`<g data-key="${row.key}"${pinned ? markup` class="pinned"` : ''}>${mark(lookOf(row, view), { x, y, size }, row.usdBasis === 'recorded', titleOf(row))}</g>`;
    },
  )}</g>
`;
}

/** The tooltip of a point. */
const titleOf = (row: BoardRow): string =>
  `${rowName(row)}: ${percent(row.successRate)} solved (${successInterval(row)}), ${dollars(row.usdPerSolvedTask)} per solved task (${usdInterval(row)})`;

/** Names of front and pinned rows with their effort, then, where there is room, of every other model. */
function labelsWanted(
  rows: readonly BoardRow[],
  strong: readonly BoardRow[],
  size: PictureSize,
  spot: (row: BoardRow) => Spot,
): Wanted[] {
  const named = strong.map((row) => ({
    text: row.effort === null ? row.name : `${row.name} ${row.effort}`,
    points: [spot(row)],
  }));
  if (size === 'narrow') return named;
  const others = seriesOf(rows).filter((series) => !series.some((row) => strong.includes(row)));
  return [
    ...named,
    ...others.map((series) => ({ text: (series[0] as BoardRow).name, points: series.map(spot).reverse() })),
  ];
}

const nearestEnd = (x: number, left: number, text: string): number => {
  const right = left + text.length * fontSize * 0.5;
  return Math.min(Math.max(x, left), right);
};
