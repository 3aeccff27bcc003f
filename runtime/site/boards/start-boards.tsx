/** Makes a board's page interactive: filter, pin and compare. Without it the page shows the whole board. */
import { render } from 'preact';
import { afterNextFrame, byId, replaceAddress, say } from '../browser.ts';
import { askable } from '../components/ask-chart.ts';
import { savesPictures } from '../components/save-picture.ts';
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

/** Draws everything that depends on the filters: the answer now, the rest part by part, so that typing never waits. */
function draw(): void {
  fill('cheapest');
  later([() => fill('picture'), () => fill('front'), drawPinned, hideRows]);
}

let waiting = 0;

/** Does a part after each frame; what an earlier call left undone is dropped. */
function later(parts: readonly (() => void)[]): void {
  waiting += 1;
  const own = waiting;
  const next = ([part, ...rest]: readonly (() => void)[]): void => {
    if (part === undefined) return;
    afterNextFrame(() => {
      if (own !== waiting) return;
      part();
      next(rest);
    });
  };
  next(parts);
}

function hideRows(): void {
  const visible = new Set(view.rows.filter((row) => passes(row, filter)).map(({ key }) => key));
  for (const row of rows) {
    const isHidden = !visible.has(row.dataset.key ?? '');
    if (row.hidden !== isHidden) row.hidden = isHidden;
  }
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
  replaceAddress(address === '' ? location.href.replace(/#.*$/, '') : `#${address}`);
}

function togglePin(key: string): void {
  const without = filter.pinned.filter((pinned) => pinned !== key);
  if (without.length === filter.pinned.length && without.length >= mostPinned) {
    say(`At most ${mostPinned} runs can be pinned.`);
    return;
  }
  const isNew = without.length === filter.pinned.length;
  show({ pinned: isNew ? [...without, key] : without });
  drawPinned();
  later([() => fill('picture')]);
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

// The size that is drawn depends on the screen.
const onPhone = matchMedia('(max-width: 40rem)');
onPhone.addEventListener('change', () => fill('picture'));
savesPictures();
askable(byId('picture'), `Tasks solved against dollars per solved task on ${view.name}; Enter pins a run`);
for (const id of ['list-slopes', 'other-board']) {
  const place = document.getElementById(id);
  if (place !== null) askable(place, 'Two orders of the models side by side');
}

window.addEventListener('hashchange', () => {
  filter = filterFrom(location.hash.slice(1), view);
  drawAll();
});

if (location.hash !== '') drawAll();
else {
  drawPinned();
  // The build's drawing for phones has no titles.
  if (onPhone.matches) later([() => fill('picture')]);
}
