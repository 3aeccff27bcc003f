/** A long table answers an input before it is whole: the rows in sight are drawn for the next frame, the others after it. */
import type { VNode } from 'preact';
import { afterNextFrame } from '../browser.ts';

/** The least height of a row, in pixels. */
const leastRow = 24;
/** So many rows are drawn at once below those in sight: more would keep the next input waiting. */
const rowsAtOnce = 32;

/** How many rows reach the end of the screen, and a few more. */
const rowsInSight = (table: Element): number =>
  8 + Math.ceil(Math.max(0, innerHeight - table.getBoundingClientRect().top) / leastRow);

/** The rows last drawn at a place. */
const drawn = new WeakMap<Element, readonly VNode[]>();
let latest = 0;

/**
 * Rows that are not drawn yet stay as they were: what is drawn twice as the same object costs nothing.
 * @param place where the table is; it is busy until all is drawn
 * @param rows each with its place as its key
 * @param draw draws the table with some rows
 */
export function drawInParts(place: Element, rows: readonly VNode[], draw: (rows: readonly VNode[]) => void): void {
  latest += 1;
  const own = latest;
  const table = place.querySelector('table');
  // Measured before anything changes: afterwards it would lay out the whole table.
  let done = table === null ? rows.length : rowsInSight(table);
  place.setAttribute('aria-busy', 'true');
  const next = (): void => {
    if (own !== latest) return;
    const now = [...rows.slice(0, done), ...(done < rows.length ? (drawn.get(place) ?? []).slice(done) : [])];
    draw(now);
    drawn.set(place, now);
    if (done < rows.length) {
      done += rowsAtOnce;
      afterNextFrame(next);
    } else place.removeAttribute('aria-busy');
  };
  next();
}
