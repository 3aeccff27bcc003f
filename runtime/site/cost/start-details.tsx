/** The second script of the front page: everything below its figures and inputs. */
import { afterNextFrame, announce, byId, loadScript } from '../browser.ts';
import { drawInTwo } from '../components/draw-in-two.ts';
import { detailViews, listView } from './detail-views.tsx';
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
// Charts are as wide as their place, which has no width before it is opened.
byId('why').addEventListener('toggle', drawDetailsNext);
page.details = { all: (of) => detailViews(of, roomNow()), drawList };
if (store !== null) {
  // What the build drew can be taken over as long as nothing was changed.
  const isAsBuilt = store.isUntouched;
  if (!isAsBuilt)
    for (const id of Object.keys(detailViews(store, usualRoom))) document.getElementById(id)?.replaceChildren();
  // The build drew the picture twice, for a wide screen and for a phone.
  byId('picture').replaceChildren();
  drawViews(detailViews(store, usualRoom), isAsBuilt);
  drawViews(firstViews(store));
  drawDetailsNext();
  afterNextFrame(() => {
    for (const name of ['cost-model-box', 'charts']) loadScript(name).catch((error: Error) => announce(error.message));
  });
}
