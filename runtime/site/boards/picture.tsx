/** The chart of a board: success against dollars per solved task, a line for each model through its efforts. */
import { Fragment } from 'preact';
import { isOnFront } from '../../core/benchmarks/front.ts';
import { efforts } from '../../core/schemas/levels.ts';
import { isBuild } from '../browser.ts';
import { Axes, linearScale, logScale, type Scale } from './axes.tsx';
import type { BoardRow, BoardView } from './board-views.ts';
import { dollars, listPrice, percent, rowName, successInterval, usdInterval } from './formatting.ts';
import { placeLabels, type Spot, type Wanted } from './place-labels.ts';
import { at, hueClass, Mark, styleOf } from './series-style.tsx';
import { passes, type ViewFilter } from './view-filter.ts';

/** Two sizes, so that text stays readable on a phone. */
export type PictureSize = 'wide' | 'narrow';

const frames = {
  wide: { width: 780, height: 500, left: 46, right: 16, top: 28, bottom: 46, apart: 44, mark: 0.9 },
  narrow: { width: 300, height: 400, left: 42, right: 8, top: 28, bottom: 46, apart: 44, mark: 0.75 },
} as const;

/** Font size of all text, as in the style sheet. */
const fontSize = 12;

/** Rows that solve less are in the table only: their dollars per solved task would squeeze all others. */
export const leastDrawn = 0.05;

/** A row with dollars that solves enough to be drawn. */
export const isDrawn = ({ usdPerSolvedTask, successRate }: BoardRow): boolean =>
  usdPerSolvedTask !== null && successRate >= leastDrawn;

/** Whether enough rows have dollars: a picture of fewer than two shows nothing. */
export const hasPicture = ({ rows }: BoardView): boolean => rows.filter(isDrawn).length >= 2;

interface PictureProps {
  view: BoardView;
  filter: ViewFilter;
  size: PictureSize;
}

