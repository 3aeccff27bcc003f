/** Makes a board's page interactive: filter, pin and compare. Without it the page shows the whole board. */
import type { Markup } from '../../core/values/markup.ts';
import { byId, say } from '../pieces/page.ts';
import type { BoardView } from './board-view.ts';
import { answer, figure, frontTable, otherBoardOrder, pinnedTable } from './parts.ts';
import { addressOf, isShown, mostPinned, type Shown, shownFrom } from './shown.ts';

const view = JSON.parse(byId('board-data').textContent ?? '') as BoardView;
const solves = byId<HTMLInputElement>('solves');
const against = document.getElementById('against') as HTMLSelectElement | null;
const providers = [...document.querySelectorAll<HTMLInputElement>('input[data-filter=provider]')];
const pins = [...document.querySelectorAll<HTMLInputElement>('input[data-pin]')];
const rows = [...document.querySelectorAll<HTMLTableRowElement>('tr[data-key]')];

let shown = shownFrom(location.hash.slice(1), view);

/** All values in the markup are escaped. */
const fill = (id: string, content: Markup): void => {
  byId(id).innerHTML = content.text;
};

/** Draws everything that depends on the filters. */
function draw(): void {
  fill('cheapest', answer(view, shown));
  fill('picture', figure(view, shown));
  fill('front', frontTable(view, shown));
  drawPinned();
  const visible = new Set(view.rows.filter((row) => isShown(row, shown)).map(({ key }) => key));
  for (const row of rows) row.hidden = !visible.has(row.dataset.key ?? '');
}

function drawPinned(): void {
  fill('pinned', pinnedTable(view, shown));
  for (const pin of pins) {
    pin.checked = shown.pinned.includes(pin.dataset.pin ?? '');
    pin.disabled = !pin.checked && shown.pinned.length >= mostPinned;
  }
}

/** Sets the inputs to what is shown: at the start, and when the address changes. */
function drawAll(): void {
  solves.value = String(shown.solves);
  for (const input of providers) input.checked = shown.providers.includes(input.value);
  if (against !== null && view.others[0] !== undefined) {
    against.value = shown.against ?? view.others[0].id;
    fill('other-board', otherBoardOrder(view, shown));
  }
  draw();
}

/** A page on disk may change only the part of its address after #. */
function show(change: Partial<Shown>): void {
  shown = { ...shown, ...change };
  const address = addressOf(shown);
  history.replaceState(null, '', address === '' ? location.href.replace(/#.*$/, '') : `#${address}`);
}

function togglePin(key: string): void {
  const without = shown.pinned.filter((pinned) => pinned !== key);
  if (without.length === shown.pinned.length && without.length >= mostPinned) {
    say(`At most ${mostPinned} runs can be pinned.`);
    return;
  }
  const isNew = without.length === shown.pinned.length;
  show({ pinned: isNew ? [...without, key] : without });
  draw();
  say(`${isNew ? 'Pinned' : 'Unpinned'}; ${shown.pinned.length} of ${mostPinned} side by side.`);
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
  fill('other-board', otherBoardOrder(view, shown));
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
  shown = shownFrom(location.hash.slice(1), view);
  drawAll();
});

if (location.hash !== '') drawAll();
else drawPinned();
