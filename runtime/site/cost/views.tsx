/** What the front page shows first, by element id: the sentence and the figures. The build draws the same. */
import { budgetOf, Figures } from './answer.tsx';
import { Sentence } from './sentence.tsx';
import type { Store } from './store.ts';
import { Warnings } from './warnings.tsx';
import { Refused } from './workflow-fields.tsx';

/** Widths in pixels for which the build draws. */
export const usualRoom = { picture: 720, chart: 720 };

export const firstViews = (store: Store) => ({
  ask: (
    <Sentence
      {...store.first}
      prefix="a"
      catalog={store.catalog}
      list={store.list}
      onChange={(typed) => store.change({ first: typed })}
      onList={(list) => store.change({ list })}
    />
  ),
  cost: <Cost store={store} />,
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
      <Figures answered={last} budget={budgetOf(store.list)} />
      <Warnings answered={last} />
    </>
  );
};
