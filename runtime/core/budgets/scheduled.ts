/** How scheduled price changes and model shutdowns will affect workflows and their budgets. */

import type { Catalog } from '../dataset/catalog.ts';
import { catalogOn, withOverlay } from '../dataset/overlay-catalog.ts';
import { holds } from '../dataset/overlay-prices.ts';
import { hasLapsed } from '../dataset/price-on-day.ts';
import { dayAfter } from '../dataset/unchanged-days.ts';
import { ApiError } from '../schemas/api-error.ts';
import type { Baseline, Budget, BudgetedWork } from '../schemas/data-files/budget-files.ts';
import type { Overlay } from '../schemas/data-files/overlay-file.ts';
import { workInBaseline } from './baseline.ts';
import { type CauseName, priceWords } from './causes.ts';
import { type CheckedTotal, checkTotal, type Limit, limitsOf } from './check-budgets.ts';
import { type Cost, costOf, costOfWork, type WorkCost } from './work-cost.ts';

/**
 * price: its price changes; shutDown: its model is shut down, and calls fail or are billed as another model;
 * promiseEnds: the price was promised until the day before, and what follows is unknown.
 */
export type EventKind = 'price' | 'shutDown' | 'promiseEnds';

export interface ScheduledEvent {
  /** First day (UTC) on which it applies. */
  on: string;
  kind: EventKind;
  /** Whose change it is. price: its provider announced it; overlay: a rule of the user's own prices begins or ends. */
  causes: Extract<CauseName, 'price' | 'overlay'>[];
  workflow: string;
  modelId: string;
  modelName: string;
  /** USD before and from that day on; null: the workflow cannot run. */
  before: Cost;
  after: Cost | null;
  what: string;
  /** The factor by which all of its token prices change; null if there is no single factor. */
  priceTimes: number | null;
  /** The limits of its budget from that day on; empty if it cannot run. */
  limits: Limit[];
  /** Over one of them, or unable to run. */
  over: boolean;
}

export interface Schedule {
  /** Whether an event or a total is. */
  over: boolean;
  /** By day, then in the order of the workflows. */
  events: ScheduledEvent[];
  /** All workflows that can run, together, from each day on which a cost changes. */
  totals: ({ on: string } & CheckedTotal)[];
}

/** The catalog of the first day at the prices to use, the same at list prices, and the user's own prices, if any. */
export interface PricesAhead {
  catalog: Catalog;
  list: Catalog;
  own: Overlay | null;
}

/** As in agent-cost.json. */
export interface JudgedBy {
  total: Budget;
  /** What growth is measured from; null: growth limits do not apply. */
  baseline: Baseline | null;
}

/**
 * Every change between two days that affects one of the workflows.
 * @param until the last day (UTC), included
 * @returns the schedule, or a Refusal that names the first workflow that cannot be priced on the first day
 */
export function scheduledChanges(
  prices: PricesAhead,
  works: readonly BudgetedWork[],
  { total, baseline }: JudgedBy,
  until: string,
): Schedule | ApiError {
  const costs = new Map<string, WorkCost>();
  for (const work of works) {
    const cost = costOfWork(prices.catalog, work);
    if (cost instanceof ApiError) return cost;
    costs.set(work.name, cost);
  }
  const events: ScheduledEvent[] = [];
  const totals: Schedule['totals'] = [];
  let last = prices.catalog.asOf;
  for (const then of changedCatalogs(prices.catalog, until)) {
    const kept = atOwnPricesOf(last, prices, then);
    last = then.asOf;
    let isChanged = false;
    for (const work of works) {
      const before = costs.get(work.name);
      if (before === undefined) continue;
      const after = costOf(then, work.request);
      const found = eventOf(then.asOf, work, before, after);
      if (found !== null) {
        const limits =
          found.after === null ? [] : limitsOf(work.budget, found.after, workInBaseline(baseline, work.name));
        // The end of a promise changes no cost, so it takes nothing over its budget.
        const over = found.after === null || (found.kind !== 'promiseEnds' && limits.some((limit) => limit.over));
        const causes = whoseChange(found, kept === null ? after : costOf(kept, work.request));
        events.push({ ...found, causes, limits, over });
        isChanged ||= found.kind !== 'promiseEnds';
      }
      if (after instanceof ApiError) costs.delete(work.name);
      else costs.set(work.name, after);
    }
    if (isChanged) totals.push({ on: then.asOf, ...checkTotal([...costs.values()], total, baseline) });
  }
  return { over: events.some(({ over }) => over) || totals.some(({ over }) => over), events, totals };
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

/** The list prices of the day of `then`, with the rules of the user's own prices, if any, that held on the day `last`. */
function atOwnPricesOf(last: string, { list, own }: PricesAhead, then: Catalog): Catalog | null {
  if (own === null) return null;
  const rules = own.rules.filter((rule) => holds(rule, last)).map(({ from: _, until: __, ...rule }) => rule);
  // Every rule was accepted with its days, so it is without them.
  return catalogOn(withOverlay(list, { ...own, rules }) as Catalog, then.asOf);
}

type Found = Omit<ScheduledEvent, 'causes' | 'limits' | 'over'>;

/** @param kept what the work costs from that day on if no rule of the user's own prices begins or ends */
function whoseChange({ kind, before, after }: Found, kept: WorkCost | ApiError): ScheduledEvent['causes'] {
  const differs = (a: Cost, b: Cost) => a.perTask !== b.perTask || a.perMonth !== b.perMonth;
  if (kept instanceof ApiError || after === null) return ['price'];
  const byProvider = kind !== 'price' || differs(before, kept);
  return [...(byProvider ? (['price'] as const) : []), ...(differs(kept, after) ? (['overlay'] as const) : [])];
}

function eventOf(on: string, work: BudgetedWork, from: WorkCost, to: WorkCost | ApiError): Found | null {
  const { model } = from.question;
  const event = {
    on,
    workflow: work.name,
    modelId: model.id,
    modelName: (model.inPlaceOf ?? model.facts).name,
    before: { perTask: from.perTask, perMonth: from.perMonth },
  };
  if (to instanceof ApiError) {
    return { ...event, kind: 'shutDown', after: null, what: to.message, priceTimes: null };
  }
  const { perTask, perMonth, question } = to;
  const after = { perTask, perMonth };
  const isEnd = question.model.inPlaceOf !== null && model.inPlaceOf === null;
  if (isEnd || perTask !== from.perTask || perMonth !== from.perMonth) {
    const what = priceWords(from, to).join('; ');
    return { ...event, kind: isEnd ? 'shutDown' : 'price', after, what, priceTimes: priceTimes(from, to) };
  }
  const { listPrice, facts } = question.model;
  const { holdsUntil } = listPrice;
  if (holdsUntil === undefined || dayAfter(holdsUntil) !== on || !hasLapsed(facts.prices, listPrice, on)) return null;
  const what = `${model.id}: its price was promised until ${holdsUntil}, and no later price is known`;
  return { ...event, kind: 'promiseEnds', after, what, priceTimes: null };
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
