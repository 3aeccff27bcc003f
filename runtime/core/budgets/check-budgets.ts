/** Checks workflows against their budgets and their baseline. */

import type { Catalog } from '../dataset/catalog.ts';
import { ApiError } from '../schemas/api-error.ts';
import type { Baseline, Budget, BudgetedWork } from '../schemas/data-files/budget-files.ts';
import { roundUsd } from '../values/money.ts';
import { type Repricing, workInBaseline } from './baseline.ts';
import { causesOf } from './causes.ts';
import { type Cost, costOfWork, stepsBetween } from './work-cost.ts';

/** One limit of a budget. */
export type Limit = ReturnType<typeof limitsOf>[number];
export type CheckedWork = Exclude<ReturnType<typeof checkOne>, ApiError>;
export type CheckedTotal = ReturnType<typeof checkTotal>;
export type CheckedBudgets = Exclude<ReturnType<typeof checkBudgets>, ApiError>;

/**
 * @param at the baseline and the catalogs to reprice it with; null: there is no baseline
 * @returns the result, or a Refusal that names the first workflow that cannot be priced
 */
export function checkBudgets(now: Catalog, works: readonly BudgetedWork[], totalBudget: Budget, at: Repricing | null) {
  const workflows: CheckedWork[] = [];
  for (const work of works) {
    const checked = checkOne(now, work, at);
    if (checked instanceof ApiError) return checked;
    workflows.push(checked);
  }
  const names = new Set(works.map(({ name }) => name));
  /** Workflows of the baseline that no longer exist. */
  const removed = Object.entries(at?.baseline.workflows ?? {})
    .filter(([name]) => !names.has(name))
    .map(([name, { perTask, perMonth }]) => ({ name, perTask, perMonth }));
  const total = checkTotal(workflows, totalBudget, at?.baseline ?? null);
  return { over: total.over || workflows.some(({ over }) => over), workflows, removed, total };
}

/** All workflows together against the budget for all, in USD a month; `before`: the baseline's, null without one. */
export function checkTotal(costs: readonly Cost[], budget: Budget, baseline: Baseline | null) {
  const perMonth = sumOf(costs);
  const before = baseline === null ? null : sumOf(Object.values(baseline.workflows));
  const change = before === null ? null : stepsBetween([monthly(before), monthly(perMonth)])[0]?.perMonth;
  const limits = limitsOf(budget, monthly(perMonth), before === null ? null : monthly(before));
  return { perMonth, before, change: change ?? null, limits, over: limits.some(({ over }) => over) };
}

const monthly = (perMonth: number): Cost => ({ perTask: 0, perMonth });

const sumOf = (costs: readonly Cost[]): number =>
  roundUsd(
    costs.reduce((sum, { perMonth }) => sum + perMonth, 0),
    1e6,
  );

function checkOne(now: Catalog, work: BudgetedWork, at: Repricing | null) {
  const cost = costOfWork(now, work);
  if (cost instanceof ApiError) return cost;
  const { name, request, budget } = work;
  const { question, perTask, perMonth } = cost;
  const { model, sold } = question;
  const before = workInBaseline(at?.baseline ?? null, name);
  const baseline = before && { perTask: before.perTask, perMonth: before.perMonth };
  const limits = limitsOf(budget, cost, baseline);
  return {
    name,
    modelId: model.id,
    modelName: (model.inPlaceOf ?? model.facts).name,
    /** Whose prices are used; null: the maker's. */
    host: sold.host?.id ?? null,
    perTask,
    perMonth,
    /** null: there is no baseline, or it does not have this workflow. */
    baseline,
    change: baseline && (stepsBetween([baseline, cost])[0] as Cost),
    /** They add up to `change`. */
    causes: at === null || before === null ? [] : causesOf(at, before, request, cost),
    limits,
    over: limits.some(({ over }) => over),
  };
}

/** The limits of a budget and whether a cost exceeds them. Growth limits apply only with a baseline. */
export function limitsOf(budget: Budget, cost: Cost, baseline: Cost | null) {
  return (['perTask', 'perMonth'] as const).flatMap((per) => {
    const finest = per === 'perTask' ? 1e9 : 1e6;
    const limit = (name: keyof Budget, allowed: number, usd: number) => ({
      limit: name,
      /** As in agent-cost.json: USD or percent. */
      allowed,
      /** The limit in USD, and what is spent; both per task or per month. */
      usd,
      spent: cost[per],
      over: cost[per] > usd,
    });
    const absolute = budget[per];
    const growth = budget[`${per}GrowthPct`];
    return [
      ...(absolute === undefined ? [] : [limit(per, absolute, absolute)]),
      ...(growth === undefined || baseline === null
        ? []
        : [limit(`${per}GrowthPct`, growth, roundUsd(baseline[per] * (1 + growth / 100), finest))]),
    ];
  });
}
