/** What a workflow costs at the prices of a catalog, and exact differences between costs. */
import { Refusal } from '../api/envelope.ts';
import { answer, type Question, questionOf } from '../api/request.ts';
import type { EstimateRequest } from '../api/schemas/estimate-request-schema.ts';
import type { Estimate } from '../api/schemas/estimate-schema.ts';
import type { Catalog } from '../dataset/catalog.ts';
import { nearest, unitsPerDollar } from '../model/money.ts';
import type { BudgetedWork } from './budget-files.ts';

/** USD per task and per month. */
export interface Cost {
  perTask: number;
  perMonth: number;
}

export interface WorkCost extends Cost {
  question: Question;
}

/** The costs in an estimate of the request, or why there is no estimate. */
export function costOf(catalog: Catalog, request: EstimateRequest): WorkCost | Refusal {
  const question = questionOf(catalog, request);
  if (question instanceof Refusal) return question;
  const { costPerTask, monthlySpend } = answer(question) as Estimate;
  return { question, perTask: costPerTask, perMonth: monthlySpend };
}

/** The costs of a workflow of agent-cost.json, or a refusal that names it. */
export function costOfWork(catalog: Catalog, { name, request }: BudgetedWork): WorkCost | Refusal {
  const cost = costOf(catalog, request);
  return cost instanceof Refusal ? new Refusal(cost.code, `workflows.${name}: ${cost.message}`) : cost;
}

/**
 * The steps between costs, in USD. They add up exactly to the step from the first to the last: all are computed in a
 * unit of which every cost is a whole multiple.
 */
export function stepsBetween(costs: readonly Cost[]): Cost[] {
  const tasks = wholeUnits(
    costs.map(({ perTask }) => perTask),
    1e9,
  );
  const months = wholeUnits(
    costs.map(({ perMonth }) => perMonth),
    1e6,
  );
  return costs.slice(1).map((_, index) => ({ perTask: step(tasks, index), perMonth: step(months, index) }));
}

interface Units {
  whole: number[];
  perDollar: number;
}

function wholeUnits(amounts: readonly number[], finest: 1e9 | 1e6): Units {
  const perDollar = unitsPerDollar(Math.max(...amounts), finest);
  return { whole: amounts.map((usd) => nearest(usd * perDollar)), perDollar };
}

const step = ({ whole, perDollar }: Units, from: number): number =>
  ((whole[from + 1] as number) - (whole[from] as number)) / perDollar;
