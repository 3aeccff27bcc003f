/** Why two scenarios differ: from the first to the second, one group of inputs at a time. */

import { withPricingTerms } from '../../core/dataset/terms.ts';
import { costPerTaskOf } from '../../core/model/bill.ts';
import { type Workflow, type WorkflowField, workflowFieldNames } from '../../core/schemas/request-fields.ts';
import { roundUsd } from '../../core/values/money.ts';
import type { Answered } from './evaluate-form.ts';

export interface Cause {
  name: string;
  /** USD that it adds to the second scenario; below 0: saves. */
  perTask: number;
  monthly: number;
}

interface Group {
  name: string;
  fields: readonly WorkflowField[];
}

const namedGroups: readonly Group[] = [
  { name: 'Model and prices', fields: ['serviceTier', 'region'] },
  { name: 'Reasoning effort', fields: ['reasoningEffort'] },
  {
    name: 'Calls, tools and searches',
    fields: ['modelCallsPerTask', 'toolCallsPerTask', 'handoffs', 'searchesPerTask'],
  },
  { name: 'How much tasks differ', fields: ['callDispersion'] },
  { name: 'First prompt', fields: ['systemPromptTokens', 'toolSchemaTokens', 'retrievedContextTokens'] },
  { name: 'What each call adds', fields: ['toolResultTokens', 'userTokensPerCall'] },
  { name: 'Output', fields: ['outputTokensPerCall'] },
  { name: 'Caching', fields: ['promptCaching', 'cacheTtl', 'warmPrefixPct'] },
  {
    name: 'Faults and retries',
    fields: ['retryRatePct', 'timeoutLoopsPerTask', 'hallucinatedToolPct', 'taskFailureRatePct'],
  },
];

const named = new Set<WorkflowField>(['tasksPerMonth', ...namedGroups.flatMap(({ fields }) => fields)]);

/** In the order in which they change. Together they hold every field that the cost per task depends on. */
const groups: readonly Group[] = [
  ...namedGroups,
  { name: 'Other values', fields: workflowFieldNames.filter((name) => !named.has(name)) },
];

/**
 * The causes that contribute to the difference. They add up to it, per task and per month; the share of a group depends
 * on the groups before it, as with the causes of waste.
 */
export function causesOfDifference(first: Answered, second: Answered): Cause[] {
  const target = second.question;
  const { tasksPerMonth } = first.question.workflow;
  let { workflow, preset } = first.question;
  let perTask = first.figures.costPerTask;
  let monthly = first.figures.monthlySpend;
  const causes: Cause[] = [];
  const add = (name: string, task: number, month: number) => {
    const cause = { name, perTask: difference(task, perTask, 1e9), monthly: difference(month, monthly, 1e6) };
    if (cause.perTask !== 0 || cause.monthly !== 0) causes.push(cause);
    perTask = task;
    monthly = month;
  };
  for (const { name, fields } of groups) {
    workflow = { ...workflow, ...pick(target.workflow, fields) };
    if (fields.includes('callDispersion')) preset = target.preset;
    const cost = costPerTaskOf(preset, workflow, withPricingTerms(target.model, workflow));
    add(name, cost, roundUsd(cost * tasksPerMonth, 1e6));
  }
  add('Tasks a month', second.figures.costPerTask, second.figures.monthlySpend);
  return causes;
}

const pick = (workflow: Workflow, fields: readonly WorkflowField[]): Partial<Workflow> =>
  Object.fromEntries(fields.map((field) => [field, workflow[field]]));

const difference = (to: number, from: number, finest: 1e9 | 1e6): number =>
  to < from ? -roundUsd(from - to, finest) : roundUsd(to - from, finest);
