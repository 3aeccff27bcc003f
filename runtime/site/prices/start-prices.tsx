/** The price list of the day and the terms that are chosen, and its CSV; the prices are loaded when first needed. */
import { render } from 'preact';
import { pricesText } from '../../core/pricing/price-rows.ts';
import { announce, byId, readersDay, replaceAddress, save } from '../browser.ts';
import { fullCatalog } from '../catalog/full-catalog.ts';
import { drawInTwo } from '../components/draw-in-two.ts';
import { PriceList } from './price-list.tsx';
import {
  asked,
  type DayPrices,
  dayPrices,
  type PriceQuestion,
  queryOf,
  questionFrom,
  usualQuestion,
} from './price-question.ts';

const form = byId<HTMLFormElement>('price-controls');
const place = byId('price-list');
const built = place.dataset.day ?? '';
const now = readersDay(built);

let question = questionFrom(location.search);
let known: DayPrices | undefined;

async function pricesOfDay(): Promise<DayPrices> {
  const day = question.day === '' ? now : question.day;
  if (known?.day !== day) known = dayPrices(await fullCatalog(), day);
  return known;
}

function fill(): void {
  for (const [name, value] of Object.entries(question)) {
    const control = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
    if (control !== null) control.value = name === 'day' && value === '' ? now : value;
  }
}

function read(): PriceQuestion {
  const values = new FormData(form);
  const question = { ...usualQuestion };
  for (const name of Object.keys(question) as (keyof PriceQuestion)[]) question[name] = String(values.get(name) ?? '');
  if (question.day === now) question.day = '';
  return question;
}

async function show(): Promise<void> {
  const prices = await failing(pricesOfDay);
  if (prices === undefined) return;
  const groups = prices.groups(question);
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  place.hidden = count === 0;
  byId('no-prices').hidden = count > 0;
  drawInTwo(place, (most) => render(<PriceList day={prices.day} {...{ groups, most }} />, place));
  const { maker } = question;
  const makers = maker === '' ? '' : `${groups[0]?.name.replace(/ \(.*\)$/, '') ?? maker} `;
  byId('day-csv').textContent = `CSV of all ${makers}prices`;
  byId('price-count').textContent = `${count} ${count === 1 ? 'price' : 'prices'} on ${prices.day}`;
  announce(`${count} prices on ${prices.day}`);
  replaceAddress(location.pathname + queryOf(question) + location.hash);
}

/** Says so where the prices cannot be loaded. */
async function failing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    byId('price-count').textContent = `The prices could not be loaded: ${(error as Error).message}`;
    return undefined;
  }
}

/** Saves the rows of the day for which `fits`. */
async function download(name: string, fits: (prices: DayPrices) => DayPrices['rows']): Promise<void> {
  const prices = await failing(pricesOfDay);
  if (prices !== undefined) save(`prices-${name}${prices.day}.csv`, 'text/csv', pricesText(fits(prices)));
}

/** @param maker id of a provider; '': all of them */
function downloadOf(maker: string): void {
  if (maker === '') void download('', ({ rows }) => rows);
  else void download(`${maker}-`, ({ rows }) => rows.filter(({ provider }) => provider === maker));
}

form.addEventListener('input', () => {
  question = read();
  void show();
});
form.addEventListener('submit', (event) => event.preventDefault());
byId('day-csv').addEventListener('click', () => downloadOf(question.maker));
byId('shown-csv').addEventListener('click', () => void download('shown-', ({ rows }) => asked(rows, question)));
place.addEventListener('click', ({ target }) => {
  const fold = (target as Element).closest('[data-fold]');
  if (fold !== null) {
    fold.setAttribute('aria-expanded', String(fold.closest('tbody')?.classList.toggle('open')));
    return;
  }
  const maker = (target as Element).closest<HTMLElement>('[data-csv]')?.dataset.csv;
  if (maker !== undefined) downloadOf(maker);
});
fill();
// A change that was only announced when the page was built has come.
const hasChanged = now > (place.dataset.until ?? now);
if (location.search !== '' || hasChanged) void show();
