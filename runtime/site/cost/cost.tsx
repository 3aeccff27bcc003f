/** "What will my agent cost?": the inputs next to the answer. */

import { Refused } from '../form/refused.tsx';
import { RequestForm } from '../form/request-form.tsx';
import type { Store } from '../state/store.ts';
import { Figures, Reasons } from './answer.tsx';
import { PrintedInputs, Share } from './share.tsx';

export const Cost = ({ store }: { store: Store }) => {
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
