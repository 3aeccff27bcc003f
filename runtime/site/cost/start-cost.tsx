/**
 * The front page: takes over the figures and inputs that the build drew, and keeps the address and the announced total
 * up to date. Once they are shown it loads the second script.
 */
import { pricesInForceText } from 'virtual:prices-in-force';
import { afterNextFrame, announce, byId, keepInAddress, loadScript, today } from '../browser.ts';
import { catalogInForce } from '../catalog/compact-catalog.ts';
import { fullCatalog, onDay } from '../catalog/on-day.ts';
import { usd } from '../formatting.ts';
import { linkTo, readLink } from './link-state.ts';
import { drawDetailsNext, drawViews, page } from './page.ts';
import { Store } from './store.ts';
import { firstViews } from './views.tsx';

const key = 'agent-cost';

/** Keeps the state; a browser may forbid it, and nothing is kept then. */
function remember(hash: string): void {
  try {
    sessionStorage.setItem(key, hash);
  } catch {}
}

function remembered(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** The address of the last state with another model for `#with=gpt-5.4`; any other address as it is. */
function withLast(hash: string): string {
  const model = new URLSearchParams(hash.replace(/^#/, '')).get('with');
  if (model === null) return hash;
  const { first, second, list } = readLink(remembered());
  return linkTo({ first: { ...first, modelId: model }, second, list });
}

let announced: string | undefined;

function draw(store: Store): void {
  drawViews(firstViews(store));
  drawDetailsNext();
  const { costPerTask, monthlySpend } = store.first.last.figures;
  const total = `${usd(costPerTask)} a task, ${usd(monthlySpend)} a month.`;
  if (announced !== undefined && total !== announced) announce(total);
  announced = total;
}

function showSecond(): void {
  byId<HTMLDetailsElement>('why').open = true;
  drawDetailsNext(() => {
    document.getElementById('scenarios-title')?.scrollIntoView();
    document.getElementById('b-presetId')?.focus({ preventScroll: true });
  });
}

/** What was typed and chosen while this script was on its way, by the id of its box. */
function typedBefore(): [id: string, value: string][] {
  const boxes = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('#ask :is(input, select)')];
  return boxes.flatMap((box): [string, string][] => {
    const usual =
      box instanceof HTMLSelectElement
        ? [...box.options].find(({ defaultSelected }) => defaultSelected)?.value
        : box.defaultValue;
    return usual === undefined || box.value === usual ? [] : [[box.id, box.value]];
  });
}

const inForce = catalogInForce(pricesInForceText);
// In a task of its own: the browser may answer between this script and its first drawing.
setTimeout(() => {
  const store = new Store({
    inForce,
    loadFull: async () => onDay(await fullCatalog(), today()),
    draw,
    drawList: (of) => page.details?.drawList(of),
    showSecond,
    saveLink: (hash) => {
      remember(hash);
      saveLink(hash);
    },
  });
  page.store = store;
  const typed = typedBefore();
  drawViews(firstViews(store), true);
  const now = onDay(inForce, today());
  if (now !== inForce) store.useLater(now);
  const saveLink = keepInAddress((hash) => {
    const state = withLast(hash);
    if (state !== hash) history.replaceState(null, '', state);
    if (state !== '') remember(state);
    store.open(state);
  });
  for (const [id, value] of typed) {
    const box = byId<HTMLInputElement>(id);
    box.value = value;
    for (const event of ['input', 'change']) box.dispatchEvent(new Event(event, { bubbles: true }));
  }
  addEventListener('resize', () => drawDetailsNext());
  afterNextFrame(() => {
    loadScript('cost-details').catch((error: Error) => announce(error.message));
  });
});
