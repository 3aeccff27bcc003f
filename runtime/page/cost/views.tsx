/** The places of the front page and what is drawn into each; the build draws the same for those without a script. */
import { Change } from '../change/change.tsx';
import { Scenarios } from '../scenarios/scenarios.tsx';
import type { Store } from '../state/store.ts';
import { Cost } from './cost.tsx';

/** Pixels across for which the build draws. */
export const usualRoom = 720;

/** @param room pixels that a chart may be wide */
export const views = (store: Store, room: number) => ({
  cost: <Cost store={store} />,
  change: <Change store={store} room={room} />,
  scenarios: <Scenarios store={store} />,
});
