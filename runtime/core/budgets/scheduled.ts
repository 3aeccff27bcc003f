/** How scheduled price changes and model shutdowns will affect workflows. */

import type { Catalog } from '../dataset/catalog.ts';
import { catalogOn } from '../dataset/overlay-catalog.ts';
import { hasLapsed } from '../dataset/price-on-day.ts';
import { dayAfter } from '../dataset/unchanged-days.ts';
import { ApiError } from '../schemas/api-error.ts';
import type { BudgetedWork } from '../schemas/data-files/budget-files.ts';
import { priceWords } from './causes.ts';
import { type Cost, costOf, costOfWork, type WorkCost } from './work-cost.ts';

/**
 * price: its model's price changes; shutDown: its model is shut down, and calls fail or are billed as another model;
 * promiseEnds: the price was promised until the day before, and what follows is unknown.
 */
export type EventKind = 'price' | 'shutDown' | 'promiseEnds';

export interface ScheduledEvent {
  /** First day (UTC) on which it applies. */
  on: string;
  kind: EventKind;
  workflow: string;
  modelId: string;
  modelName: string;
  /** USD before and from that day on; null: the workflow cannot run. */
  before: Cost;
  after: Cost | null;
  what: string;
  /** The factor by which all of its token prices change; null if there is no single factor. */
  priceTimes: number | null;
  /** Over its budget per task or per month from that day on, or unable to run. */
  over: boolean;
}

/**
 * Every change between two days that affects one of the workflows, by day.
 * @param catalog of the first day, at the prices to use
 * @param until the last day (UTC), included
 * @returns the events, or a Refusal that names the first workflow that cannot be priced on the first day
 */
export function scheduledEvents(
  catalog: Catalog,
  works: readonly BudgetedWork[],
  until: string,
): ScheduledEvent[] | ApiError {
  const today = new Map<string, WorkCost>();
  for (const work of works) {
    const cost = costOfWork(catalog, work);
    if (cost instanceof ApiError) return cost;
    today.set(work.name, cost);
  }
  const events: ScheduledEvent[] = [];
  for (const then of changedCatalogs(catalog, until)) {
    for (const work of works) {
      const before = today.get(work.name);
      if (before === undefined) continue;
      const after = costOf(then, work.request);
      const event = eventOf(then.asOf, work, before, after);
      if (event !== null) events.push(event);
      if (after instanceof ApiError) today.delete(work.name);
      else today.set(work.name, after);
    }
  }
  return events;
}

/** The catalogs of the later days on which any answer changes. */
function* changedCatalogs(catalog: Catalog, until: string): Generator<Catalog> {
  let last = catalog.inForce.until;
  while (last !== null && dayAfter(last) <= until) {
    const then = catalogOn(catalog, dayAfter(last));
    yield then;
    last = then.inForce.until;
  }
}

function eventOf(on: string, work: BudgetedWork, from: WorkCost, to: WorkCost | ApiError): ScheduledEvent | null {
  const { model } = from.question;
  const event = {
    on,
    workflow: work.name,
    modelId: model.id,
    modelName: (model.inPlaceOf ?? model.facts).name,
    before: { perTask: from.perTask, perMonth: from.perMonth },
  };
  if (to instanceof ApiError) {
    return { ...event, kind: 'shutDown', after: null, what: to.message, priceTimes: null, over: true };
  }
  const { perTask, perMonth, question } = to;
  const after = { perTask, perMonth };
  const over = perTask > (work.budget.perTask ?? perTask) || perMonth > (work.budget.perMonth ?? perMonth);
  const isEnd = question.model.inPlaceOf !== null && model.inPlaceOf === null;
  if (isEnd || perTask !== from.perTask || perMonth !== from.perMonth) {
    const what = priceWords(from, to).join('; ');
    return { ...event, kind: isEnd ? 'shutDown' : 'price', after, what, priceTimes: priceTimes(from, to), over };
  }
  const { listPrice, facts } = question.model;
  const { holdsUntil } = listPrice;
  if (holdsUntil === undefined || dayAfter(holdsUntil) !== on || !hasLapsed(facts.prices, listPrice, on)) return null;
  const what = `${model.id}: its price was promised until ${holdsUntil}, and no later price is known`;
  return { ...event, kind: 'promiseEnds', after, what, priceTimes: null, over: false };
}

/** For example 2 if input, output and cached input all double. */
function priceTimes(from: WorkCost, to: WorkCost): number | null {
  const [before, after] = [from.question.model, to.question.model];
  if (before.id !== after.id || after.inPlaceOf !== before.inPlaceOf) return null;
  const ratios = (['input', 'output', 'cachedInput'] as const).flatMap((name) => {
    const [old, own] = [before.price[name], after.price[name]];
    return old === null && own === null ? [] : [(own ?? 0) / (old ?? 0)];
  });
  const [first = 0] = ratios;
  return ratios.every((ratio) => Math.abs(ratio - first) < 1e-9) ? first : null;
}
