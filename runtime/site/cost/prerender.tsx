/** The front page drawn by the build: what people see before its script runs, or without it. */
import { pricesInForceText } from 'virtual:prices-in-force';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { catalogInForce } from '../catalog/prices-in-force.ts';
import { Store } from '../state/store.ts';
import { usualRoom, views } from './views.tsx';

/** HTML by the id of the element it goes into. */
export function firstView(): Record<string, string> {
  const nothing = () => {};
  const store = new Store({
    inForce: catalogInForce(pricesInForceText),
    loadFull: () => Promise.reject(new Error('The build cannot load host prices.')),
    draw: nothing,
    showSecond: nothing,
    saveLink: nothing,
  });
  return Object.fromEntries(Object.entries(views(store, usualRoom)).map(([id, view]) => [id, htmlOf(view)]));
}

/** As HTML rather than XML: an input has no closing slash. */
const htmlOf = (view: VNode): string => renderToString(view).replace(/<input([^>]*?)\s*\/>/g, '<input$1>');