/** Of a board that `hasPicture`. The axes fit all rows, not only those shown. */
export function Picture({ view, filter, size }: PictureProps) {
  const drawn = view.rows.filter(isDrawn);
  const frame = frames[size];
  const { width, height, left, right, top, bottom } = frame;
  const [x, y] = scalesOf(drawn, size);
  const spot = (row: BoardRow): Spot => ({ x: x.at(row.usdPerSolvedTask as number), y: y.at(row.successRate) });
  const rows = drawn.filter((row) => passes(row, filter));
  const front = rows.filter((row) => isOnFront(row, rows)).sort((a, b) => a.successRate - b.successRate);
  const strong = rows.filter((row) => front.includes(row) || filter.pinned.includes(row.key));
  const labels = placeLabels(
    labelsWanted(rows, strong, size, spot),
    [...rows.map(spot), ...alongFront(front.map(spot), frame)],
    { left: left + 2, right: width - right, top, bottom: height - bottom },
    fontSize,
    size === 'wide' ? undefined : 0,
  );
  const clip = `plot-${size}`;
  return (
    <svg
      class={`board-picture ${size}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`picture-${size}`}
    >
      <title id={`picture-${size}`}>
        {`${view.name}: share of tasks solved against dollars per solved task, ${rows.length} runs. The table below has every value.`}
      </title>
      <clipPath id={clip}>
        <rect x={left} y={top} width={width - left - right} height={height - top - bottom} />
      </clipPath>
      <Axes
        plot={{ left, right: width - right, top, bottom: height - bottom, below: height - bottom + 16 }}
        {...{ x, y }}
      />
      <text class="tick" x={left} y="14">
        Tasks solved. Better is up and to the left
      </text>
      <text class="tick" x={width - right} y={height - 8} text-anchor="end">
        Dollars per solved task (log scale)
      </text>
      <g clip-path={`url(#${clip})`}>
        {filter.solves > 0 && <path class="floor" d={`M${left} ${at(y.at(filter.solves / 100))}H${width - right}`} />}
        <FrontLine spots={front.map(spot)} frame={frame} />
        {strong.map((row) => (
          <Intervals key={row.key} {...{ row, view, x, y }} />
        ))}
      </g>
      {seriesOf(rows).map((series) => (
        <SeriesMarks
          key={series[0]?.series}
          {...{ series, view, spot, filter }}
          size={frame.mark}
          hasTitles={size === 'wide'}
        />
      ))}
      <g class="labels">
        {labels.map(({ text, x: from, y: base, leader }) => (
          <Fragment key={text}>
            {leader && (
              <path
                class="leader"
                d={`M${at(leader.x)} ${at(leader.y)}L${at(nearestEnd(leader.x, from, text))} ${at(base - fontSize * 0.35)}`}
              />
            )}
            <text x={at(from)} y={at(base)}>
              {text}
            </text>
          </Fragment>
        ))}
      </g>
    </svg>
  );
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

/** Steps: from each row of the front on, its share is solved for its dollars or less. */
function FrontLine({ spots, frame }: { spots: readonly Spot[]; frame: Frame }) {
  const [first, ...rest] = spots;
  if (first === undefined) return null;
  const steps = rest.map(({ x, y }) => `H${at(x)}V${at(y)}`).join('');
  const start = `M${at(first.x)} ${frame.height - frame.bottom}V${at(first.y)}`;
  return <path class="front" d={`${start}${steps}H${frame.width - frame.right}`} />;
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

interface IntervalsProps {
  row: BoardRow;
  view: BoardView;
  x: Scale;
  y: Scale;
}

/** The 95 % interval of success and of dollars, as a cross. */
function Intervals({ row, view, x, y }: IntervalsProps) {
  const { successInterval: success, usdPerSolvedInterval: usd, usdPerSolvedTask, successRate } = row;
  if (success === null || usd === null) return null;
  const [cx, cy] = [x.at(usdPerSolvedTask as number), y.at(successRate)];
  const to = usd.high === null ? 1e6 : x.at(usd.high);
  const up = `M${at(cx)} ${at(y.at(success.low))}V${at(y.at(success.high))}`;
  return <path class={`interval ${hueOf(row, view)}`} d={`${up}M${at(x.at(usd.low))} ${at(cy)}H${at(to)}`} />;
}

const hueOf = (row: BoardRow, view: BoardView): string => hueClass(styleOf(row, view));

/** Rows of one model, least effort first. */
function seriesOf(rows: readonly BoardRow[]): BoardRow[][] {
  const found = new Map<string, BoardRow[]>();
  for (const row of rows) found.set(row.series, [...(found.get(row.series) ?? []), row]);
  const place = ({ effort }: BoardRow): number => (effort === null ? -1 : efforts.indexOf(effort));
  return [...found.values()].map((series) => series.sort((a, b) => place(a) - place(b)));
}

interface SeriesProps {
  series: readonly BoardRow[];
  view: BoardView;
  spot: (row: BoardRow) => Spot;
  filter: ViewFilter;
  size: number;
  /** Whether points have a tooltip without the script: a phone shows none. */
  hasTitles: boolean;
}

/** Rows without an effort are other runs of the model, not a step: the line leaves them out. */
function SeriesMarks({ series, view, spot, filter, size, hasTitles }: SeriesProps) {
  const steps = series.filter(({ effort }) => effort !== null).map(spot);
  const line = steps.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${at(x)} ${at(y)}`).join('');
  return (
    <g class={`series ${hueOf(series[0] as BoardRow, view)}`}>
      {steps.length > 1 && <path class="line" d={line} />}
      {series.map((row) => (
        <g
          key={row.key}
          data-key={row.key}
          data-ask={isBuild ? undefined : titleOf(row)}
          class={filter.pinned.includes(row.key) ? 'pinned' : undefined}
        >
          {isBuild && hasTitles && <title>{titleOf(row)}</title>}
          <Mark style={styleOf(row, view)} {...spot(row)} size={size} hollow={row.usdBasis === 'recorded'} />
        </g>
      ))}
    </g>
  );
}

/** What a point says when it is asked: a line each. */
const titleOf = (row: BoardRow): string =>
  [
    rowName(row),
    `${percent(row.successRate)} solved (${successInterval(row)})`,
    `${dollars(row.usdPerSolvedTask)} per solved task (${usdInterval(row)})`,
    ...(row.usdPerTask === null ? [] : [`${dollars(row.usdPerTask)} per task, solved or not`]),
    ...(row.listInput === null ? [] : [`List price ${listPrice(row.listInput)} in, ${listPrice(row.listOutput)} out`]),
  ].join('\n');

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
