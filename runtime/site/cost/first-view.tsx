/** The front page drawn by the build: what people see before its scripts run, or without them. */
import { catalogInForce } from '../catalog/compact-catalog.ts';
import { htmlOf } from '../layout.tsx';
import type { FirstView } from './cost-page.tsx';
import { detailViews } from './detail-views.tsx';
import { ModelList, modelRows } from './model-list.tsx';
import { Store } from './store.ts';
import { firstViews, usualRoom } from './views.tsx';

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
    drawList: nothing,
    showSecond: nothing,
    saveLink: nothing,
  });
  const models = <ModelList store={store} rows={modelRows(store)} />;
  const views = { ...firstViews(store), ...detailViews(store, usualRoom), models };
  return Object.fromEntries(Object.entries(views).map(([id, view]) => [id, htmlOf(view)]));
}
