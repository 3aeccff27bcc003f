/** Makes the table of models searchable, sortable and comparable over time; without it the table is as built. */
import { render } from 'preact';
import { csv, csvField } from '../../core/values/csv.ts';
import { announce, byId, save } from '../browser.ts';
import { numbers, Table } from '../components/table.tsx';
import { listPrice } from '../formatting.ts';
import {
  answered,
  changeOf,
  differencesBetween,
  type ListedModel,
  type ListedPrice,
  type ListState,
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

const { asOf, models, gone } = JSON.parse(byId('model-data').textContent ?? '') as Data;
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
const days = { from: byId<HTMLInputElement>('day-from'), to: byId<HTMLInputElement>('day-to') };

let state = stateFrom(location.search);
let shown: ListedModel[] = models;

function show(): void {
  shown = answered(models, state, asOf);
  const listed = new Set(shown.map(({ id }) => id));
  for (const [id, row] of rows) row.hidden = !listed.has(id);
  body.append(...shown.flatMap(({ id }) => rows.get(id) ?? []));
  for (const [index, head] of heads.entries()) {
    const isSorted = state.sort !== null && sortKeys[index] === state.sort;
    if (isSorted) head.setAttribute('aria-sort', state.descending ? 'descending' : 'ascending');
    else head.removeAttribute('aria-sort');
  }
  const count = `${shown.length} of ${models.length} models`;
  byId('model-count').textContent = count;
  announce(count);
  byId('no-models').hidden = shown.length > 0;
  compare();
  try {
    history.replaceState(null, '', location.pathname + queryOf(state) + location.hash);
  } catch {
    // Some browsers do not let a page on disk change its address.
  }
}

/** Sets the controls to the state. */
function fill(): void {
  for (const name of ['text', 'provider', 'tier', 'host'] as const) boxes[name].value = state[name];
  boxes.context.value = String(state.context);
  boxes.sort.value = state.sort === null ? '' : `${state.descending ? '-' : ''}${state.sort}`;
  days.from.value = state.from;
  days.to.value = state.to;
}

function read(): ListState {
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
            ...compared.map((key) => movedFrom(before, after, key)),
          ],
        }))}
      />
    </>
  );
}

/** `3.00 → 2.00 (−33.3 %)`, or only the price if it did not change. */
function movedFrom(
  before: ListedPrice | undefined,
  after: ListedPrice | undefined,
  key: (typeof compared)[number],
): string {
  const text = (price: ListedPrice | undefined): string => {
    const value = price?.[key] ?? null;
    return value === null ? '–' : listPrice(value);
  };
  if (text(before) === text(after)) return text(after);
  const change = changeOf(before?.[key], after?.[key]);
  return `${text(before)} → ${text(after)}${change === '' ? '' : ` (${change})`}`;
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
form.addEventListener('input', () => {
  state = read();
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
