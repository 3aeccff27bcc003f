/** A long table answers an input before it is whole: what can be in sight is drawn for the next frame, the rest after it. */
import { afterNextFrame } from '../browser.ts';

/** The least height of a row, in pixels. */
const leastRow = 24;

/** How many rows reach the end of the screen, and a few more. */
const rowsInSight = (table: Element): number =>
  8 + Math.ceil(Math.max(0, innerHeight - table.getBoundingClientRect().top) / leastRow);

/** Keeps the height of a table, and the widths of its columns, until the function that it returns is called. */
function held(table: HTMLTableElement, isSame: boolean): () => void {
  const frame = table.parentElement as HTMLElement;
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const widths = heads.map(({ offsetWidth }) => offsetWidth);
  frame.style.minHeight = `${frame.offsetHeight}px`;
  if (isSame && getComputedStyle(table).tableLayout === 'auto') {
    table.style.tableLayout = 'fixed';
    for (const [index, head] of heads.entries()) head.style.width = `${widths[index]}px`;
  }
  return () => {
    frame.style.minHeight = '';
    table.style.tableLayout = '';
    for (const head of heads) head.style.width = '';
  };
}

let latest = 0;

/**
 * @param place where the table is; it is busy until all is drawn
 * @param draw draws at most that many of its rows
 * @param isSame whether its columns stay
 */
export function drawInTwo(place: Element, draw: (most: number) => void, isSame = true): void {
  latest += 1;
  const own = latest;
  const table = place.querySelector('table');
  // Measured before anything changes: afterwards it would lay out the whole table.
  const most = table === null ? Number.POSITIVE_INFINITY : rowsInSight(table);
  const release = table === null ? () => {} : held(table, isSame);
  place.setAttribute('aria-busy', 'true');
  const end = () => {
    release();
    place.removeAttribute('aria-busy');
  };
  draw(most);
  // A short table is whole by now.
  if (place.querySelectorAll('tbody > tr:not([hidden])').length < most) end();
  else {
    afterNextFrame(() => {
      if (own !== latest) return;
      draw(Number.POSITIVE_INFINITY);
      end();
    });
  }
}
