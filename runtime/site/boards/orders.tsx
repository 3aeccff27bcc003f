/** Orders of the models of a board, by list price, as measured and on another board: as figures, and as drawn. */

import { pairsInWrongOrder, rowByModel } from '../../core/benchmarks/pairs.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { isBuild } from '../browser.ts';
import { SaveButton } from '../components/save-button.tsx';
import { numbers, Table } from '../components/table.tsx';
import { percentSign } from '../formatting.ts';
import type { BoardRow, BoardView, OtherBoard } from './board-views.ts';
import { dollars, ordinal, rowName } from './formatting.ts';
import { at, hueClass, styleOf } from './series-style.tsx';
import type { ViewFilter } from './view-filter.ts';

/** The models on both boards, and how many pairs of them differ in order by dollars per solved task. */
export function orderOnBoth(
  view: BoardView,
  other: OtherBoard,
): { models: ModelOrder[]; pairs: ReturnType<typeof pairsInWrongOrder> } {
  const rows = [...rowByModel(view.rows).values()].filter(({ modelId }) =>
    Object.hasOwn(other.usdPerSolved, modelId as string),
  );
  const both = rows.map((row) => ({
    ...row,
    sameWorkUsdPerTask: lookUp(other.usdPerSolved, row.modelId as string) as number,
  }));
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
      <p class="measure" id="list-price-verdict">
        {wrongOrder === 0 ? (
          <>
            The list price tells the order here: of no two models does the one that is cheaper for the same work cost
            more per solved task ({pairs} {pairs === 1 ? 'pair' : 'pairs'} compared).
          </>
        ) : (
          <>
            The list price misleads for{' '}
            <strong>
              {wrongOrder} of {pairs} pairs of models ({wrongOrderPct}
              {percentSign})
            </strong>
            : the one that is cheaper for the same work costs more per solved task.
          </>
        )}
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
        {pairs !== null &&
          (pairs.wrongOrder === 0 ? (
            'Both boards rank them alike.'
          ) : (
            <>
              Of two of them, the other one is the cheaper there in{' '}
              <strong>
                {pairs.wrongOrder} of {pairs.pairs} pairs ({pairs.wrongOrderPct}
                {percentSign})
              </strong>
              .
            </>
          ))}
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
      <figure class="chart" aria-label={label}>
        <Slopegraph {...sides} {...{ models, from, to }} heads={[left, right]} size="wide" />
        <Slopegraph {...sides} {...{ models, from, to }} heads={[left, right]} size="narrow" />
        <SaveButton name={`${sides.view.id}-${sides.id}`} />
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

/** Widths of a letter of a name and of dollars, in the units of a drawing. */
const letter = 7.4;
const dollarsWidth = 46;

interface Slopes extends Pick<Sides, 'id' | 'view' | 'models' | 'left' | 'right' | 'heads'> {
  /** Places by key. */
  from: ReadonlyMap<string, number>;
  to: ReadonlyMap<string, number>;
  /** Names on both sides, or on the right only. */
  size: 'wide' | 'narrow';
}

/** Positions of a drawing as wide as its longest name needs. */
function frameOf({ models, left, right, size }: Slopes) {
  const longest = Math.max(...models.map(({ name }) => name.length)) * letter + 6;
  const head = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.length)) * letter;
  const isWide = size === 'wide';
  const start = isWide ? Math.max(longest + dollarsWidth, head(left)) : dollarsWidth;
  const end = start + (isWide ? 90 : 60);
  const beyond = isWide ? Math.max(longest + dollarsWidth, head(right)) : longest;
  const width = Math.max(end + beyond, head(left), head(right));
  return { start, end, width: Math.ceil(width), rowHeight: isWide ? 19 : 34, top: isWide ? 42 : 70 };
}

/** Both orders side by side, the cheapest at the top: lines cross where they disagree. */
function Slopegraph(slopes: Slopes) {
  const { id, view, models, left, right, from, to, size, heads } = slopes;
  const { start, end, width, rowHeight, top } = frameOf(slopes);
  const y = (place: number): number => top + 10 + (place - 1) * rowHeight;
  const isWide = size === 'wide';
  return (
    <svg
      class={`slopegraph ${size}`}
      viewBox={`0 0 ${width} ${top + models.length * rowHeight + 6}`}
      role="img"
      aria-labelledby={`${id}-${size}`}
    >
      <title id={`${id}-${size}`}>
        {`The order of ${models.length} models: ${left.join(', ')}, and ${right.join(', ')}. The table below has the places.`}
      </title>
      {left.map((line, index) => (
        <text key={line} class="tick" x={isWide ? start : 0} y={14 + 14 * index} text-anchor={isWide ? 'end' : 'start'}>
          {line}
        </text>
      ))}
      {right.map((line, index) => (
        <text
          key={line}
          class="tick"
          x={isWide ? end : width}
          y={(isWide ? 14 : 44) + 14 * index}
          text-anchor={isWide ? 'start' : 'end'}
        >
          {line}
        </text>
      ))}
      {models.map((model) => {
        const [first, second] = [from.get(model.key) ?? 1, to.get(model.key) ?? 1];
        const far = Math.abs(first - second) * 3 >= models.length;
        const slope = `M${at(start + 8)} ${at(y(first))}L${at(end - 8)} ${at(y(second))}`;
        const said = [
          rowName(model),
          `${heads[0]}: ${dollars(model.left)}, ${ordinal(first)} of ${models.length}`,
          `${heads[1]}: ${dollars(model.right)}, ${ordinal(second)} of ${models.length}`,
        ].join('\n');
        return (
          <g
            key={model.key}
            data-ask={isBuild ? undefined : said}
            class={`slope ${hueClass(styleOf(model, view))}${far ? ' far' : ''}`}
          >
            {isBuild && <title>{said}</title>}
            <path class="line" d={slope} />
            <path class="hit" d={slope} />
            <text x={at(start)} y={at(y(first) + 4)} text-anchor="end">
              {isWide && `${model.name} `}
              <tspan class="tick">{dollars(model.left)}</tspan>
            </text>
            {isWide ? (
              <text x={at(end)} y={at(y(second) + 4)}>
                <tspan class="tick">{dollars(model.right)}</tspan> {model.name}
              </text>
            ) : (
              <>
                <text x={at(end)} y={at(y(second) + 1)}>
                  {model.name}
                </text>
                <text class="tick" x={at(end)} y={at(y(second) + 15)}>
                  {dollars(model.right)}
                </text>
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}
