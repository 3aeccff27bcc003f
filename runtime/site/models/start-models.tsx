/** The prices that are asked for, their order and their CSV; the prices of other days and sellers are loaded when needed. */
import { render } from 'preact';
import { announce, byId, readersDay, replaceAddress, save } from '../browser.ts';
import { fullCatalog } from '../catalog/on-day.ts';
import { drawInParts } from '../components/draw-in-parts.ts';
import { myModels, toggleMine } from '../my-models.ts';
import { readNumber } from '../typed-numbers.ts';
import {
  asked,
  type DayPrices,
  dayPrices,
  type ListedRow,
  listedText,
  mostFirst,
  orderOf,
  type PriceQuestion,
  queryOf,
  questionFrom,
  unknownThere,
  usualQuestion,
} from './price-question.ts';
import { heads, PriceTable, priceLines } from './price-table.tsx';

const form = byId<HTMLFormElement>('price-controls');
const place = byId('price-list');
const note = byId('price-note');
const now = readersDay(place.dataset.day ?? '');

let question = questionFrom(location.search);
const known = new Map<string, DayPrices>();

async function pricesOf(day: string): Promise<DayPrices> {
  const found = known.get(day) ?? dayPrices(await fullCatalog(), day);
  known.set(day, found);
  return found;
}

/** The prices of the chosen day, and those that the question asks for; undefined: they could not be loaded. */
async function answered(): Promise<{ prices: DayPrices; rows: ListedRow[] } | undefined> {
  try {
    const prices = await pricesOf(question.day || now);
    const than = question.than === '' ? undefined : await pricesOf(question.than);
    return { prices, rows: asked(prices, question, myModels(), than) };
  } catch (error) {
    byId('price-count').textContent = `The prices could not be loaded: ${(error as Error).message}`;
    return undefined;
  }
}

function fill(): void {
  for (const [name, value] of Object.entries(question)) {
    const control = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
    if (control !== null) control.value = name === 'day' && value === '' ? now : value;
  }
}

function read(): PriceQuestion {
  const values = new FormData(form);
  const read = { ...usualQuestion, sort: question.sort };
  for (const name of Object.keys(read) as (keyof PriceQuestion)[])
    if (values.has(name)) read[name] = String(values.get(name));
  for (const name of ['input', 'output'] as const) read[name] = readNumber(read[name], navigator.language).text;
  return read.day === now ? { ...read, day: '' } : read;
}

async function show(): Promise<void> {
  const asking = question;
  const answer = await answered();
  if (answer === undefined || asking !== question) return;
  const { prices, rows } = answer;
  const { than } = question;
  const sort = orderOf(question);
  drawInParts(place, priceLines(rows, than, myModels()), (lines) =>
    render(<PriceTable day={prices.day} {...{ lines, sort, than }} />, place),
  );
  const count = `${rows.length} ${rows.length === 1 ? 'price' : 'prices'} on ${prices.day}`;
  byId('price-count').textContent = count;
  const makers = form.querySelector('#price-host option');
  if (makers !== null) makers.textContent = question.region === '' ? 'The maker itself' : 'Anyone there';
  announce(count);
  note.textContent = noteOn(prices, rows);
  note.hidden = note.textContent === '';
  replaceAddress(location.pathname + queryOf(question) + location.hash);
}

/** What the list does not show; '' if there is nothing to say. */
function noteOn(prices: DayPrices, rows: readonly ListedRow[]): string {
  const unknown = unknownThere(prices, question);
  const there =
    unknown.length === 0
      ? ''
      : `No price in ${question.region} is known here of ${unknown.join(', ')}: they may sell there all the same. `;
  if (rows.length > 0) return there;
  if (question.mine !== '' && myModels().length === 0)
    return 'You keep no models yet: the star beside a name does that.';
  return `${there}No price of that day fits. Choose any terms, region or host, or reset the filters.`;
}

function ask(next: PriceQuestion): void {
  question = next;
  void show();
}

form.addEventListener('input', () => ask(read()));
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', (event) => {
  event.preventDefault();
  ask(usualQuestion);
  fill();
});
byId('shown-csv').addEventListener('click', async () => {
  const answer = await answered();
  if (answer !== undefined) save(`prices-${answer.prices.day}.csv`, 'text/csv', listedText(answer.rows));
});
place.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('[data-sort], [data-mine]');
  const { sort, mine } = button?.dataset ?? {};
  if (sort !== undefined) {
    const by = orderOf(question);
    const isTurned = by === sort || (by !== `-${sort}` && mostFirst.includes(sort));
    ask({ ...question, sort: isTurned ? `-${sort}` : sort });
  } else if (mine !== undefined && button) {
    mark(button, toggleMine(mine));
    if (question.mine !== '') void show();
  }
});

function mark(star: HTMLElement, isMine: boolean): void {
  star.setAttribute('aria-pressed', String(isMine));
  star.textContent = isMine ? '★' : '☆';
}

// What the build drew has no buttons in its heads, and does not know the reader.
const kept = myModels();
for (const star of place.querySelectorAll<HTMLElement>('[data-mine]'))
  if (kept.includes(star.dataset.mine ?? '')) mark(star, true);
for (const [index, head] of [...place.querySelectorAll('thead th')].entries()) {
  const key = heads[index]?.[0];
  if (key === undefined) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sort';
  button.dataset.sort = key;
  button.textContent = head.textContent;
  head.replaceChildren(button);
}
fill();
const { day, q, maker, takes, region, host, sort, ...behindMore } = question;
if (Object.values(behindMore).some((value) => value !== '')) form.querySelector('details')?.setAttribute('open', '');
// A change that was only announced when the page was built has come.
if (location.search !== '' || now > (place.dataset.until ?? now)) void show();
