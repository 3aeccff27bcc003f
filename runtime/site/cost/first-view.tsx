/** The front page drawn by the build: what people see before its script runs, or without it. */
import { catalogInForce } from '../catalog/compact-catalog.ts';
import { htmlOf } from '../layout.tsx';
import type { FirstView } from './cost-page.tsx';
import { Store } from './store.ts';
import { usualRoom, views } from './views.tsx';

/**
 * HTML by the id of the element it goes into.
 * @param pricesText as `sentText` makes it for the page
 */
export function firstView(pricesText: string): FirstView {
  const nothing = () => {};
  const store = new Store({
    inForce: catalogInForce(pricesText),
    loadFull: () => Promise.reject(new Error('The build cannot load host prices.')),
    draw: nothing,
    showSecond: nothing,
    saveLink: nothing,
  });
  return Object.fromEntries(Object.entries(views(store, usualRoom)).map(([id, view]) => [id, htmlOf(view)]));
}
