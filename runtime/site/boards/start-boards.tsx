/** Makes a board's page interactive: filter, pin and compare. Without it the page shows the whole board. */
import { render } from 'preact';
import { byId, say } from '../browser.ts';
import type { BoardView } from './board-views.ts';
import { filteredViews } from './filtered-views.tsx';
import { addressOf, filterFrom, mostPinned, passes, type ViewFilter } from './view-filter.ts';

const view = JSON.parse(byId('board-data').textContent ?? '') as BoardView;
const solves = byId<HTMLInputElement>('solves');
const against = document.getElementById('against') as HTMLSelectElement | null;
const providers = [...document.querySelectorAll<HTMLInputElement>('input[data-filter=provider]')];
const pins = [...document.querySelectorAll<HTMLInputElement>('input[data-pin]')];
const rows = [...document.querySelectorAll<HTMLTableRowElement>('tr[data-key]')];

let filter = filterFrom(location.hash.slice(1), view);

/** The parts that were drawn here, and no longer by the build. */
const filled = new Set<string>();

/** Draws one part. */
function fill(id: keyof ReturnType<typeof filteredViews>): void {
  const place = byId(id);
  // The first drawing replaces that of the build; later ones change only what differs.
  if (!filled.has(id)) place.replaceChildren();
  filled.add(id);
  render(filteredViews(view, filter)[id], place);
}
/** Draws everything that depends on the filters. */
function draw(): void {
  fill('cheapest');
  fill('picture');
  fill('front');
  drawPinned();
  const visible = new Set(view.rows.filter((row) => passes(row, filter)).map(({ key }) => key));
  for (const row of rows) row.hidden = !visible.has(row.dataset.key ?? '');
}

function drawPinned(): void {
  fill('pinned');
  for (const pin of pins) {
    pin.checked = filter.pinned.includes(pin.dataset.pin ?? '');
    pin.disabled = !pin.checked && filter.pinned.length >= mostPinned;
  }
}

/** Sets the inputs to the filter: at the start, and when the address changes. */
function drawAll(): void {
  solves.value = String(filter.solves);
  for (const input of providers) input.checked = filter.providers.includes(input.value);
  if (against !== null && view.others[0] !== undefined) {
    against.value = filter.against ?? view.others[0].id;
    fill('other-board');
  }
  draw();
}

/** A page on disk may change only the part of its address after #. */
function show(change: Partial<ViewFilter>): void {
  filter = { ...filter, ...change };
  const address = addressOf(filter);
  history.replaceState(null, '', address === '' ? location.href.replace(/#.*$/, '') : `#${address}`);
}

function togglePin(key: string): void {
  const without = filter.pinned.filter((pinned) => pinned !== key);
  if (without.length === filter.pinned.length && without.length >= mostPinned) {
    say(`At most ${mostPinned} runs can be pinned.`);
    return;
  }
  const isNew = without.length === filter.pinned.length;
  show({ pinned: isNew ? [...without, key] : without });
  draw();
  say(`${isNew ? 'Pinned' : 'Unpinned'}; ${filter.pinned.length} of ${mostPinned} side by side.`);
}

solves.addEventListener('input', () => {
  const value = Number(solves.value.trim().replace(',', '.').replace(/%$/, ''));
  const isRight = value >= 0 && value <= 100;
  solves.toggleAttribute('aria-invalid', false);
  if (!isRight) solves.setAttribute('aria-invalid', 'true');
  else {
    show({ solves: value });
    draw();
  }
});

for (const input of providers) {
  input.addEventListener('change', () => {
    show({ providers: providers.filter(({ checked }) => checked).map(({ value }) => value) });
    draw();
  });
}

against?.addEventListener('change', () => {
  show({ against: against.value });
  fill('other-board');
});

for (const pin of pins) pin.addEventListener('change', () => togglePin(pin.dataset.pin ?? ''));

byId('picture').addEventListener('click', ({ target }) => {
  const key = (target as Element).closest('[data-key]')?.getAttribute('data-key');
  if (key) togglePin(key);
});

byId('pinned').addEventListener('click', ({ target }) => {
  const key = (target as Element).closest('[data-unpin]')?.getAttribute('data-unpin');
  if (!key) return;
  togglePin(key);
  // The button no longer exists; move the focus to the control that pins the row again.
  pins.find((pin) => pin.dataset.pin === key)?.focus();
});

window.addEventListener('hashchange', () => {
  filter = filterFrom(location.hash.slice(1), view);
  drawAll();
});

if (location.hash !== '') drawAll();
else drawPinned();
