/** The rest of the front page besides every model, by element id: picture and moves, and what is behind the figures. */
import { Change } from './change.tsx';
import { estimated } from './estimated.ts';
import { Moves } from './moves-view.tsx';
import { Picture } from './picture.tsx';
import { Prices, Reasons } from './reasons.tsx';
import { Scenarios } from './scenarios.tsx';
import { PrintedInputs, Share } from './share.tsx';
import type { Store } from './store.ts';

/** @param room available width of the picture and of other charts, in pixels */
export const detailViews = (store: Store, room: { picture: number; chart: number }) => ({
  picture: <Picture store={store} room={room.picture} />,
  moves: <Moves store={store} />,
  share: <Shared store={store} />,
  reasons: <Reasons store={store} />,
  change: <Change store={store} room={room.chart} />,
  scenarios: <Scenarios store={store} />,
});

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
