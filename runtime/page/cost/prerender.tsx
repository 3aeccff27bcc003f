/** The front page as it opens, drawn by the build: what people see before its script runs, or without it. */
import { pricesInForceText } from 'virtual:prices-in-force';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { catalogInForce } from '../catalog/prices-in-force.ts';
import { Store } from '../state/store.ts';
import { usualRoom, views } from './views.tsx';

/** HTML by the id of its place. */
export function firstView(): Record<string, string> {
  const nothing = () => {};
  const store = new Store({
    inForce: catalogInForce(pricesInForceText),
    loadFull: () => Promise.reject(new Error('The build has no host to ask.')),
    draw: nothing,
    showSecond: nothing,
    saveLink: nothing,
  });
  return Object.fromEntries(Object.entries(views(store, usualRoom)).map(([id, view]) => [id, htmlOf(view)]));
}

/** As HTML and not as XML has it: an input has no end. */
const htmlOf = (view: VNode): string => renderToString(view).replace(/<input([^>]*?)\s*\/>/g, '<input$1>');
