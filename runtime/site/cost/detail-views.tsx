/** The rest of the front page, by element id: what to change, which model, and what is behind the figures. */
import { Advice } from './advice.tsx';
import { Change } from './change.tsx';
import { estimated } from './estimated.ts';
import { ModelList } from './model-list.tsx';
import { Reasons } from './reasons.tsx';
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

/** @param room available width of a chart in pixels */
export const detailViews = (store: Store, room: number) => {
  const { catalog, first } = store;
  const answered = estimated(first.last);
  return {
    advice: (
      <Advice
        catalog={catalog}
        answered={answered}
        onCompare={(change) => store.compare({ ...first.typed, ...change })}
      />
    ),
    ...listView(store),
    reasons: (
      <div class="stack">
        <Reasons {...answered} />
        <PrintedInputs answered={answered} />
        {first.wrong === null && <Share catalog={catalog} answered={answered} />}
      </div>
    ),
    change: <Change store={store} room={room} />,
    scenarios: <Scenarios store={store} />,
  };
};
