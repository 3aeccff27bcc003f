/** What a plan is worth as rows of a table, with every digit: one for the plan, one for each quota. */
import { decimal } from '../../core/values/money.ts';
import type { PlanWorth } from './plan-worth.ts';

/** Columns that only these rows have. */
const columns = [
  ...['month', 'plan.usdPerMonth', 'timesPrice', 'overPriceUsd', 'reachedOn', 'credits.used', 'credits.ofPlan'],
  ...['minutes', 'usedPct', 'at', 'resetsAt', 'usedUp.p10', 'usedUp.p50', 'usedUp.p90'],
  ...['windows', 'model', 'low', 'middle', 'high', 'isInterval'].map((name) => `usdPerPct.${name}`),
];

export const planTable = (worth: PlanWorth) => ({
  columns,
  rows: [
    ...(worth.plan === null ? [] : [{ ...worth, by: 'plan', key: worth.plan.id, groups: 1, usd: decimal(worth.usd) }]),
    ...worth.quotas.map((quota) => ({ ...quota, by: 'quota', key: quota.agent, groups: 1 })),
  ],
});
