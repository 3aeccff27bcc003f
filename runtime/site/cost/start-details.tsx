/** The second script of the front page: everything below its figures and inputs. */
import type { VNode } from 'preact';
import { announce, byId, loadScript } from '../browser.ts';
import { drawInParts } from '../components/draw-in-parts.ts';
import { Change } from './change.tsx';
import { detailViews } from './detail-views.tsx';
import { estimated } from './estimated.ts';
import { ModelList, modelRows } from './model-list.tsx';
import { modelsFor } from './models-for-work.ts';
import { MoreInputs } from './more-inputs.tsx';
import { drawDetailsNext, drawViews, page } from './page.ts';
import { moreInputs } from './sentence.tsx';
import type { Store } from './store.ts';
import { firstViews, usualRoom } from './views.tsx';

const widthOf = (id: string): number => document.getElementById(id)?.clientWidth || usualRoom.chart;
const roomNow = () => ({ picture: widthOf('picture'), chart: widthOf('change') });

const drawList = (of: Store): void =>
  drawInParts(byId('models'), modelRows(of), (rows) =>
    drawViews({ models: <ModelList store={of} rows={rows} /> }, of.isUntouched),
  );

const { store } = page;
moreInputs.Inputs = MoreInputs;
// A chart is as wide as its place, which has no width before it is opened.
byId('why').addEventListener('toggle', () => {
  if (store !== null) drawViews({ change: <Change store={store} room={roomNow().chart} /> });
});
/** The build does not know the room of a picture or a chart. */
const asBuilt = (of: Store, id: string): boolean => of.isUntouched && id !== 'picture' && id !== 'change';
const steps = (of: Store): (() => void)[] => {
  const { picture, moves, ...others } = detailViews(of, roomNow());
  const drawing = (views: Record<string, VNode>) =>
    Object.entries(views).map(
      ([id, view]) =>
        () =>
          drawViews({ [id]: view }, asBuilt(of, id)),
    );
  const computing = [() => void estimated(of.first.last), () => void modelsFor(of)];
  return [...computing, ...drawing({ picture, moves }), () => drawList(of), ...drawing(others)];
};
page.details = { steps, drawList };
if (store !== null) {
  drawDetailsNext(() => {
    drawViews(firstViews(store));
    for (const name of ['cost-model-box', 'charts']) loadScript(name).catch((error: Error) => announce(error.message));
  });
}
