/** What the two scripts of the front page share while it is open: its state, and how it is drawn. */
import { hydrate, render, type VNode } from 'preact';
import { afterNextFrame } from '../browser.ts';
import type { Store } from './store.ts';

export type Views = Readonly<Record<string, VNode>>;

/** What the second script draws; it sets this when it runs. */
export interface Details {
  all: (store: Store) => Views;
  /** Draws only the list of models. */
  drawList: (store: Store) => void;
}

export const page: { store: Store | null; details: Details | null } = { store: null, details: null };

/** @param built whether the build drew these views, for this state */
export function drawViews(views: Views, built = false): void {
  for (const [id, view] of Object.entries(views)) {
    const place = document.getElementById(id);
    if (place !== null) (built ? hydrate : render)(view, place);
  }
}

let isWaiting = false;

/** Draws the details once the browser has shown what was drawn before: an input is answered without waiting for them. */
export function drawDetailsNext(): void {
  if (isWaiting) return;
  isWaiting = true;
  busy('true');
  afterNextFrame(() => {
    isWaiting = false;
    const { store, details } = page;
    if (store === null || details === null) return;
    drawViews(details.all(store));
    busy('false');
  });
}

/** Whether parts of the page still show the answer before. */
const busy = (is: 'true' | 'false') => document.querySelector('main')?.setAttribute('aria-busy', is);
