/** Orders of the models of a board, by list price, as measured and on another board: as figures, and as drawn. */
import { type Pairs, pairsInWrongOrder, rowByModel } from '../../core/benchmarks/pairs.ts';
import { numbers, Scroll, Table } from '../components/table.tsx';
import { percentSign } from '../formatting.ts';
import type { BoardRow, BoardView, OtherBoard } from './board-views.ts';
import { dollars, rowName } from './formatting.ts';
import { at, hueClass, styleOf } from './series-style.tsx';
import type { ViewFilter } from './view-filter.ts';

/** The models on both boards, and how many pairs of them differ in order by dollars per solved task. */
export function orderOnBoth(view: BoardView, other: OtherBoard): { models: ModelOrder[]; pairs: Pairs | null } {
  const rows = [...rowByModel(view.rows).values()].filter(({ modelId }) => (modelId as string) in other.usdPerSolved);
  const both = rows.map((row) => ({ ...row, sameWorkUsdPerTask: other.usdPerSolved[row.modelId as string] as number }));
  return { models: both.map(orderOf), pairs: pairsInWrongOrder(both) };
}

/** A model to rank: `right` is dollars per solved task on the board, `left` another measure. */
export interface ModelOrder {
  key: string;
  series: string;
  name: string;
  effort: BoardRow['effort'];
  providerIndex: number;
  left: number;
  right: number;
}

const orderOf = (row: BoardRow): ModelOrder => ({
  key: row.key,
  series: row.series,
  name: row.name,
  effort: row.effort,
  providerIndex: row.providerIndex,
  left: row.sameWorkUsdPerTask as number,
  right: row.usdPerSolvedTask as number,
});

/** The models of a board by the cost of the same work at list prices (left) and by dollars per solved task (right). */
export const orderByListPrice = (view: BoardView): ModelOrder[] => [...rowByModel(view.rows).values()].map(orderOf);

/** Place by key, 1 for the least. Equal values keep their input order. */
export function placesBy(models: readonly ModelOrder[], value: (model: ModelOrder) => number): Map<string, number> {
  const sorted = [...models].sort((a, b) => value(a) - value(b));
  return new Map(sorted.map(({ key }, index) => [key, index + 1]));
}

/** The place of a row's model on the board, by list price and as measured; null: it has none. */
export function placeByList(view: BoardView): (row: BoardRow) => { list: number; measured: number; of: number } | null {
  const models = orderByListPrice(view);
  const byKey = new Map(models.map((model) => [model.series, model]));
  const list = placesBy(models, (model) => model.left);
  const measured = placesBy(models, (model) => model.right);
  return (row) => {
    const model = byKey.get(row.series);
    if (model === undefined) return null;
    return { list: list.get(model.key) ?? 0, measured: measured.get(model.key) ?? 0, of: models.length };
  };
}

/** By list price against measured. */
export function ListPriceOrder({ view }: { view: BoardView }) {
  const models = orderByListPrice(view);
  if (view.pairs === null || models.length < 2)
    return <p>Too few models of the price list were measured here to compare orders.</p>;
  const { pairs, wrongOrder, wrongOrderPct } = view.pairs;
  return (
    <>
      <p class="measure">
        Of {pairs} pairs of models,{' '}
        <strong>
          {wrongOrder} ({wrongOrderPct}
          {percentSign})
        </strong>{' '}
        are in the wrong order by list price: the model that is cheaper for the same work costs more per solved task.
      </p>
      <Orders
        id="list-order"
        label="Orders by list price and as measured"
        {...{ models, view }}
        left={['By list price,', 'the same work assumed']}
        right={['Measured,', 'per solved task']}
        heads={['By list price', 'Measured']}
      />
    </>
  );
}

