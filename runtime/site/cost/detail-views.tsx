/** The rest of the front page, by element id: the picture, the moves, every model, and what is behind the figures. */
import { Change } from './change.tsx';
import { estimated } from './estimated.ts';
import { ModelList } from './model-list.tsx';
import { Moves } from './moves-view.tsx';
import { Picture } from './picture.tsx';
import { Prices, Reasons } from './reasons.tsx';
import { Scenarios } from './scenarios.tsx';
import { PrintedInputs, Share } from './share.tsx';
import type { Store } from './store.ts';

/**
 * The view that alone depends on how the models are listed.
 * @param most rows to draw of it
 */
export const listView = (store: Store, most = Number.POSITIVE_INFINITY) => ({
  models: <ModelList store={store} most={most} />,
});

/** @param room available width of the picture and of other charts, in pixels */
export const detailViews = (store: Store, room: { picture: number; chart: number }) => {
  return {
    picture: <Picture store={store} room={room.picture} />,
    moves: <Moves store={store} />,
    ...listView(store),
    share: <Shared store={store} />,
    reasons: <Reasons store={store} />,
    change: <Change store={store} room={room.chart} />,
    scenarios: <Scenarios store={store} />,
  };
};

const Shared = ({ store: { catalog, first } }: { store: Store }) => {
  const answered = estimated(first.last);
  return (
    <div class="stack">
      <Prices {...answered} />
      <PrintedInputs answered={answered} />
      {first.wrong === null && <Share catalog={catalog} answered={answered} />}
    </div>
  );
};
