/** The front page: hydrates what the build drew, and keeps the address and the announced total up to date. */
import { pricesInForceText } from 'virtual:prices-in-force';
import { hydrate, render } from 'preact';
import { announce, keepInAddress } from '../browser.ts';
import { catalogInForce } from '../catalog/compact-catalog.ts';
import { fullCatalog } from '../catalog/full-catalog.ts';
import { usd } from '../formatting.ts';
import { Store } from './store.ts';
import { usualRoom, views } from './views.tsx';

/** Draws every view. @param first whether the build drew them, for this state and room */
function drawAll(store: Store, room: number, first = false): void {
  for (const [id, view] of Object.entries(views(store, room))) {
    const place = document.getElementById(id);
    if (place !== null) (first ? hydrate : render)(view, place);
  }
}

let announced: string | undefined;

function draw(store: Store): void {
  drawAll(store, document.getElementById('change')?.clientWidth ?? usualRoom);
  const { estimate } = store.first.last;
  const total = `${usd(estimate.costPerTask)} a task, ${usd(estimate.monthlySpend)} a month.`;
  if (announced !== undefined && total !== announced) announce(total);
  announced = total;
}

function showSecond(): void {
  document.getElementById('scenarios-title')?.scrollIntoView();
  document.getElementById('b-presetId')?.focus({ preventScroll: true });
}

const store = new Store({
  inForce: catalogInForce(pricesInForceText),
  loadFull: fullCatalog,
  draw,
  showSecond,
  saveLink: (hash) => saveLink(hash),
});
drawAll(store, usualRoom, true);
const saveLink = keepInAddress((hash) => store.open(hash));
addEventListener('resize', () => draw(store));
