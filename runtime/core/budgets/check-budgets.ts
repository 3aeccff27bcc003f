/** Checks workflows against their budgets and their baseline. */

import type { Catalog } from '../dataset/catalog.ts';
import { ApiError } from '../schemas/api-error.ts';
import type { Baseline, Budget, BudgetedWork } from '../schemas/data-files/budget-files.ts';
import { roundUsd } from '../values/money.ts';
import { type Repricing, workInBaseline } from './baseline.ts';
import { type Cause, causesOf } from './causes.ts';
import { type Cost, costOfWork, stepsBetween } from './work-cost.ts';

/** One limit of a budget. */
export interface Limit {
  limit: keyof Budget;
  /** As in agent-cost.json: USD or percent. */
  allowed: number;
  /** The limit in USD, and what is spent; both per task or per month. */
  usd: number;
  spent: number;
  over: boolean;
}

export interface CheckedWork extends Cost {
  name: string;
  /** Model id and name, and the host whose prices are used; null: its own provider. */
  modelId: string;
  modelName: string;
  host: string | null;
  /** null: there is no baseline, or it does not have this workflow. */
  baseline: Cost | null;
  /** From the baseline to now, in USD; null: as above. */
  change: Cost | null;
  /** They add up to `change`; empty if nothing changed. */
  causes: Cause[];
  limits: Limit[];
  over: boolean;
}

export interface CheckedBudgets {
  over: boolean;
  workflows: CheckedWork[];
  /** Workflows of the baseline that no longer exist. */
  removed: ({ name: string } & Cost)[];
  total: CheckedTotal;
}

/** USD a month of all workflows; `before` is the total of the baseline, null without one. */
export interface CheckedTotal {
  perMonth: number;
  before: number | null;
  change: number | null;
  limits: Limit[];
  over: boolean;
}

/**
 * @param at the baseline and the catalogs to reprice it with; null: there is no baseline
 * @returns the result, or a Refusal that names the first workflow that cannot be priced
 */
export function checkBudgets(
  now: Catalog,
  works: readonly BudgetedWork[],
  totalBudget: Budget,
  at: Repricing | null,
): CheckedBudgets | ApiError {
  const workflows: CheckedWork[] = [];
  for (const work of works) {
    const checked = checkOne(now, work, at);
    if (checked instanceof ApiError) return checked;
    workflows.push(checked);
  }
  const names = new Set(works.map(({ name }) => name));
  const removed = Object.entries(at?.baseline.workflows ?? {})
    .filter(([name]) => !names.has(name))
    .map(([name, { perTask, perMonth }]) => ({ name, perTask, perMonth }));
  const total = checkTotal(workflows, totalBudget, at?.baseline ?? null);
  return { over: total.over || workflows.some(({ over }) => over), workflows, removed, total };
}

/** All workflows together against the budget for all. */
export function checkTotal(costs: readonly Cost[], budget: Budget, baseline: Baseline | null): CheckedTotal {
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

function checkOne(now: Catalog, work: BudgetedWork, at: Repricing | null): CheckedWork | ApiError {
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
    host: sold.host?.id ?? null,
    perTask,
    perMonth,
    baseline,
    change: baseline && (stepsBetween([baseline, cost])[0] as Cost),
    causes: at === null || before === null ? [] : causesOf(at, before, request, cost),
    limits,
    over: limits.some(({ over }) => over),
  };
}

/** The limits of a budget and whether a cost exceeds them. Growth limits apply only with a baseline. */
export function limitsOf(budget: Budget, cost: Cost, baseline: Cost | null): Limit[] {
  return (['perTask', 'perMonth'] as const).flatMap((per) => {
    const finest = per === 'perTask' ? 1e9 : 1e6;
    const limit = (name: keyof Budget, allowed: number, usd: number): Limit => ({
      limit: name,
      allowed,
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
