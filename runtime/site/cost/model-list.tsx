/** Which model: the ten best for the work of the page, or all of them. */
import { holdsWork } from '../../core/model/limits.ts';
import { announce, pageLink, save } from '../browser.ts';
import { changed, withField } from '../components/field.tsx';
import { Scroll } from '../components/table.tsx';
import { decimalsForAll, fixed, percent, percentSign, shortTokens, usd } from '../formatting.ts';
import { estimated } from './estimated.ts';
import type { Answered } from './evaluate-form.ts';
import type { ListTyped } from './link-state.ts';
import type { Changing } from './model-filters.tsx';
import { type Asked, type List, type Listed, listCsv, modelsFor, type Order } from './models-for-work.ts';
import type { Store } from './store.ts';

const fewest = 10;

/** @param most rows to draw */
export const ModelList = ({ store, most }: { store: Store; most: number }) => {
  const { list } = store;
  const { answered, asked, found, perSolved } = modelsFor(store);
  const chosenId = answered.question.model.facts.id;
  const isAll = list.show === 'all';
  const shown = found.rows.slice(0, isAll ? most : fewest);
  const { chosen } = found;
  const withChosen =
    chosen === undefined || shown.some(({ model }) => model === chosen.model) ? shown : [...shown, chosen];
  const change = (next: ListTyped) => {
    store.changeList(changed(list, next, store.list));
    announce(`${found.rows.length} models.`);
  };
  return (
    <>
      <h2 id="models-title">Every model for this work</h2>
      <Table
        rows={withChosen}
        {...{ asked, chosenId, list, change }}
        advised={estimated(answered).advice.routes.map(({ modelId }) => modelId)}
        onUse={(id) => store.change({ first: { ...store.first.typed, modelId: id } })}
      />
      <p class="small muted">
        {leftOut(found)} {assumed(answered, asked, perSolved)}
      </p>
      <p class="row no-print">
        {found.rows.length > fewest && (
          <button
            type="button"
            class="button quiet"
            onClick={() => change(withField(list, 'show', isAll ? undefined : 'all'))}
          >
            {isAll ? 'Show the first ten' : `Show all ${found.rows.length}`}
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

interface TableProps extends Changing {
  rows: readonly Listed[];
  chosenId: string;
  /** Ids of the models that advice names. */
  advised: readonly string[];
  onUse: (id: string) => void;
}

function Table({ rows, asked, chosenId, advised, list, change, onUse }: TableProps) {
  const { by, descending, board } = asked;
  const month = Math.min(4, decimalsForAll(rows.map(({ monthlySpend }) => monthlySpend)));
  const task = Math.min(4, decimalsForAll(rows.map(({ costPerTask }) => costPerTask)));
  const perSolved = Math.min(4, decimalsForAll(rows.flatMap((row) => row.perSolved ?? [])));
  const sort = (order: Order, mostFirst: boolean) => {
    const isDescending = by === order ? !descending : mostFirst;
    change(withField(list, 'by', `${isDescending ? '-' : ''}${order}`));
  };
  const above = rows.filter(({ isAbove }) => isAbove);
  const below = rows.filter(({ isAbove }) => !isAbove);
  const drawn = (row: Listed) => {
    const { model, measured } = row;
    const isChosen = model.facts.id === chosenId;
    return (
      <tr key={model.id} class={isChosen ? 'chosen' : undefined}>
        <th scope="row">
          <a href={pageLink(`models/${model.id}.html`)}>{model.facts.name}</a>{' '}
          <span class="unit">{model.provider.name.replace(/ \(.*\)$/, '')}</span>{' '}
          {advised.includes(model.id) && <span class="tag good">advised</span>}{' '}
          {marksOf(row).map((mark) => (
            <span key={mark} class="tag caution">
              {mark}
            </span>
          ))}
        </th>
        <td class="num">{fixed(row.monthlySpend, month)}</td>
        <td class="num">{fixed(row.costPerTask, task)}</td>
        {measured === null ? (
          <td class="num small muted" colSpan={2}>
            {board === undefined ? '–' : 'not measured'}
          </td>
        ) : (
          <>
            <td class="num">
              {`${Math.round(measured.successRate * 100)}${percentSign}`}
              {measured.board !== board?.id && (
                <abbr title={`Measured on ${measured.board}`} class="muted">
                  *
                </abbr>
              )}
            </td>
            <td class="num">{row.perSolved === null ? '–' : fixed(row.perSolved, perSolved)}</td>
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
              onClick={() => onUse(model.id)}
              aria-label={`Use ${model.facts.name}`}
            >
              Use
            </button>
          )}
        </td>
      </tr>
    );
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
        <tbody>{above.map(drawn)}</tbody>
        {below.length > 0 && (
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={heads.length + 1} class="small muted line">
                Below the line:{' '}
                {by === 'cost'
                  ? 'the work does not fit, or a fee is unknown'
                  : 'not measured beside others, ended, or the work does not fit'}
              </th>
            </tr>
            {below.map(drawn)}
          </tbody>
        )}
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
