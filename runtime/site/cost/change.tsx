/** What caching saves, and how the prompt grows. */
import { billFor } from '../../core/model/bill.ts';
import { usesCache } from '../../core/model/cost.ts';
import { workOf } from '../../core/model/work.ts';
import { percent, usd } from '../formatting.ts';
import { GrowthChart, growthOf } from './context-growth.tsx';
import { type Estimated, estimated } from './estimated.ts';
import type { Store } from './store.ts';

/** @param room available width in pixels */
export const Change = ({ store, room }: { store: Store; room: number }) => {
  const answered = estimated(store.first.last);
  return (
    <>
      <h2>What caching saves</h2>
      <p>{cachingSaves(answered)}</p>
      <GrowthChart growth={growthOf(answered.question)} room={room} />
    </>
  );
};

/** What the prompt cache saves, in a sentence. */
function cachingSaves({ question: { preset, model, workflow }, estimate, advice }: Estimated): string {
  const { tokensPerTask } = estimate;
  const off = advice.levers.find(({ lever }) => lever === 'promptCaching');
  if (off !== undefined) {
    const { costPerTask, monthly, pct } = off.saving;
    return `Prompt caching is off: it would save ${usd(costPerTask)} a task, ${percent(pct)}, or ${usd(monthly)} a month.`;
  }
  if (model.price.cachedInput === null)
    return `${model.facts.name} has no price for cached input, so caching saves nothing.`;
  if (!usesCache(model, workflow)) return 'Prompt caching is off, and would save nothing here.';
  // The same bill at a price list without a discount for cached input.
  const without = billFor(workOf(preset, workflow), {
    ...model,
    price: { ...model.price, cachedInput: null },
  }).costPerTask;
  const share = tokensPerTask.input > 0 ? (100 * tokensPerTask.cachedInput) / tokensPerTask.input : 0;
  const saved = without - estimate.costPerTask;
  const read = `${percent(share)} of the input is read from the cache`;
  if (saved <= 0) return `${read}; without caching a task would cost ${usd(without)}, no more than it does now.`;
  return `${read}: without caching a task would cost ${usd(without)} instead of ${usd(estimate.costPerTask)}. That saves ${usd(saved)} a task, ${percent((100 * saved) / without)}.`;
}
