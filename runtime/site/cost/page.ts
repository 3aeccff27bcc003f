/** What the two scripts of the front page share while it is open: its state, and how it is drawn. */
import { hydrate, render, type VNode } from 'preact';
import { afterNextFrame } from '../browser.ts';
import type { Store } from './store.ts';

type Views = Readonly<Record<string, VNode>>;

/** What the second script draws; it sets this when it runs. */
interface Details {
  /** Computes and draws the views one after the other. */
  steps: (store: Store) => (() => void)[];
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
    const next = ([step, ...rest]: readonly (() => void)[]): void => {
      if (own !== latest) return;
      if (step !== undefined) {
        step();
        setTimeout(() => next(rest));
        return;
      }
      busy('false');
      for (const task of afterwards.splice(0)) task();
    };
    const all = details.steps(store);
    setTimeout(() => next(all));
  });
}

/** Whether parts of the page still show the answer before. */
const busy = (is: 'true' | 'false') => document.querySelector('main')?.setAttribute('aria-busy', is);
