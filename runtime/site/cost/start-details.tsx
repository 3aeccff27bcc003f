/** The second script of the front page: everything below its figures and inputs. */
import { announce, byId, loadScript } from '../browser.ts';
import { drawInTwo } from '../components/draw-in-two.ts';
import { Change } from './change.tsx';
import { detailViews, listView } from './detail-views.tsx';
import { estimated } from './estimated.ts';
import { modelsFor } from './models-for-work.ts';
import { MoreInputs } from './more-inputs.tsx';
import { drawDetailsNext, drawViews, page } from './page.ts';
import { moreInputs } from './sentence.tsx';
import type { Store } from './store.ts';
import { firstViews, usualRoom } from './views.tsx';

const widthOf = (id: string): number => document.getElementById(id)?.clientWidth || usualRoom.chart;
const roomNow = () => ({ picture: widthOf('picture'), chart: widthOf('change') });

const drawList = (of: Store): void => drawInTwo(byId('models'), (most) => drawViews(listView(of, most)));

const { store } = page;
moreInputs.Inputs = MoreInputs;
// A chart is as wide as its place, which has no width before it is opened.
byId('why').addEventListener('toggle', () => {
  if (store !== null) drawViews({ change: <Change store={store} room={roomNow().chart} /> });
});
const all = (of: Store) => {
  estimated(of.first.last);
  modelsFor(of);
  return detailViews(of, roomNow());
};
page.details = { all, drawList };
if (store !== null) {
  drawDetailsNext(() => {
    drawViews(firstViews(store));
    for (const name of ['cost-model-box', 'charts']) loadScript(name).catch((error: Error) => announce(error.message));
  });
}
