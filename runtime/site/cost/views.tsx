/** The views of the front page by element id; the build draws the same ones for people without JavaScript. */
import { Change } from '../change/change.tsx';
import { Scenarios } from '../scenarios/scenarios.tsx';
import type { Store } from '../state/store.ts';
import { Cost } from './cost.tsx';

/** Width in pixels for which the build draws. */
export const usualRoom = 720;

/** @param room available width of a chart in pixels */
export const views = (store: Store, room: number) => ({
  cost: <Cost store={store} />,
  change: <Change store={store} room={room} />,
  scenarios: <Scenarios store={store} />,
});
