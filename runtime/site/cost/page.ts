/** What the two scripts of the front page share while it is open: its state, and how it is drawn. */
import { hydrate, render, type VNode } from 'preact';
import { afterNextFrame } from '../browser.ts';
import type { Store } from './store.ts';

export type Views = Readonly<Record<string, VNode>>;

/** What the second script draws; it sets this when it runs. */
export interface Details {
  /** Computes what the views show; they are drawn afterwards. */
  all: (store: Store) => Views;
  /** Draws only the list of models. */
  drawList: (store: Store) => void;
}

export const page: { store: Store | null; details: Details | null } = { store: null, details: null };

/** The views that were drawn here, and no longer by the build. */
const drawn = new Set<string>();

/** @param isAsBuilt whether the build drew the same */
export function drawViews(views: Views, isAsBuilt = false): void {
  for (const [id, view] of Object.entries(views)) {
    const place = document.getElementById(id);
    if (place === null) continue;
    const isFirst = !drawn.has(id);
    drawn.add(id);
    if (isFirst && !isAsBuilt) place.replaceChildren();
    (isFirst && isAsBuilt ? hydrate : render)(view, place);
  }
}

/** The latest drawing of the details: one that is not done gives way to it. */
let latest = 0;
const afterwards: (() => void)[] = [];

/**
 * Draws the details once the browser has shown what was drawn before, each in a task of its own: an input is answered
 * without waiting for them.
 * @param then called when they are all drawn
 */
export function drawDetailsNext(then?: () => void): void {
  if (then !== undefined) afterwards.push(then);
  latest += 1;
  const own = latest;
  busy('true');
  afterNextFrame(() => {
    const { store, details } = page;
    if (store === null || details === null) return;
    const next = ([first, ...rest]: readonly [string, VNode][]): void => {
      if (own !== latest) return;
      if (first !== undefined) {
        // The build does not know the room of a picture or a chart.
        drawViews(Object.fromEntries([first]), store.isUntouched && first[0] !== 'picture' && first[0] !== 'change');
        setTimeout(() => next(rest));
        return;
      }
      busy('false');
      for (const task of afterwards.splice(0)) task();
    };
    const views = Object.entries(details.all(store));
    setTimeout(() => next(views));
  });
}

/** Whether parts of the page still show the answer before. */
const busy = (is: 'true' | 'false') => document.querySelector('main')?.setAttribute('aria-busy', is);
