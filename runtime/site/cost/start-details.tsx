/** The second script of the front page: everything below its figures and inputs. */
import { afterNextFrame, announce, loadScript } from '../browser.ts';
import { ModelBox } from '../components/model-box.tsx';
import { modelBox } from '../components/model-field.tsx';
import { detailViews, listView } from './detail-views.tsx';
import { drawDetailsNext, drawViews, page } from './page.ts';
import { firstViews, usualRoom } from './views.tsx';

const roomNow = (): number => document.getElementById('change')?.clientWidth || usualRoom;

const { store } = page;
modelBox.Box = ModelBox;
page.details = { all: (of) => detailViews(of, roomNow()), list: listView };
if (store !== null) {
  // What the build drew can be taken over as long as nothing was changed.
  const isAsBuilt = store.isUntouched;
  if (!isAsBuilt)
    for (const id of Object.keys(detailViews(store, usualRoom))) document.getElementById(id)?.replaceChildren();
  drawViews(detailViews(store, usualRoom), isAsBuilt);
  drawViews(firstViews(store));
  drawDetailsNext();
  afterNextFrame(() => {
    loadScript('charts').catch((error: Error) => announce(error.message));
  });
}
