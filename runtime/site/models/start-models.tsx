/** Makes the table of models searchable, sortable and comparable over time; without it the table is as built. */
import { render } from 'preact';
import { csv, csvField } from '../../core/values/csv.ts';
import { announce, byId, replaceAddress, save, today } from '../browser.ts';
import { drawInTwo } from '../components/draw-in-two.ts';
import { numbers, Table } from '../components/table.tsx';
import { movedPrice } from '../formatting.ts';
import {
  answered,
  differencesBetween,
  type ListedModel,
  type ListState,
  listColumns,
  priceOnDay,
  queryOf,
  type SortKey,
  sortKeys,
  stateFrom,
} from './listed-models.ts';

interface Data {
  asOf: string;
  models: ListedModel[];
  /** Models that were shut down: only their prices on earlier days are shown. */
  gone: ListedModel[];
}

const { asOf: built, models, gone } = JSON.parse(byId('model-data').textContent ?? '') as Data;
/** The day of the prices: that of the reader's clock, or of the build where the clock is behind it. */
const asOf = [built, today()].sort()[1] as string;
const table = byId<HTMLTableElement>('price-table');
const body = table.tBodies[0] as HTMLTableSectionElement;
/** The rows of the table, by model id. */
const rows = new Map([...body.rows].map((row, index) => [models[index]?.id ?? '', row]));
const heads = [...table.querySelectorAll<HTMLElement>('thead th')];

const form = byId<HTMLFormElement>('model-controls');
const boxes = {
  text: byId<HTMLInputElement>('model-search'),
  provider: byId<HTMLSelectElement>('model-provider'),
  tier: byId<HTMLSelectElement>('model-tier'),
  host: byId<HTMLSelectElement>('model-host'),
  context: byId<HTMLSelectElement>('model-context'),
  sort: byId<HTMLSelectElement>('model-sort'),
};
const columnBoxes = [...form.querySelectorAll<HTMLInputElement>('[data-column]')];
const days = { from: byId<HTMLInputElement>('day-from'), to: byId<HTMLInputElement>('day-to') };

let state = stateFrom(location.search);
let shown: ListedModel[] = models;

function show(): void {
  shown = answered(models, state, asOf);
  drawInTwo(table.parentElement as Element, showRows, state.columns === columnsShown);
  for (const [index, head] of heads.entries()) {
    const isSorted = state.sort !== null && sortKeys[index] === state.sort;
    if (isSorted) head.setAttribute('aria-sort', state.descending ? 'descending' : 'ascending');
    else head.removeAttribute('aria-sort');
  }
  const count = `${shown.length} of ${models.length} models`;
  byId('model-count').textContent = count;
  announce(count);
  byId('no-models').hidden = shown.length > 0;
  if (state.from !== '' || days.from.value !== '' || byId('day-changes').hasChildNodes()) compare();
  replaceAddress(location.pathname + queryOf(state) + location.hash);
}

/** Shows the rows that answer, at most so many of them, in their order. */
function showRows(most: number): void {
  const first = shown.slice(0, most).flatMap(({ id }) => rows.get(id) ?? []);
  const listed = new Set(first);
  for (const row of rows.values()) if (row.hidden === listed.has(row)) row.hidden = !row.hidden;
  arrange(first);
  chooseColumns();
}

/** Puts rows first, in this order; those in sight that are there already stay, which is much faster. */
function arrange(order: readonly HTMLTableRowElement[]): void {
  let at = body.firstElementChild as HTMLTableRowElement | null;
  for (const row of order) {
    while (at?.hidden) at = at.nextElementSibling as HTMLTableRowElement | null;
    if (row === at) at = at.nextElementSibling as HTMLTableRowElement | null;
    else body.insertBefore(row, at);
  }
}

/** Shows the chosen columns; without a choice, as many as the style sheet has room for. */
function chooseColumns(): void {
  const { columns } = state;
  if (columns === columnsShown) return;
  columnsShown = columns;
  table.classList.toggle('chosen', columns !== null);
  for (const row of table.rows) {
    for (const [index, cell] of [...row.cells].entries()) {
      const key = sortKeys[index] as SortKey;
      cell.hidden = columns !== null && key !== 'name' && !columns.includes(key);
    }
  }
}
let columnsShown: ListState['columns'] = null;