/** On this board against another one. */
export function OtherBoardOrder({ view, filter }: { view: BoardView; filter: ViewFilter }) {
  const other = comparedWith(view, filter);
  if (other === null) return <p>No other board has three of these models.</p>;
  const { models, pairs } = orderOnBoth(view, other);
  return (
    <>
      <p class="measure">
        {models.length} models are also on {other.name} in {other.harness}.{' '}
        {pairs !== null && (
          <>
            Of {pairs.pairs} pairs of them,{' '}
            <strong>
              {pairs.wrongOrder} ({pairs.wrongOrderPct}
              {percentSign})
            </strong>{' '}
            are in another order there.
          </>
        )}
      </p>
      <Orders
        id="other-order"
        label="Orders on two boards"
        {...{ models, view }}
        left={[other.name, other.harness]}
        right={[view.benchmark, view.harness]}
        heads={[other.name, view.benchmark]}
      />
    </>
  );
}

/** The board whose order is compared; null: none has enough of the same models. */
export const comparedWith = (view: BoardView, { against }: ViewFilter): OtherBoard | null =>
  view.others.find(({ id }) => id === against) ?? view.others[0] ?? null;

interface Sides {
  view: BoardView;
  models: readonly ModelOrder[];
  /** Of the drawing. */
  id: string;
  label: string;
  /** The title of each side, in one or two short lines. */
  left: readonly [string, string];
  right: readonly [string, string];
  /** The heads of the table. */
  heads: readonly [string, string];
}

function Orders({ models, label, heads: [left, right], ...sides }: Sides) {
  const from = placesBy(models, (model) => model.left);
  const to = placesBy(models, (model) => model.right);
  const sorted = [...models].sort((a, b) => (to.get(a.key) ?? 0) - (to.get(b.key) ?? 0));
  return (
    <>
      <figure class="chart">
        <Scroll label={label} plain>
          <Slopegraph {...sides} {...{ models, from, to }} />
        </Scroll>
      </figure>
      <details>
        <summary>As a table</summary>
        <Table
          label={`Places: ${left}, ${right}`}
          cards={false}
          columns={['Model', ...numbers(left, 'Place', right, 'Place')]}
          rows={sorted.map((model) => ({
            key: model.key,
            cells: [rowName(model), dollars(model.left), from.get(model.key), dollars(model.right), to.get(model.key)],
          }))}
        />
      </details>
    </>
  );
}

const width = 510;
const rowHeight = 19;
const top = 42;
const sides = { left: 200, right: 290 };

interface Slopes extends Pick<Sides, 'id' | 'view' | 'models' | 'left' | 'right'> {
  /** Places by key. */
  from: ReadonlyMap<string, number>;
  to: ReadonlyMap<string, number>;
}

/** Both orders side by side, the cheapest at the top: lines cross where they disagree. */
function Slopegraph({ id, view, models, left, right, from, to }: Slopes) {
  const y = (place: number): number => top + 10 + (place - 1) * rowHeight;
  return (
    <svg
      class="slopegraph"
      viewBox={`0 0 ${width} ${top + models.length * rowHeight + 6}`}
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>
        {`The order of ${models.length} models: ${left.join(', ')}, and ${right.join(', ')}. The table below has the places.`}
      </title>
      {left.map((line, index) => (
        <text key={line} class="tick" x={sides.left} y={14 + 14 * index} text-anchor="end">
          {line}
        </text>
      ))}
      {right.map((line, index) => (
        <text key={line} class="tick" x={sides.right} y={14 + 14 * index}>
          {line}
        </text>
      ))}
      {models.map((model) => {
        const [first, second] = [from.get(model.key) ?? 1, to.get(model.key) ?? 1];
        const far = Math.abs(first - second) * 3 >= models.length;
        return (
          <g key={model.key} class={`slope ${hueClass(styleOf(model, view))}${far ? ' far' : ''}`}>
            <path class="line" d={`M${sides.left + 8} ${at(y(first))}L${sides.right - 8} ${at(y(second))}`} />
            <text x={sides.left} y={at(y(first) + 4)} text-anchor="end">
              {model.name} <tspan class="tick">{dollars(model.left)}</tspan>
            </text>
            <text x={sides.right} y={at(y(second) + 4)}>
              <tspan class="tick">{dollars(model.right)}</tspan> {model.name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
