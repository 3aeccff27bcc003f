/** The picture: dollars a month for this work against the share of tasks solved on a board, one mark for each model. */

import { Axes, linearScale, logScale, type Scale } from '../boards/axes.tsx';
import { placeLabels } from '../boards/place-labels.ts';
import { at } from '../boards/series-style.tsx';
import { isBuild } from '../browser.ts';
import { SaveButton } from '../components/save-button.tsx';
import { percent, usd } from '../formatting.ts';
import { type Estimated, estimated } from './estimated.ts';
import { Filters } from './model-filters.tsx';
import { type List, modelsFor } from './models-for-work.ts';
import { canBeUsed, modelMove } from './moves.ts';
import type { Listed } from './ranked-models.ts';
import { kindsOfWork } from './sentence.tsx';
import type { Store } from './store.ts';

/** Of the drawing, in pixels; below its plot is the margin of models that were not measured. */
const [left, right, top, margin, bottom] = [40, 12, 18, 22, 40];
const [leastWidth, mostWidth] = [280, 760];

/** @param room available width in pixels; the drawing is not scaled, so its text is readable on any screen */
export const Picture = ({ store, room }: { store: Store; room: number }) => {
  const { catalog, list } = store;
  const { answered, asked, found, chosen } = modelsFor(store);
  const { board, budget } = asked;
  const { many } = kindsOfWork[answered.question.preset.id];
  const drawn = found.whole.filter((row) => row.monthlySpend > 0 && (canBeUsed(row) || row.model === chosen?.model));
  const measured = drawn.filter((row) => row.onBoard !== null);
  // The build does not know the screen: it draws for a wide one and for a phone.
  const widths = isBuild ? ([720, 300] as const) : ([Math.min(mostWidth, Math.max(leastWidth, room))] as const);
  const isDrawn = board !== undefined && measured.length > 1;
  return (
    <figure class="chart">
      <figcaption>
        Dollars a month for your {many}
        {isDrawn && ` against tasks solved on ${board.benchmark}`}
      </figcaption>
      {isDrawn && (
        <ul class="key" aria-hidden="true">
          {keys.map(([name, kind]) => (
            <li key={kind}>
              <svg viewBox="-12 -6 24 12" aria-hidden="true">
                <Mark kind={kind} x={0} y={0} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div data-askable="Models by dollars a month and share solved">
        {isDrawn ? (
          widths.map((width) => (
            <Drawing
              key={width}
              {...{ width, drawn, measured, chosen, budget }}
              board={board.benchmark}
              moves={named(found, estimated(answered))}
            />
          ))
        ) : (
          <p>Fewer than two of these models were measured at this kind of work: there is no picture of them.</p>
        )}
      </div>
      <p class="small">
        {isDrawn && <SaveButton name="models-for-work" />} <a href="#models-title">Every value as a table</a>
      </p>
      <Filters {...{ catalog, answered, list, asked }} change={(next) => store.change({ list: next })} />
    </figure>
  );
};

/** The models that the moves name. */
const named = ({ whole }: Pick<List, 'whole'>, { advice, question }: Estimated): Listed[] => {
  const ids = [modelMove(advice, question.model.provider.id), modelMove(advice, null)].map((move) => move?.modelId);
  return whole.filter(({ model }) => ids.includes(model.id));
};

type Kind = 'own' | 'maker' | 'other' | 'unknown';

const keys: readonly (readonly [name: string, kind: Kind])[] = [
  ['your model', 'own'],
  ['same maker', 'maker'],
  ['others', 'other'],
  ['not measured', 'unknown'],
];

interface Drawn {
  width: number;
  drawn: readonly Listed[];
  measured: readonly Listed[];
  chosen: Listed | undefined;
  budget: number | null;
  board: string;
  moves: readonly Listed[];
}

function Drawing({ width, drawn, measured, chosen, budget, board, moves }: Drawn) {
  const height = width < 320 ? 232 : width < 480 ? 264 : 330;
  const base = height - bottom - margin;
  const [x, y] = scalesOf({ measured, chosen, budget, width, base });
  const kindOf = ({ model, onBoard: own }: Listed): Kind =>
    model === chosen?.model
      ? 'own'
      : own === null
        ? 'unknown'
        : model.provider.id === chosen?.model.provider.id
          ? 'maker'
          : 'other';
  const spot = (row: Listed) => ({
    x: x.at(row.monthlySpend),
    y: row.onBoard === null ? base + margin / 2 : y.at(row.onBoard.successRate),
  });
  const isIn = (row: Listed): boolean => spot(row).x >= left && spot(row).x <= width - right;
  const inSight = drawn.filter(isIn);
  const strong = [...new Set([...(chosen === undefined ? [] : [chosen]), ...moves, ...frontOf(measured)])].filter(isIn);
  const labels = placeLabels(
    strong.map((row) => ({ text: row.model.facts.name, points: [spot(row)] })),
    inSight.map(spot),
    { left: left + 2, right: width - right, top, bottom: base },
    // Of 12 pixels, in bold, which is wider.
    13.5,
    width < 480 ? 1 : undefined,
  );
  const said = `${measured.length} models by what this work costs on them a month and the share of tasks solved on ${board}; the table below has every value.`;
  return (
    <svg
      class={isBuild ? (width < 480 ? 'narrow' : 'wide') : undefined}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      role="img"
      aria-label={said}
    >
      <Axes plot={{ left, right: width - right, top, bottom: base, below: height - bottom + 16 }} {...{ x, y }} />
      <rect class="margin" x={left} y={base} width={width - left - right} height={margin} />
      {budget !== null && x.at(budget) >= left && x.at(budget) <= width - right && (
        <g>
          <path class="line hue-3 scheduled" d={`M${at(x.at(budget))} ${top}V${base + margin}`} />
          <text class="label strong" x={at(x.at(budget))} y={top - 5} text-anchor="middle">
            budget
          </text>
        </g>
      )}
      <text class="tick" x={left} y={top - 5}>
        solved
      </text>
      <text class="tick" x={width - right} y={height - 6} text-anchor="end">
        dollars a month (log): better is up and left
      </text>
      {strong.map((row) => row.onBoard?.successInterval && <Interval key={row.model.id} {...{ row, x, y }} />)}
      {inSight.map((row) => (
        <g key={row.model.id} data-ask={isBuild ? undefined : saidOf(row, board, budget)}>
          <Mark kind={kindOf(row)} {...spot(row)} />
        </g>
      ))}
      <g class="names">
        {labels.map(({ text, x: from, y: line, leader }) => (
          <g key={text}>
            {leader && <path class="gridline" d={`M${at(leader.x)} ${at(leader.y)}L${at(from)} ${at(line - 4)}`} />}
            <text class="label strong" x={at(from)} y={at(line)}>
              {text}
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
}

type Bounds = Pick<Drawn, 'measured' | 'chosen' | 'budget' | 'width'> & { base: number };

/** Both axes: dollars of the measured models, the chosen one and the budget; shares from 0. */
function scalesOf({ measured, chosen, budget, width, base }: Bounds): [Scale, Scale] {
  const amounts = [...measured, ...(chosen === undefined ? [] : [chosen])].map(({ monthlySpend }) => monthlySpend);
  const all = (budget === null || budget <= 0 ? amounts : [...amounts, budget]).filter((amount) => amount > 0);
  const most = Math.max(...measured.map(({ onBoard: row }) => row?.successInterval?.high ?? row?.successRate ?? 0));
  return [
    logScale([Math.min(...all) / 1.5, Math.max(...all) * 1.5], [left, width - right], 64),
    linearScale([0, Math.min(1, Math.ceil(most * 10) / 10)], [base, top], most > 0.5 ? 0.2 : 0.1),
  ];
}

/** The cheapest model for each share solved. */
const frontOf = (measured: readonly Listed[]): Listed[] =>
  measured.filter(
    (row) =>
      !measured.some(
        (other) =>
          other !== row &&
          other.monthlySpend <= row.monthlySpend &&
          (other.onBoard?.successRate ?? 0) >= (row.onBoard?.successRate ?? 0),
      ),
  );

const Interval = ({ row, x, y }: { row: Listed; x: Scale; y: Scale }) => {
  const interval = row.onBoard?.successInterval;
  if (!interval) return null;
  return (
    <path class="axis" d={`M${at(x.at(row.monthlySpend))} ${at(y.at(interval.low))}V${at(y.at(interval.high))}`} />
  );
};

const shapes: Record<Kind, string> = {
  own: 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z',
  maker: 'M-4 -4H4V4H-4Z',
  other: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z',
  unknown: 'M-1.75 -5H1.75V5H-1.75Z',
};
const hues: Record<Kind, string> = { own: 'hue-accent', maker: 'hue-2', other: 'hue-rest', unknown: 'hue-rest' };

const Mark = ({ kind, x, y }: { kind: Kind; x: number; y: number }) => (
  <path class={`mark ${hues[kind]}`} transform={`translate(${at(x)} ${at(y)})`} d={shapes[kind]} />
);

/** What a mark says when it is asked, a line each. */
const saidOf = ({ model, monthlySpend, onBoard: measured }: Listed, board: string, budget: number | null): string =>
  [
    model.facts.name,
    `${usd(monthlySpend)} a month, estimated${budget === null ? '' : monthlySpend <= budget ? ': within the budget' : ': over the budget'}`,
    measured === null
      ? `Not measured on ${board}`
      : `${percent(measured.successRate * 100)} solved on ${board}${
          measured.successInterval === null
            ? ''
            : ` (${percent(measured.successInterval.low * 100)} to ${percent(measured.successInterval.high * 100)})`
        }`,
  ].join('\n');
