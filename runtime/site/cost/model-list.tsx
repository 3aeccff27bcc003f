/** Which model: the ten best for the work of the page, or all of them. */
import type { VNode } from 'preact';
import { holdsWork } from '../../core/model/limits.ts';
import { announce, pageLink, save } from '../browser.ts';
import { changed, withField } from '../components/field.tsx';
import { Scroll } from '../components/table.tsx';
import { decimalsForAll, fixed, percent, percentSign, shortTokens, usd } from '../formatting.ts';
import { shortName } from '../makers.ts';
import { estimated } from './estimated.ts';
import type { Answered } from './evaluate-form.ts';
import type { ListTyped } from './link-state.ts';
import type { Changing } from './model-filters.tsx';
import { type Asked, type List, listCsv, modelsFor, type Order } from './models-for-work.ts';
import type { Listed } from './ranked-models.ts';
import type { Store } from './store.ts';

const fewest = 10;

interface ListProps {
  store: Store;
  /** Of `modelRows`. */
  rows: readonly VNode[];
}

export const ModelList = ({ store, rows }: ListProps) => {
  const { list } = store;
  const { answered, asked, found, perSolved } = modelsFor(store);
  const change = (next: ListTyped) => {
    store.changeList(changed(list, next, store.list));
    announce(`${found.rows.length} models.`);
  };
  return (
    <>
      <h2 id="models-title">Every model for this work</h2>
      <Table {...{ rows, asked, list, change }} />
      <p class="small muted">
        {leftOut(found)} {assumed(answered, asked, perSolved)}
      </p>
      <p class="row no-print">
        {found.rows.length > fewest && (
          <button
            type="button"
            class="button quiet"
            onClick={() => change(withField(list, 'show', list.show === 'all' ? undefined : 'all'))}
          >
            {list.show === 'all' ? 'Show the first ten' : `Show all ${found.rows.length}`}
          </button>
        )}
        <button
          type="button"
          class="button quiet"
          onClick={() => save(`models-for-${answered.figures.presetId}.csv`, 'text/csv', listCsv(found.rows))}
        >
          Models as CSV
        </button>
      </p>
    </>
  );
};

/** The rows of the list that are asked for, with the chosen model, and a line above those that are not ranked. */
export function modelRows(store: Store): VNode[] {
  const { answered, asked, found } = modelsFor(store);
  const { chosen } = found;
  const first = store.list.show === 'all' ? found.rows : found.rows.slice(0, fewest);
  const isIn = chosen === undefined || first.some(({ model }) => model === chosen.model);
  const shown = isIn ? first : [...first, chosen];
  const decimals = {
    month: decimalsIn(shown.map(({ monthlySpend }) => monthlySpend)),
    task: decimalsIn(shown.map(({ costPerTask }) => costPerTask)),
    solved: decimalsIn(shown.flatMap(({ perSolved }) => perSolved ?? [])),
  };
  const advised = estimated(answered).advice.routes.map(({ modelId }) => modelId);
  const below = shown.filter(({ isAbove }) => !isAbove);
  const line = shown.length - below.length;
  const use = (modelId: string) => store.change({ first: { ...store.first.typed, modelId } });
  const rows = [...shown.filter(({ isAbove }) => isAbove), ...below].map((row, index) => (
    <Row
      key={index < line ? index : index + 1}
      {...{ row, decimals, use }}
      board={asked.board?.id}
      isChosen={row.model === chosen?.model}
      isAdvised={advised.includes(row.model.id)}
    />
  ));
  return below.length === 0 ? rows : rows.toSpliced(line, 0, <BelowLine key={line} by={asked.by} />);
}

const decimalsIn = (amounts: readonly number[]): number => Math.min(4, decimalsForAll(amounts));

/** Why models are not in the list. */
function leftOut({ rows, all, overBudget, cheapest, notMeasured, solvedLess, filtered }: List): string {
  const reasons = [
    [overBudget, 'over the budget'],
    [solvedLess, 'solved less'],
    [notMeasured, 'not measured there'],
    [filtered, 'filtered out'],
  ] as const;
  const out = reasons.flatMap(([count, why]) => (count > 0 ? `${count} ${why}` : []));
  const counted = `${rows.length} of ${all} models${out.length === 0 ? '' : `; ${out.join(', ')}`}.`;
  return rows.length === 0 && cheapest !== undefined
    ? `${counted} The cheapest is ${cheapest.model.facts.name}, at ${usd(cheapest.monthlySpend)} a month.`
    : counted;
}