/** Sets the controls to the state. */
function fill(): void {
  for (const name of ['text', 'provider', 'tier', 'host'] as const) boxes[name].value = state[name];
  boxes.context.value = String(state.context);
  boxes.sort.value = state.sort === null ? '' : `${state.descending ? '-' : ''}${state.sort}`;
  days.from.value = state.from;
  days.to.value = state.to;
  const hasRoom = matchMedia('(min-width: 64.01rem)').matches;
  for (const box of columnBoxes) {
    const kind = listColumns.find(({ key }) => key === box.dataset.column)?.kind ?? '';
    const isUsual = kind !== 'rare' && (hasRoom || !kind.endsWith('minor'));
    box.checked = state.columns?.includes(box.dataset.column as SortKey) ?? isUsual;
  }
}

function read(columns: ListState['columns']): ListState {
  const sort = boxes.sort.value;
  return {
    text: boxes.text.value.trim(),
    provider: boxes.provider.value,
    tier: boxes.tier.value,
    host: boxes.host.value,
    context: Number(boxes.context.value),
    sort: sort === '' ? null : (sort.replace('-', '') as SortKey),
    descending: sort.startsWith('-'),
    from: days.from.value,
    to: days.to.value,
    columns,
  };
}

/** Context and days are sorted descending first. */
const beginsDescending = (key: SortKey): boolean => ['context', 'from', 'lastSeen'].includes(key);

function sortBy(key: SortKey): void {
  const descending = state.sort === key ? !state.descending : beginsDescending(key);
  state = { ...state, sort: key, descending };
  fill();
  show();
}

/** Draws what changed between the two days. */
function compare(): void {
  const { from, to } = state;
  const among = answered([...models, ...gone], state, asOf);
  render(from === '' || to === '' ? null : <Changes {...{ from, to, among }} />, byId('day-changes'));
}

const compared = ['input', 'output', 'cachedInput', 'cacheWrite'] as const;

function Changes({ from, to, among }: { from: string; to: string; among: readonly ListedModel[] }) {
  const found = differencesBetween(among, from, to);
  if (found.length === 0)
    return (
      <p>
        None of these {among.length} models differs in price between {from} and {to}.
      </p>
    );
  return (
    <>
      <p>
        {found.length} of these {among.length} models differ between {from} and {to}. USD per 1,000,000 tokens.
      </p>
      <Table
        label="What changed"
        cards={false}
        columns={['Model', ...numbers('Input', 'Output', 'Cached', 'Cache write')]}
        rows={found.map(({ model, before, after }) => ({
          key: model.id,
          cells: [
            <>
              <a href={`models/${model.id}.html`}>{model.name}</a>
              {before === undefined ? ' (added)' : after === undefined ? ' (removed)' : ''}
            </>,
            ...compared.map((key) => movedPrice(before?.[key] ?? null, after?.[key] ?? null)),
          ],
        }))}
      />
    </>
  );
}

/** Saves the models shown, in the order shown. */
function download(): void {
  const columns = ['id', 'name', 'provider', 'tier', 'input', 'output', 'cachedInput', 'cacheWrite', 'contextWindow'];
  const lines = shown.map((model) => {
    const price = priceOnDay(model, asOf);
    return [
      ...[model.id, model.name, model.provider, model.tier],
      ...[price?.input, price?.output, price?.cachedInput, price?.cacheWrite].map((value) => value ?? null),
      model.context,
    ].map(csvField);
  });
  save(`models-${asOf}.csv`, 'text/csv', csv(columns, lines));
}

// Prices that were announced when the page was built, and have come.
for (const model of models) {
  const [before, now] = [priceOnDay(model, built), priceOnDay(model, asOf)];
  const row = rows.get(model.id);
  if (before === now || row === undefined) continue;
  for (const [index, key] of sortKeys.entries()) {
    const cell = row.cells[index];
    if (cell === undefined) continue;
    if (key === 'from') cell.textContent = now?.from ?? 'release';
    else if (key === 'input' || key === 'output' || key === 'cachedInput' || key === 'cacheWrite')
      cell.textContent = movedPrice(now?.[key] ?? null, now?.[key] ?? null);
  }
  if (now === undefined) row.classList.add('muted');
}
for (const [index, head] of heads.entries()) {
  const key = sortKeys[index];
  if (key === undefined) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sort';
  button.textContent = head.textContent;
  button.addEventListener('click', () => sortBy(key));
  head.replaceChildren(button);
}
form.addEventListener('input', ({ target }) => {
  const isColumn = columnBoxes.some((box) => box === target);
  const chosen = columnBoxes.filter(({ checked }) => checked).map(({ dataset }) => dataset.column as SortKey);
  state = read(isColumn ? chosen : state.columns);
  show();
});
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', (event) => {
  event.preventDefault();
  state = stateFrom('');
  fill();
  show();
});
byId('model-csv').addEventListener('click', download);
fill();
if (state.from !== '' && state.to !== '') byId('day-changes').closest('details')?.setAttribute('open', '');
if (location.search !== '') show();
