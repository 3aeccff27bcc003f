/** The views of the front page by element id; the build draws the same ones for people without JavaScript. */
import { Figures, Reasons } from './answer.tsx';
import { Change } from './change.tsx';
import { Refused, RequestForm } from './request-form.tsx';
import { Scenarios } from './scenarios.tsx';
import { PrintedInputs, Share } from './share.tsx';
import type { Store } from './store.ts';

/** Width in pixels for which the build draws. */
export const usualRoom = 720;

/** @param room available width of a chart in pixels */
export const views = (store: Store, room: number) => ({
  cost: <Cost store={store} />,
  change: <Change store={store} room={room} />,
  scenarios: <Scenarios store={store} />,
});

/** "What will my agent cost?": the inputs next to the answer. */
const Cost = ({ store }: { store: Store }) => {
  const { catalog, first, unknown, waiting } = store;
  const { wrong, last } = first;
  return (
    <div class="estimate">
      <div class="stack">
        {unknown.length > 0 && <p class="notice">Ignored in this link, as unknown here: {unknown.join(', ')}.</p>}
        {waiting !== null && <p class="notice">{waiting}</p>}
        {wrong !== null && <Refused wrong={wrong} />}
        <Figures {...last} />
      </div>
      <RequestForm {...first} prefix="a" catalog={catalog} onChange={(typed) => store.change({ first: typed })} />
      <div class="stack">
        <Reasons {...last} />
        <PrintedInputs answered={last} />
        {wrong === null && <Share catalog={catalog} answered={last} />}
      </div>
    </div>
  );
};
