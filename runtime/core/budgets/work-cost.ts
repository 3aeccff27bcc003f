/** What a workflow costs at the prices of a catalog, and exact differences between costs. */

import { type ResolvedRequest, resolveRequest } from '../answers/resolved-request.ts';
import type { Catalog } from '../dataset/catalog.ts';
import { billFor } from '../model/bill.ts';
import { workOf } from '../model/work.ts';
import { ApiError } from '../schemas/api-error.ts';
import type { BudgetedWork } from '../schemas/data-files/budget-files.ts';
import type { EstimateRequest } from '../schemas/estimate-request-schema.ts';
import { roundHalfUp, unitsPerDollar } from '../values/money.ts';

/** USD per task and per month. */
export interface Cost {
  perTask: number;
  perMonth: number;
}

export interface WorkCost extends Cost {
  question: ResolvedRequest;
}

/** The costs of an estimate of the request, or why there is no estimate. */
export function costOf(catalog: Catalog, request: EstimateRequest): WorkCost | ApiError {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) return question;
  const { preset, workflow, model } = question;
  const { costPerTask, monthlySpend } = billFor(workOf(preset, workflow), model);
  return { question, perTask: costPerTask, perMonth: monthlySpend };
}

/** The costs of a workflow of agent-cost.json, or a refusal that names it. */
export function costOfWork(catalog: Catalog, { name, request }: BudgetedWork): WorkCost | ApiError {
  const cost = costOf(catalog, request);
  return cost instanceof ApiError ? new ApiError(cost.code, `workflows.${name}: ${cost.message}`) : cost;
}

/**
 * The steps between costs, in USD. They add up exactly to the step from the first to the last: all are computed in a
 * unit of which every cost is a whole multiple.
 */
export function stepsBetween(costs: readonly Cost[]): Cost[] {
  const tasks = stepsIn(
    costs.map(({ perTask }) => perTask),
    1e9,
  );
  const months = stepsIn(
    costs.map(({ perMonth }) => perMonth),
    1e6,
  );
  return tasks.map((perTask, i) => ({ perTask, perMonth: months[i] as number }));
}

function stepsIn(amounts: readonly number[], finest: 1e9 | 1e6): number[] {
  const perDollar = unitsPerDollar(Math.max(...amounts), finest);
  const whole = amounts.map((usd) => roundHalfUp(usd * perDollar));
  return whole.slice(1).map((units, from) => (units - (whole[from] as number)) / perDollar);
}
