/** What the front page shows first, by element id: the figures and the inputs. The build draws the same. */
import { Figures } from './answer.tsx';
import { Refused, RequestForm } from './request-form.tsx';
import type { Store } from './store.ts';
import { Warnings } from './warnings.tsx';

/** Width in pixels for which the build draws. */
export const usualRoom = 720;

export const firstViews = (store: Store) => ({
  cost: <Cost store={store} />,
  inputs: (
    <RequestForm
      {...store.first}
      prefix="a"
      catalog={store.catalog}
      onChange={(typed) => store.change({ first: typed })}
    />
  ),
});

const Cost = ({ store }: { store: Store }) => {
  const { first, unknown, waiting, later } = store;
  const { wrong, last } = first;
  return (
    <>
      {unknown.length > 0 && <p class="notice">Ignored in this link, as unknown here: {unknown.join(', ')}.</p>}
      {later !== null && <p class="notice">{later}</p>}
      {waiting !== null && <p class="notice">{waiting}</p>}
      {wrong !== null && <Refused wrong={wrong} />}
      <Figures {...last} />
      <Warnings answered={last} />
    </>
  );
};