/** What the figures assume. */
function assumed({ question, figures }: Answered, { board }: Asked, perSolved: number | null): string {
  const cost = 'A month and a task are your work at list prices, the same calls and tokens on every model.';
  if (board === undefined) return cost;
  if (perSolved === null)
    return `${cost} ${question.model.facts.name} was not measured beside others: a solved task has the dollars of ${board.benchmark}.`;
  const { taskFailureRatePct: failed } = figures.workflow;
  return `${cost} A solved one is ${usd(perSolved)} on ${question.model.facts.name}${failed > 0 ? `, if ${percent(failed)} fail,` : ''} times what boards measured of both.`;
}

/** A month has the order of a task. */
const heads: readonly { by: Order | null; head: string; isNumber: boolean; mostFirst?: boolean }[] = [
  { by: 'name', head: 'Model', isNumber: false },
  { by: null, head: 'A month', isNumber: true },
  { by: 'cost', head: 'A task', isNumber: true },
  { by: 'share', head: 'Solved', isNumber: true, mostFirst: true },
  { by: 'solved', head: 'A solved one', isNumber: true },
  { by: 'window', head: 'Context', isNumber: true, mostFirst: true },
];

interface RowProps {
  row: Listed;
  decimals: { month: number; task: number; solved: number };
  /** Id of the board that is chosen. */
  board: string | undefined;
  isChosen: boolean;
  /** Whether advice names it. */
  isAdvised: boolean;
  use: (modelId: string) => void;
}

function Row({ row, decimals, board, isChosen, isAdvised, use }: RowProps) {
  const { model, measured } = row;
  return (
    <tr class={isChosen ? 'chosen' : undefined}>
      <th scope="row">
        <a href={pageLink(`models/${model.id}.html`)}>{model.facts.name}</a>{' '}
        <span class="unit">{shortName(model.provider)}</span> {isAdvised && <span class="tag good">advised</span>}{' '}
        {marksOf(row).map((mark) => (
          <span key={mark} class="tag caution">
            {mark}
          </span>
        ))}
      </th>
      <td class="num">{fixed(row.monthlySpend, decimals.month)}</td>
      <td class="num">{fixed(row.costPerTask, decimals.task)}</td>
      {measured === null ? (
        <td class="num small muted" colSpan={2}>
          {board === undefined ? '–' : 'not measured'}
        </td>
      ) : (
        <>
          <td class="num">
            {`${Math.round(measured.successRate * 100)}${percentSign}`}
            {measured.board !== board && (
              <abbr title={`Measured on ${measured.board}`} class="muted">
                *
              </abbr>
            )}
          </td>
          <td class="num">{row.perSolved === null ? '–' : fixed(row.perSolved, decimals.solved)}</td>
        </>
      )}
      <td class="num">{shortTokens(model.facts.contextWindow)}</td>
      <td class="no-print">
        {isChosen ? (
          <span class="tag good">chosen</span>
        ) : (
          <button
            type="button"
            class="button link"
            onClick={() => use(model.id)}
            aria-label={`Use ${model.facts.name}`}
          >
            Use
          </button>
        )}
      </td>
    </tr>
  );
}

const BelowLine = ({ by }: { by: Order }) => (
  <tr>
    <td colSpan={heads.length + 1} class="small muted line">
      Below the line:{' '}
      {by === 'cost'
        ? 'the work does not fit, or a fee is unknown'
        : 'not measured beside others, ended, or the work does not fit'}
    </td>
  </tr>
);

function Table({ rows, asked: { by, descending }, list, change }: Changing & { rows: readonly VNode[] }) {
  const sort = (order: Order, mostFirst: boolean) => {
    const isDescending = by === order ? !descending : mostFirst;
    change(withField(list, 'by', `${isDescending ? '-' : ''}${order}`));
  };
  return (
    <Scroll label="Models for this work">
      <table class="ranking">
        <colgroup>
          <col class="wide" />
          <col span={heads.length - 1} />
          <col class="use" />
        </colgroup>
        <thead>
          <tr>
            {heads.map(({ by: order, head, isNumber, mostFirst = false }) => (
              <th
                key={head}
                scope="col"
                class={isNumber ? 'num' : undefined}
                aria-sort={by === order ? (descending ? 'descending' : 'ascending') : undefined}
              >
                {order === null ? (
                  head
                ) : (
                  <button type="button" class="sort" onClick={() => sort(order, mostFirst)}>
                    {head}
                  </button>
                )}
              </th>
            ))}
            <td class="no-print" />
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </Scroll>
  );
}

/** What a row must not be read without. */
const marksOf = ({ fits, lacksFee, lacksRegion, ends, changes, promised }: Listed): string[] => [
  ...(fits === 1 ? [] : [holdsWork(fits) ? 'long tasks do not fit' : 'does not fit']),
  ...(ends === null ? [] : [`ends ${ends}`]),
  ...(changes === null ? [] : [`price changes ${changes}`]),
  ...(promised === null ? [] : [`price until ${promised}`]),
  ...(lacksFee ? ['search fee unknown'] : []),
  ...(lacksRegion ? ['no price in this region known'] : []),
];
