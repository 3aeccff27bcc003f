/** Shapes of `agent-cost.json`, which names workflows and their budgets, and of the baseline that they are compared with. */

import type { FromSchema } from 'json-schema-to-ts';
import { daySchema } from '../../values/day.ts';
import { type EstimateRequest, workFields } from '../estimate-request-schema.ts';
import { presetIds } from '../request-fields.ts';
import { strictObject } from '../shape.ts';
import type { Overlay } from './overlay-file.ts';

const file = (description: string) => ({ type: 'string', minLength: 1, description }) as const;
const usd = (description: string) => ({ type: 'number', minimum: 0, description }) as const;
const growth = (description: string) => ({ type: 'number', minimum: 0, description }) as const;

const perMonth = usd('Limit in USD a month.');
const perMonthGrowthPct = growth('Percent by which the cost of a month may exceed the baseline.');

const budget = {
  type: 'object',
  additionalProperties: false,
  description: 'Without one, the workflow is listed but never over budget.',
  properties: {
    perTask: usd('Limit in USD a task.'),
    perMonth,
    perTaskGrowthPct: growth('Percent by which the cost of a task may exceed the baseline.'),
    perMonthGrowthPct,
  },
} as const;

const workflowWith = <const R extends object>(request: R) =>
  ({
    type: 'object',
    additionalProperties: false,
    properties: {
      preset: { enum: presetIds, description: 'The workflow of a preset, on its model.' },
      request,
      file: file('A JSON file with these fields; its path is relative to the directory of agent-cost.json.'),
      budget,
    },
    oneOf: [{ required: ['preset'] }, { required: ['request'] }, { required: ['file'] }],
  }) as const;

const budgetFileWith = <const R extends object>(request: R) =>
  ({
    title: 'agent-cost.json',
    description:
      'Workflows and their budgets, for agent-cost check and agent-cost check watch; and your own plan and names of models.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      overlay: file(
        'Your own prices: a file as accepted by --overlay; its path is relative to the directory of agent-cost.json.',
      ),
      baseline: file(
        'The file that agent-cost check --update writes; default agent-cost.baseline.json in the directory of agent-cost.json.',
      ),
      plan: {
        type: 'string',
        minLength: 1,
        description: 'The plan that you pay: an id of /plans, for agent-cost report.',
      },
      aliases: {
        type: 'object',
        additionalProperties: { type: 'string', minLength: 1 },
        description: 'Your own names of models, as logs have them, each with the model at whose price it counts.',
      },
      workflows: {
        type: 'object',
        minProperties: 1,
        additionalProperties: workflowWith(request),
        description: 'By names of your choice.',
      },
      budget: {
        type: 'object',
        additionalProperties: false,
        description: 'For all workflows together.',
        properties: { perMonth, perMonthGrowthPct },
      },
    },
  }) as const;

/** The published schema. */
export const budgetFile = budgetFileWith({
  type: 'object',
  additionalProperties: false,
  properties: workFields,
  description: 'The fields of an estimate, such as presetId, modelId and modelCallsPerTask.',
});

/** For a validator that leaves requests of every form to the validator of estimate requests. */
export const budgetFileOfRequests = budgetFileWith({ type: 'object' });

/** USD, and percent above the baseline; an omitted field sets no limit. */
export type Budget = FromSchema<typeof budget>;

type Work = Omit<EstimateRequest, 'compare'>;

export interface BudgetFile {
  overlay?: string;
  baseline?: string;
  plan?: string;
  aliases?: Record<string, string>;
  workflows?: Record<string, { preset?: EstimateRequest['presetId']; request?: Work; file?: string; budget?: Budget }>;
  budget?: Pick<Budget, 'perMonth' | 'perMonthGrowthPct'>;
}

const cost = { type: 'number', minimum: 0 } as const;

/** For a validator that leaves requests and overlays to their own validators. */
export const baselineFile = strictObject({
  pricesAsOf: daySchema,
  datasetVersion: { type: 'string' },
  costModelVersion: { type: 'integer', minimum: 1 },
  overlay: { type: ['object', 'null'] },
  workflows: {
    type: 'object',
    additionalProperties: strictObject({ request: { type: 'object' }, perTask: cost, perMonth: cost }),
  },
} as const);

/** The request of a workflow and what it cost: USD per task and per month. */
export type BaselineWorkflow = Record<'perTask' | 'perMonth', number> & { request: Work };

/** Prices are those of its day (UTC). */
export interface Baseline extends Omit<FromSchema<typeof baselineFile>, 'overlay' | 'workflows'> {
  overlay: Overlay | null;
  workflows: Record<string, BaselineWorkflow>;
}

/** A workflow of agent-cost.json, with its preset or file resolved to a request. */
export interface BudgetedWork {
  name: string;
  request: EstimateRequest;
  budget: Budget;
}
