/** What the prompt cache saves, in a sentence. */
import { billFor, workOf } from '../../core/model/bill.ts';
import { usesCache } from '../../core/model/cache-use.ts';
import { percent, usd } from '../figures.ts';
import type { Answered } from '../state/asked.ts';

export function cachingSaves({ question: { preset, model, workflow }, estimate }: Answered): string {
  const { savings, tokensPerTask } = estimate;
  if (savings.promptCaching !== null) {
    const { costPerTask, monthly, pct } = savings.promptCaching;
    if (costPerTask === 0) return 'Prompt caching is off, and would save nothing here.';
    return `Prompt caching is off: it would save ${usd(costPerTask)} a task, ${percent(pct)}, or ${usd(monthly)} a month.`;
  }
  if (!usesCache(model, workflow))
    return `${model.facts.name} has no price for cached input, so caching saves nothing.`;
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
